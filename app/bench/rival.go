package main

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"xunlu/judge"
)

// rival does the work of scan and terms in the obvious way: goquery's tree, and strings.Count for each word in the text of
// each block and place. It belongs to one page.
type rival struct {
	hits  map[judge.Place]int
	place judge.Place
	text  strings.Builder // of the open block, all of it in one place
	base  *url.URL
	links []string
	title string
	meta  map[string]string
}

// bigBlocks part texts: no word goes over the end of one.
const bigBlocks = "address article aside blockquote body br button center dd details dialog dir div dl dt fieldset figcaption figure footer form frame " +
	"frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html input legend li link listing main menu meta nav ol optgroup option p plaintext pre search " +
	"section select summary table tbody td textarea tfoot th thead title tr ul xmp caption col colgroup"

var blockTags = func() map[string]bool {
	out := map[string]bool{}
	for _, tag := range strings.Fields(bigBlocks) {
		out[tag] = true
	}
	return out
}()

// readRival reads one page in UTF-8.
func readRival(address string, body []byte) (*rival, error) {
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r := &rival{hits: map[judge.Place]int{}, meta: map[string]string{}, title: doc.Find("title").First().Text()}
	if r.base, err = url.Parse(address); err != nil {
		return nil, fmt.Errorf("read %s: %w", address, err)
	}
	doc.Find("meta[name]").Each(func(_ int, s *goquery.Selection) { r.meta[s.AttrOr("name", "")] = s.AttrOr("content", "") })
	doc.Find("a[href]").Each(func(_ int, s *goquery.Selection) {
		if to, err := r.base.Parse(s.AttrOr("href", "")); err == nil {
			r.links = append(r.links, to.String())
		}
	})
	r.walk(doc.Nodes[0], judge.Text)
	r.flush()
	return r, nil
}

func (r *rival) walk(n *html.Node, place judge.Place) {
	if n.Type == html.TextNode {
		if place != r.place {
			r.flush()
			r.place = place
		}
		r.text.WriteString(n.Data)
		return
	}
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Noframes, atom.Noembed, atom.Iframe:
		return
	case atom.Title:
		place = judge.Title
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		place |= judge.Heading
	case atom.Th, atom.Dt:
		place |= judge.TableHead
	case atom.A:
		for _, a := range n.Attr {
			if a.Key == "href" {
				place = place&^judge.Text | judge.Link
			}
		}
	}
	apart := blockTags[n.Data]
	if apart {
		r.flush()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.walk(c, place)
	}
	if apart {
		r.flush()
	}
}

// flush counts the words of the open block.
func (r *rival) flush() {
	text := r.text.String()
	r.text.Reset()
	if text == "" {
		return
	}
	for _, w := range theWords {
		r.hits[r.place] += strings.Count(text, w)
	}
}

// same says where the rival's hits differ from the evidence; "" when they do not. The address and the values of meta and
// data are places that the rival does not look at.
func (r *rival) same(e *judge.Evidence) string {
	ours := map[judge.Place]int{}
	for _, c := range e.Counts {
		if c.Place&(judge.URL|judge.Meta|judge.Data) == 0 {
			ours[c.Place] += int(c.N)
		}
	}
	for place, n := range r.hits {
		if n != ours[place] {
			return fmt.Sprintf("%s: %d hits here, %d there", place, ours[place], n)
		}
		delete(ours, place)
	}
	for place, n := range ours {
		return fmt.Sprintf("%s: %d hits here, none there", place, n)
	}
	return ""
}
