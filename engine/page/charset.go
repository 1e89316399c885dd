package page

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// aliases are labels seen on real pages that the WHATWG table does not list; a page that writes one means the right side.
func alias(label string) string {
	switch label {
	case "gb-2312", "gb_2312", "gb2312-80", "gbk2312", "gb-18030", "gb_18030", "gb18030-2005", "gb18030-2022", "cp936",
		"ms936", "windows-936", "euc-cn", "euccn", "x-euc-cn", "hz", "hz-gb-2312", "chinese-gb2312", "zh-cn", "gbk18030":
		return "gb18030"
	case "big-5", "big5hkscs", "cp950", "ms950", "windows-950", "zh-tw", "big5-eten":
		return "big5"
	case "utf", "utf8mb4", "utf-8n", "utf_8", "u8", "utf-8-sig", "unicode-utf-8", "uft-8":
		return "utf-8"
	case "cp949", "ms949", "uhc":
		return "euc-kr"
	case "cp932", "windows-932":
		return "shift_jis"
	}
	return label
}

// lookup turns a label as a page writes it into the WHATWG name this program uses and its decoder. gb2312 and gbk are
// gb18030: every GB2312 and GBK byte pair means the same there, and pages that claim the small set use the large one.
// A page that names the replacement encoding or x-user-defined is read as windows-1252 by browsers; so here.
func lookup(label string) (name string, enc encoding.Encoding, ok bool) {
	label = strings.ToLower(strings.Trim(label, " \t\r\n\f"))
	if label == "" {
		return "", nil, false
	}
	label = alias(label)
	enc, err := htmlindex.Get(label)
	if err != nil {
		return "", nil, false
	}
	name, err = htmlindex.Name(enc)
	if err != nil || name == "replacement" {
		return "", nil, false
	}
	switch name {
	case "gbk", "gb18030":
		return "gb18030", simplifiedchinese.GB18030, true
	case "x-user-defined":
		return lookup("windows-1252")
	}
	return name, enc, true
}

// singleByte says whether every byte string decodes under the name, so that decoding without errors proves nothing.
func singleByte(name string) bool {
	switch name {
	case "macintosh", "x-mac-cyrillic", "koi8-r", "koi8-u", "ibm866":
		return true
	}
	return strings.HasPrefix(name, "iso-8859-") || strings.HasPrefix(name, "windows-")
}
