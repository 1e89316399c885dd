package engine

import (
	"context"

	"xunlu/engine/fetch"
	"xunlu/engine/page"
)

// Fetcher gets one page. fetch.Plain (HTTP through colly) is one, fetch.Browser (for pages that need JavaScript) the other.
// A failure of the page is a *fetch.Error with a kind; the response may come with it when there was a body.
type Fetcher interface {
	Fetch(ctx context.Context, r fetch.Request) (*page.Response, *fetch.Error)
}
