package page

import "bytes"

// forms tells search boxes, booking forms and others apart. It belongs to one scan.
type forms struct {
	plain   int // forms that are not a search box
	booking int
	inside  bool
	search  bool
	books   bool
}

func (f *forms) reset() { *f = forms{} }

func (f *forms) start(got *tagAttrs) {
	f.end()
	f.inside = true
	f.search = anyWord(searchWords, got.action, got.id, got.class, got.name)
	f.books = anyWord(bookingWords, got.action, got.id, got.class, got.name)
}

// end counts the open form. A form that is never closed counts at the next one or at the end of the page.
func (f *forms) end() {
	if !f.inside {
		return
	}
	switch {
	case f.books && !f.search:
		f.booking++
		f.plain++
	case !f.search:
		f.plain++
	}
	f.inside, f.search, f.books = false, false, false
}

// control looks at one input, select, textarea or button, inside a form or not: many pages book by script alone.
func (f *forms) control(tg tag, got *tagAttrs) {
	if equalFold(got.typ, "hidden") {
		return
	}
	if equalFold(got.typ, "search") || tg == tagInput && anyWord(searchWords, got.name, got.placeholder, got.value, got.id) {
		f.search = f.inside
		return
	}
	books := equalFold(got.typ, "date") || anyWord(personWords, got.name, got.placeholder, got.id) ||
		anyWord(dateWords, got.name, got.placeholder, got.id, got.class) || anyWord(bookingWords, got.value)
	if !books {
		return
	}
	if f.inside {
		f.books = true
	}
}

var (
	searchWords = [][]byte{[]byte("search"), []byte("sousuo"), []byte("keyword"), []byte("搜索"), []byte("搜 索"), []byte("关键"), []byte("query"), []byte("搜尋"),
		[]byte("查询"), []byte("wd=")}
	bookingWords = [][]byte{[]byte("book"), []byte("order"), []byte("yuding"), []byte("reserv"), []byte("enquir"), []byte("inquir"), []byte("预订"), []byte("预定"),
		[]byte("報名"), []byte("报名"), []byte("下单"), []byte("預訂"), []byte("订购"), []byte("checkout"), []byte("baoming"), []byte("立即购买")}
	personWords = [][]byte{[]byte("adult"), []byte("child"), []byte("person"), []byte("people"), []byte("guest"), []byte("travell"), []byte("traveler"), []byte("pax"),
		[]byte("renshu"), []byte("人数"), []byte("人數"), []byte("成人"), []byte("儿童"), []byte("passenger")}
	dateWords = [][]byte{[]byte("date"), []byte("日期"), []byte("riqi"), []byte("chufa"), []byte("depart"), []byte("arriv"), []byte("checkin")}
)

// anyWord says whether one of the words stands in one of the values, ASCII letters in either case.
func anyWord(words [][]byte, values ...[]byte) bool {
	for _, v := range values {
		if len(v) == 0 || len(v) > 200 {
			continue
		}
		low := bytes.ToLower(v)
		for _, w := range words {
			if bytes.Contains(low, w) {
				return true
			}
		}
	}
	return false
}
