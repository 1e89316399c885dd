package fetch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	devfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/network"
	devpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Limits of a process itself.
const (
	startTime = 30 * time.Second // from the call to a tab that answers
	stopTime  = 3 * time.Second  // to end by itself before it is killed
)

// maxTempPath is how long a folder's name may be for Chromium to put a socket into a folder in it: a socket's name has 107
// bytes at most.
const maxTempPath = 107 - len("/org.chromium.Chromium.XXXXXX/SingletonSocket")

// browserProcess is one running browser with one tab. It belongs to whoever holds Browser.turn; its own goroutines pass the
// tab's requests to the page in work.
type browserProcess struct {
	// constant after startBrowser
	pid    int
	tab    *chromedp.Target
	ctx    context.Context // of chromedp: names the process; ends with it
	kill   func() error    // ends what is left, waits, removes the profile and all temporary files
	lost   <-chan struct{}
	log    *slog.Logger
	events sync.WaitGroup

	pages   int
	spoiled bool   // a page hangs in it
	agent   string // the name that scripts see

	mu  sync.Mutex
	job *job // the page in work, nil between two
}

// browserFlags: no window, an empty profile, none of a browser's own errands, and no way to the network: names resolve to
// nothing and the proxy for everything, loopback included, is an address where nobody listens. Requests that are stopped
// and answered by us never come that far; all others (sockets, workers, prefetching) end there.
func browserFlags(path, agent string) []chromedp.ExecAllocatorOption {
	out := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.UserAgent(agent), chromedp.WindowSize(1366, 900)}
	for _, name := range []string{
		"headless", "disable-gpu", "disable-quic", "no-first-run", "no-default-browser-check", "no-pings", "mute-audio", "hide-scrollbars",
		"disable-background-networking", "disable-component-update", "disable-component-extensions-with-background-pages", "disable-sync",
		"disable-breakpad", "disable-crash-reporter", "disable-client-side-phishing-detection", "disable-default-apps", "disable-dev-shm-usage",
		"disable-domain-reliability", "disable-extensions", "disable-notifications", "disable-remote-fonts", "disable-speech-api",
		"disable-site-isolation-trials", "dns-prefetch-disable", "metrics-recording-only", "use-mock-keychain", "disable-background-timer-throttling",
		"disable-renderer-backgrounding", "disable-backgrounding-occluded-windows",
	} {
		out = append(out, chromedp.Flag(name, true))
	}
	for _, f := range [][2]string{
		{"disable-features", "Translate,IsolateOrigins,site-per-process,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,OptimizationHints,MediaRouter,DialMediaRouteProvider,InterestFeedContentSuggestions,AutofillServerCommunication,SpareRendererForSitePerProcess"},
		{"blink-settings", "imagesEnabled=false"},
		{"host-resolver-rules", "MAP * ~NOTFOUND"},
		{"proxy-server", "http://127.0.0.1:9"}, {"proxy-bypass-list", "<-loopback>"},
		{"force-webrtc-ip-handling-policy", "disable_non_proxied_udp"},
		{"js-flags", "--max-old-space-size=384"},
		{"renderer-process-limit", "1"}, {"password-store", "basic"}, {"lang", "zh-CN"}, {"disk-cache-size", "1"},
	} {
		out = append(out, chromedp.Flag(f[0], f[1]))
	}
	return out
}

// startBrowser starts a browser with an empty profile of its own. It outlives ctx, which only bounds the start.
func startBrowser(ctx context.Context, path, agent string, log *slog.Logger) (*browserProcess, error) {
	// Its temporary files lie in a folder that goes with it, whatever way it ends; the profile's is chromedp's care.
	dir, err := os.MkdirTemp("", "xunlu")
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	flags := browserFlags(path, agent)
	if len(dir) <= maxTempPath {
		flags = append(flags, chromedp.Env("TMPDIR="+dir, "TMP="+dir, "TEMP="+dir))
	}
	root, cancelAll := chromedp.NewExecAllocator(context.WithoutCancel(ctx), flags...)
	tab, cancelTab := chromedp.NewContext(root)
	p := &browserProcess{ctx: tab, log: log, agent: agent}
	p.kill = func() error {
		cancelTab()
		cancelAll()
		p.events.Wait()
		return os.RemoveAll(dir)
	}
	// A context with a limit would end the browser with it: the clock cuts the start off instead.
	clock := time.AfterFunc(startTime, cancelTab)
	defer clock.Stop()
	defer context.AfterFunc(ctx, cancelTab)()
	if err := chromedp.Do(tab); err != nil {
		return nil, fmt.Errorf("start: %w", errors.Join(err, p.kill()))
	}
	c := chromedp.FromContext(tab)
	p.tab, p.pid, p.lost = c.Target, c.Browser.Process().Pid, c.Browser.LostConnection
	if err := p.prepare(c.Browser); err != nil {
		return nil, fmt.Errorf("prepare: %w", errors.Join(err, p.kill()))
	}
	return p, nil
}

// prepare puts the tab under our control before any page is in it.
func (p *browserProcess) prepare(b cdp.Session) error {
	requests := cdp.Events(p.ctx, p.tab, devfetch.RequestPaused)
	p.events.Go(func() {
		for ev, err := range requests {
			if err != nil {
				return
			}
			p.paused(&ev)
		}
	})
	dialogs := cdp.Events(p.ctx, p.tab, devpage.JavascriptDialogOpening)
	p.events.Go(func() {
		for _, err := range dialogs {
			if err != nil {
				return
			}
			if _, err := cdp.Call(p.ctx, p.tab, devpage.HandleJavaScriptDialog, devpage.HandleJavaScriptDialogParams{}); err != nil {
				p.log.Debug("a dialog was not closed", "err", err)
			}
		}
	})
	crashes := cdp.Events(p.ctx, p.tab, inspector.TargetCrashed)
	p.events.Go(func() {
		for _, err := range crashes {
			if err != nil {
				return
			}
			if j := p.current(); j != nil {
				j.fault(errors.New("the page crashed the browser's tab"))
			}
		}
	})
	if _, err := cdp.Call(p.ctx, b, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorDeny}); err != nil {
		return err
	}
	if _, err := cdp.Call(p.ctx, p.tab, network.SetBypassServiceWorker, network.SetBypassServiceWorkerParams{Bypass: true}); err != nil {
		return err
	}
	_, err := cdp.Call(p.ctx, p.tab, devfetch.Enable, devfetch.EnableParams{})
	return err
}

// paused passes a stopped request to the page in work. What comes between two pages is of the one before.
func (p *browserProcess) paused(ev *devfetch.EventRequestPaused) {
	j := p.current()
	if j == nil || !j.begin() {
		p.refuse(ev.RequestID)
		return
	}
	go func() {
		defer j.end()
		j.answer(p, ev)
	}()
}

// refuse fails a request in the browser.
func (p *browserProcess) refuse(id devfetch.RequestID) {
	p.fail(id, network.ErrorReasonBlockedByClient)
}

// fail fails a request for a reason. When the browser does not take it, it or the page is gone, and the request with it.
func (p *browserProcess) fail(id devfetch.RequestID, why network.ErrorReason) {
	ctx, cancel := context.WithTimeout(p.ctx, stopTime)
	defer cancel()
	if _, err := cdp.Call(ctx, p.tab, devfetch.FailRequest, devfetch.FailRequestParams{RequestID: id, ErrorReason: why}); err != nil {
		p.log.Debug("the browser did not take a refusal", "err", err)
	}
}

func (p *browserProcess) current() *job {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.job
}

func (p *browserProcess) set(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.job = j
}

func (p *browserProcess) alive() bool {
	select {
	case <-p.lost:
		return false
	case <-p.ctx.Done():
		return false
	default:
		return true
	}
}

// stop ends the process: asked first, then killed with its children; its profile is removed.
func (p *browserProcess) stop() error {
	var err error
	if p.alive() && !p.spoiled {
		ctx, cancel := context.WithTimeout(p.ctx, stopTime)
		err = chromedp.Cancel(ctx)
		cancel()
	}
	return errors.Join(err, p.kill())
}
