package app_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"xunlu/app"
)

// TestSiteListFiles: the same list from a workbook and from text files in the charsets of Chinese spreadsheets gives the same sites.
func TestSiteListFiles(t *testing.T) {
	dir := t.TempDir()
	text := "名称,网址\r\n云岭假期,https://yunling.example/\r\n青禾旅行社,www.qinghe.example\r\n只有名字,\r\n"
	write := func(name string, data []byte, err error) string {
		t.Helper()
		p := filepath.Join(dir, name)
		if err == nil {
			err = os.WriteFile(p, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	gbk, err1 := simplifiedchinese.GBK.NewEncoder().Bytes([]byte(text))
	wide, err2 := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte(text))
	book := excelize.NewFile()
	for i, row := range [][]any{{"名称", "网址"}, {"云岭假期", "https://yunling.example/"}, {"青禾旅行社", "www.qinghe.example"}, {"只有名字"}} {
		if err := book.SetSheetRow("Sheet1", "A"+string(rune('1'+i)), &row); err != nil {
			t.Fatal(err)
		}
	}
	xlsx := filepath.Join(dir, "list.xlsx")
	if err := book.SaveAs(xlsx); err != nil {
		t.Fatal(err)
	}
	var a *app.App // SiteList needs no data
	for _, name := range []string{write("utf8.csv", []byte("\uFEFF"+text), nil), write("gbk.csv", gbk, err1), write("wide.txt", wide, err2), xlsx} {
		lines, err := a.SiteList(t.Context(), name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sites, bad := app.ReadSites(lines, time.Second)
		if len(sites) != 2 || sites[0].Name != "云岭假期" || sites[1].ID != "qinghe.example" || len(bad) != 2 {
			t.Errorf("%s: %+v, left out %+v", filepath.Base(name), sites, bad)
		}
	}
	if _, err := a.SiteList(t.Context(), filepath.Join(dir, "none.xlsx")); app.FaultOf(err) != app.FaultNoFile {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := a.SiteList(t.Context(), write("broken.xlsx", []byte("no workbook"), nil)); err == nil {
		t.Error("a broken workbook is taken")
	}
}
