package storage

import "xunlu/judge"

// Tags of a page row.
const (
	pageSeq = iota + 1
	pageURL
	pageFinalURL
	pageSite
	pageDepth
	pageState
	pageFailure
	pageError
	pageStatus
	pageAttempts
	pageDue
	pageFirst
	pageFetched
	pageTook
	pageContentType
	pageDeclared
	pageCharset
	pageETag
	pageModified
	pageTitle
	pageSize
	pageArchive
	pageHash
	pageLinks
	pageLabel
	pageBy
	pageTemplate
	pageClass
	pageScore
	pageThreshold
	pageRules
	pageNote
	pageOf
	pageGoneCount
	pageRoute
	pageInterval
	pageChecked
	pageProfile
	pagePrint
	pageCanonical
	pageFacts
)

func encodePage(p *Page) []byte {
	e := newEncoder(320 + len(p.URL) + len(p.Title) + len(p.Error) + len(p.Note))
	e.uint(pageSeq, p.Seq)
	e.str(pageURL, p.URL)
	e.str(pageFinalURL, p.FinalURL)
	e.str(pageSite, p.Site)
	e.int(pageDepth, int64(p.Depth))
	e.str(pageState, string(p.State))
	e.str(pageFailure, string(p.Failure))
	e.str(pageError, p.Error)
	e.int(pageStatus, int64(p.Status))
	e.int(pageAttempts, int64(p.Attempts))
	e.time(pageDue, p.Due)
	e.time(pageFirst, p.First)
	e.time(pageFetched, p.Fetched)
	e.int(pageTook, int64(p.Took))
	e.str(pageContentType, p.ContentType)
	e.str(pageDeclared, p.Declared)
	e.str(pageCharset, p.Charset)
	e.str(pageETag, p.ETag)
	e.str(pageModified, p.Modified)
	e.str(pageTitle, p.Title)
	e.int(pageSize, int64(p.Size))
	e.str(pageArchive, p.Archive)
	e.fixed(pageHash, p.Hash)
	e.int(pageLinks, int64(p.Links))
	e.str(pageLabel, string(p.Verdict.Label))
	e.bool(pageRoute, p.Verdict.Route)
	e.str(pageBy, string(p.Verdict.By))
	e.str(pageTemplate, p.Verdict.Template)
	e.str(pageClass, string(p.Verdict.Class))
	e.float(pageScore, p.Verdict.Score)
	e.float(pageThreshold, p.Verdict.Threshold)
	e.str(pageRules, p.Verdict.Rules)
	e.int(pageProfile, int64(p.Verdict.Profile))
	e.str(pageNote, p.Note)
	e.str(pageOf, p.Of)
	e.int(pageGoneCount, int64(p.GoneCount))
	e.int(pageInterval, int64(p.Interval))
	e.time(pageChecked, p.Checked)
	e.fixed(pagePrint, p.Print)
	e.str(pageCanonical, p.Canonical)
	e.fixed(pageFacts, p.Facts)
	return e.seal()
}

func decodePage(id uint64, v []byte, w *words) (Page, error) {
	p := Page{ID: id}
	d := newDecoder(v, w)
	for d.next() {
		if !p.fetchField(d) && !p.contentField(d) {
			d.unknown()
		}
	}
	return p, d.err
}

// fetchField takes the fields that say where the page is and how fetching it went.
func (p *Page) fetchField(d *decoder) bool {
	switch d.tag {
	case pageSeq:
		p.Seq = d.num
	case pageURL:
		p.URL = d.str()
	case pageFinalURL:
		p.FinalURL = d.str()
	case pageSite:
		p.Site = d.word()
	case pageDepth:
		p.Depth = int(d.int())
	case pageState:
		p.State = State(d.word())
	case pageFailure:
		p.Failure = Failure(d.word())
	case pageError:
		p.Error = d.str()
	case pageStatus:
		p.Status = int(d.int())
	case pageAttempts:
		p.Attempts = int(d.int())
	case pageDue:
		p.Due = d.time()
	case pageFirst:
		p.First = d.time()
	case pageFetched:
		p.Fetched = d.time()
	case pageTook:
		p.Took = d.dur()
	case pageOf:
		p.Of = d.str()
	case pageGoneCount:
		p.GoneCount = int(d.int())
	case pageInterval:
		p.Interval = d.dur()
	case pageChecked:
		p.Checked = d.time()
	default:
		return false
	}
	return true
}

// contentField takes the fields that say what the page is.
func (p *Page) contentField(d *decoder) bool {
	switch d.tag {
	case pageContentType:
		p.ContentType = d.word()
	case pageDeclared:
		p.Declared = d.word()
	case pageCharset:
		p.Charset = d.word()
	case pageETag:
		p.ETag = d.str()
	case pageModified:
		p.Modified = d.str()
	case pageTitle:
		p.Title = d.str()
	case pageSize:
		p.Size = int(d.int())
	case pageArchive:
		p.Archive = d.str()
	case pageHash:
		p.Hash = d.num
	case pagePrint:
		p.Print = d.num
	case pageFacts:
		p.Facts = d.num
	case pageCanonical:
		p.Canonical = d.str()
	case pageLinks:
		p.Links = int(d.int())
	case pageLabel:
		p.Verdict.Label = judge.Label(d.word())
	case pageRoute:
		p.Verdict.Route = d.bool()
	case pageBy:
		p.Verdict.By = judge.By(d.word())
	case pageTemplate:
		p.Verdict.Template = d.word()
	case pageClass:
		p.Verdict.Class = judge.Class(d.word())
	case pageScore:
		p.Verdict.Score = d.float()
	case pageThreshold:
		p.Verdict.Threshold = d.float()
	case pageRules:
		p.Verdict.Rules = d.word()
	case pageProfile:
		p.Verdict.Profile = int(d.int())
	case pageNote:
		p.Note = d.str()
	default:
		return false
	}
	return true
}
