package page

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

const (
	hans = "示例旅行社推出云山水乡双飞六日游，价格包含往返机票，请提前报名。"
	hant = "示例旅行社推出雲山水鄉雙飛六日遊，價格包含往返機票，請提前報名。"
	kana = "サンプル旅行社の六日間ツアーです。価格には航空券が含まれます。"
	hang = "예시 여행사는 육일 여행을 소개합니다. 가격에는 항공권이 포함되어 있습니다."
	fran = "Séjour à l'étranger, tout est inclus : l'hôtel, le déjeuner et la visite guidée."
)

func encoded(t *testing.T, charset, text string) string {
	t.Helper()
	enc := map[string]interface{ String(string) (string, error) }{
		"gb18030": simplifiedchinese.GB18030.NewEncoder(), "gbk": simplifiedchinese.GBK.NewEncoder(), "big5": traditionalchinese.Big5.NewEncoder(),
		"euc-jp": japanese.EUCJP.NewEncoder(), "shift_jis": japanese.ShiftJIS.NewEncoder(), "euc-kr": korean.EUCKR.NewEncoder(),
		"utf-16le": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder(), "utf-16be": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder(),
	}[charset]
	if enc == nil {
		return text
	}
	s, err := enc.String(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func htmlOf(head, text string) string {
	return "<html><head>" + head + "<title>" + text + "</title></head><body><p>" + text + "</p></body></html>"
}

func TestDecode(t *testing.T) {
	far := "<script>" + strings.Repeat("var a=1;", 4000) + "</script>"
	for _, c := range []struct {
		name, real, text, head, contentType, hint string
		want, declared                            string
	}{
		{"header", "gbk", hans, "", "text/html; charset=GB2312", "", "gb18030", "gb18030"},
		{"header with colon", "gbk", hans, "", "text/html; charset:gbk", "", "gb18030", "gb18030"},
		{"meta", "gbk", hans, "<meta charset=gbk>", "text/html", "", "gb18030", "gb18030"},
		{"meta far behind script", "big5", hant, far + `<meta charset="big5">`, "", "", "big5", "big5"},
		{"misspelt meta", "gbk", hans, `<meta http-quiv="Content Type" content="text/html; charset=gb_2312">`, "", "", "gb18030", "gb18030"},
		{"meta without end quote", "gbk", hans, `<meta http-equiv=Content-Type content=text/html;charset=gbk">`, "", "", "gb18030", "gb18030"},
		{"XML declaration", "big5", hant, "", "", "", "big5", ""},
		{"header lies, meta right", "gbk", hans, "<meta charset=gbk>", "text/html; charset=utf-8", "", "gb18030", "utf-8"},
		{"both lie", "gbk", hans, "<meta charset=utf-8>", "text/html; charset=utf-8", "", "gb18030", "utf-8"},
		{"latin header lies", "gbk", hans, "", "text/html; charset=ISO-8859-1", "", "gb18030", "windows-1252"},
		{"latin header lies, big5", "big5", hant, "", "text/html; charset=ISO-8859-1", "", "big5", "windows-1252"},
		{"gbk header lies, big5", "big5", hant, "", "text/html; charset=gbk", "", "big5", "gb18030"},
		{"big5 header lies, gbk", "gbk", hans, "", "text/html; charset=big5", "", "gb18030", "big5"},
		{"gbk header lies, utf-8", "utf-8", hans, "", "text/html; charset=gbk", "", "utf-8", "gb18030"},
		{"utf-8 undeclared", "utf-8", hans, "", "", "gb18030", "utf-8", ""},
		{"gbk undeclared", "gbk", hans, "", "", "", "gb18030", ""},
		{"big5 undeclared", "big5", hant, "", "", "", "big5", ""},
		{"japanese undeclared", "euc-jp", kana, "", "", "", "euc-jp", ""},
		{"japanese undeclared, windows", "shift_jis", kana, "", "", "", "shift_jis", ""},
		{"korean undeclared", "euc-kr", hang, "", "", "", "euc-kr", ""},
		{"korean declared", "euc-kr", hang, "<meta charset=ks_c_5601-1987>", "", "", "euc-kr", "euc-kr"},
		{"japanese declared", "shift_jis", kana, "<meta charset=x-sjis>", "", "", "shift_jis", "shift_jis"},
		{"short gbk that is valid utf-8 too", "gbk", "校园", "", "", "", "gb18030", ""},
		{"short gbk of rare words", "gbk", "嫖娼", "", "", "", "gb18030", ""},
		{"short utf-8, french", "utf-8", "été à Orléans", "", "", "", "utf-8", ""},
		{"short utf-8, russian", "utf-8", "Привет", "", "", "", "utf-8", ""},
		{"short utf-8, greek", "utf-8", "Καλημέρα", "", "", "", "utf-8", ""},
		{"short utf-8, german", "utf-8", "Schöne Grüße aus Österreich, für Ärzte", "", "", "", "utf-8", ""},
		{"short utf-8, spanish", "utf-8", "España: niños, mañana, año", "", "", "", "utf-8", ""},
		{"short utf-8, more russian", "utf-8", "Туры", "", "", "", "utf-8", ""},
		{"short utf-8, arabic", "utf-8", "رحلة", "", "", "", "utf-8", ""},
		{"hint", "big5", "雲", "", "", "big5", "big5", ""},
		{"wrong hint", "gbk", hans, "", "", "utf-8", "gb18030", ""},
		{"utf-16 by meta is utf-8", "utf-8", hans, "<meta charset=utf-16>", "", "", "utf-8", "utf-8"},
		{"utf-16 without mark", "utf-16le", hans, "", "", "", "utf-16le", ""},
		{"utf-16be without mark", "utf-16be", hans, "", "", "", "utf-16be", ""},
		{"four-byte gb18030", "gb18030", hans + "𠮷㐀", "<meta charset=gb18030>", "", "", "gb18030", "gb18030"},
	} {
		body := encoded(t, c.real, htmlOf(c.head, c.text))
		if c.name == "XML declaration" {
			body = `<?xml version="1.0" encoding="big5"?>` + body
			c.declared = "big5"
		}
		text, charset, declared, err := Decode([]byte(body), c.contentType, c.hint)
		if err != nil || charset != c.want || declared != c.declared || !strings.Contains(string(text), "<p>"+c.text+"</p>") {
			t.Errorf("%s: %s (declared %q), %v; want %s (%q); text %.60q", c.name, charset, declared, err, c.want, c.declared, text)
		}
	}
}

func TestDecodeMarks(t *testing.T) {
	for _, c := range []struct{ name, body, want, text string }{
		{"utf-8", "\xEF\xBB\xBF" + hans, "utf-8", hans},
		{"utf-16le", "\xFF\xFE" + encoded(t, "utf-16le", hans), "utf-16le", hans},
		{"utf-16be", "\xFE\xFF" + encoded(t, "utf-16be", hans), "utf-16be", hans},
		{"utf-8 mark of an include before gbk", "\xEF\xBB\xBF" + encoded(t, "gbk", strings.Repeat(hans, 5)), "gb18030", strings.Repeat(hans, 5)},
	} {
		text, charset, _, err := Decode([]byte(c.body), "text/html; charset=gbk", "")
		if err != nil || charset != c.want || string(text) != c.text {
			t.Errorf("%s: %s, %v, %.40q", c.name, charset, err, text)
		}
	}
}

func TestDecodeLatin(t *testing.T) {
	_, enc, _ := lookup("windows-1252")
	body, err := enc.NewEncoder().String(htmlOf("", fran))
	if err != nil {
		t.Fatal(err)
	}
	for _, contentType := range []string{"", "text/html; charset=iso-8859-1"} {
		text, charset, _, err := Decode([]byte(body), contentType, "")
		if err != nil || charset != "windows-1252" || !strings.Contains(string(text), fran) {
			t.Errorf("%q: %s, %v", contentType, charset, err)
		}
	}
}

// Single stray bytes in a right page become U+FFFD; garbage is an error, never text.
func TestDecodeDamage(t *testing.T) {
	long := strings.Repeat(hans, 40)
	for _, c := range []struct{ name, body, contentType, want string }{
		{"stray bytes in utf-8", htmlOf("", long) + "\xB0\xA1\xFF", "text/html; charset=utf-8", "utf-8"},
		{"stray bytes in gbk", encoded(t, "gbk", htmlOf("", long)) + "\xFF\xFF<b>", "text/html; charset=gbk", "gb18030"},
		{"cut inside a character", htmlOf("", long) + "\xE4\xBA", "", "utf-8"},
	} {
		text, charset, _, err := Decode([]byte(c.body), c.contentType, "")
		if err != nil || charset != c.want || !strings.Contains(string(text), "\uFFFD") || !strings.Contains(string(text), long) {
			t.Errorf("%s: %s, %v", c.name, charset, err)
		}
	}
	var noise []byte
	for i := range 3000 {
		noise = append(noise, byte(i*i*31>>3+i*7), byte(i%32))
	}
	if _, charset, _, err := Decode(noise, "text/html; charset=gbk", ""); !errors.Is(err, ErrCharset) {
		t.Errorf("noise read as %s, %v", charset, err)
	}
	// A damaged character does not swallow the tag behind it.
	text, _, _, err := Decode([]byte("<p>"+encoded(t, "gbk", hans)+"\xC0<b>x</b>"), "text/html; charset=gbk", "")
	if err != nil || !strings.Contains(string(text), "<b>x</b>") {
		t.Errorf("tag swallowed: %q, %v", text, err)
	}
}

// TestPairTables compares the tables with the general decoders, pair by pair.
func TestPairTables(t *testing.T) {
	for _, name := range []string{"gb18030", "big5"} {
		_, enc, _ := lookup(name)
		dec, differ := enc.NewDecoder(), 0
		for lead := 0x81; lead <= 0xFE; lead++ {
			for trail := 0x40; trail <= 0xFE; trail++ {
				in := []byte{byte(lead), byte(trail), 'x'}
				want, err := dec.Bytes(in)
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(string(want), "\uFFFD") {
					continue // the tables know more, or leave an ASCII trail alone
				}
				if got := readPairs(name, in); string(got.text) != string(want) {
					differ++
				}
			}
		}
		if differ > 0 {
			t.Errorf("%s: %d pairs differ", name, differ)
		}
	}
}
