"""Cut one face of Noto Sans CJK SC down to what the window needs.

usage: subset.py SOURCE.ttc OUT.otf WEIGHT SET
  WEIGHT  Regular or Bold, the style name written into the file
  SET     gbk     every character of GBK (traditional pages, rare names)
          common  GB2312 and the first level of Big5

Both sets also hold Latin-1, Latin Extended-A, punctuation, arrows, shapes, kana and the full-width forms.
"""
import sys

from fontTools import subset
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

FAMILY = "Xunlu Sans"
# Line metrics of the toolkit's own Noto Sans: glyphs that fall back to it then share the line without being cut.
ASCENT, DESCENT = 1069, -293
RANGES = [
    (0x20, 0x17F), (0x2C6, 0x2DD), (0x2000, 0x206F), (0x20A0, 0x20BF), (0x2100, 0x214F), (0x2150, 0x218F),
    (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2460, 0x24FF), (0x2500, 0x257F), (0x2580, 0x27BF), (0x3000, 0x30FF),
    (0x3200, 0x33FF), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF),
]


def double_byte(codec, first, last, trail):
    """Every character a two-byte charset can write between two lead bytes."""
    for lead in range(first, last + 1):
        for low in trail:
            try:
                text = bytes([lead, low]).decode(codec)
            except UnicodeDecodeError:
                continue
            if len(text) == 1 and not 0xE000 <= ord(text) <= 0xF8FF:
                yield ord(text)


def wanted(name):
    chars = {c for lo, hi in RANGES for c in range(lo, hi + 1)}
    if name == "gbk":
        chars.update(double_byte("gbk", 0x81, 0xFE, range(0x40, 0xFF)))
    chars.update(double_byte("gb2312", 0xA1, 0xF7, range(0xA1, 0xFF)))
    chars.update(double_byte("big5", 0xA4, 0xC6, range(0x40, 0xFF)))
    return chars


def redraw(font, codepoint, period, offsets, width, lift=0):
    """Draw codepoint from the period at the given x offsets; the face's own form is one em wide and centred."""
    glyph_name = font.getBestCmap()[codepoint]
    top = font["CFF "].cff.topDictIndex[0]
    old = top.CharStrings[glyph_name]
    glyphs = font.getGlyphSet()
    record = DecomposingRecordingPen(glyphs)
    glyphs[period].draw(record)
    pen = T2CharStringPen(width - old.private.nominalWidthX, glyphs)
    for x in offsets:
        record.replay(TransformPen(pen, (1, 0, 0, 1, x, lift)))
    new = pen.getCharString(old.private, old.globalSubrs)
    assert isinstance(new, T2CharString)
    old.program, old.bytecode = new.program, None
    font["hmtx"][glyph_name] = (width, 0)


def rename(font, weight):
    names = font["name"]
    kept = {0, 13, 14}  # copyright, licence, licence URL
    names.names = [n for n in names.names if n.nameID in kept and n.platformID == 3]
    for number, text in [(1, FAMILY), (2, weight), (3, f"{FAMILY} {weight} subset of Noto Sans CJK SC"),
                         (4, f"{FAMILY} {weight}"), (6, f"{FAMILY.replace(' ', '')}-{weight}")]:
        names.setName(text, number, 3, 1, 0x409)
    top = font["CFF "].cff
    top.fontNames = [f"{FAMILY.replace(' ', '')}-{weight}"]
    top.topDictIndex[0].FullName = f"{FAMILY} {weight}"
    top.topDictIndex[0].FamilyName = FAMILY


def main():
    source, out, weight, charset = sys.argv[1:5]
    font = next(f for f in TTCollection(source).fonts if f["name"].getDebugName(1) in ("Noto Sans CJK SC",)
                or f["name"].getDebugName(16) == "Noto Sans CJK SC")
    options = subset.Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted(charset))
    cutter.subset(font)
    period = font.getBestCmap()[ord(".")]
    step = font["hmtx"][period][0]
    redraw(font, 0x2026, period, (0, step, 2 * step), 3 * step)
    redraw(font, 0x00B7, period, (0,), step, lift=320)
    for table, high, low in (("hhea", "ascent", "descent"), ("OS/2", "sTypoAscender", "sTypoDescender")):
        setattr(font[table], high, ASCENT)
        setattr(font[table], low, DESCENT)
    font["hhea"].lineGap = font["OS/2"].sTypoLineGap = 0
    font["OS/2"].usWinAscent, font["OS/2"].usWinDescent = ASCENT, -DESCENT
    rename(font, weight)
    font["head"].modified = font["head"].created  # the same bytes from the same source
    font.recalcTimestamp = False
    font.save(out)
    print(out, len(font.getGlyphOrder()), "glyphs")


main()
