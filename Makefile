# Two commands do all the set-up: `make run` and `make test`. Both install what is missing and nothing else.
SHELL := /bin/bash
GO    ?= go
BIN   := bin
VERSION ?= 0.1.0
LDFLAGS := -s -w -X xunlu/app.Version=$(VERSION)

# What the window is built with, and what its tests drive it with (Debian names).
WINDOW_PKGS := gcc pkg-config libgl1-mesa-dev libx11-dev libxcursor-dev libxrandr-dev libxinerama-dev libxi-dev libxxf86vm-dev libxkbcommon-dev
# What the Windows programs and the installer are built with, and what runs them here.
DIST_PKGS    := nsis gcc-mingw-w64-x86-64 zip
WINDOWS_PKGS := wine wine64 xvfb xdotool imagemagick
TEST_PKGS   := xvfb xdotool imagemagick xclip libgl1-mesa-dri chromium

# $(call need,packages): installs those that are missing, quietly; without apt it says which are needed.
define need
	@missing=""; for p in $(1); do dpkg-query -W -f='$${db:Status-Status}' $$p 2>/dev/null | grep -q '^installed$$' || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then \
	  if command -v apt-get >/dev/null; then \
	    echo "installing:$$missing"; sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	    log=$$(mktemp); { $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing; } >$$log 2>&1 \
	      || { tail -5 $$log; echo "could not install:$$missing"; exit 1; }; \
	  else echo "please install what these Debian packages hold:$$missing"; fi; fi
endef

.PHONY: run test build headless lint arch bench pictures conformance dist test-windows cluster-proof proof-library proof-crawl check golangci vuln cover fuzz crash faults window-proof clean

run:
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then $(MAKE) --no-print-directory build && exec $(BIN)/xunlu; \
	else echo "no display here: running the same crawl without a window, on the demo web"; \
	  $(MAKE) --no-print-directory headless && exec $(BIN)/xunlu-cli crawl --demo --data $(BIN)/demo-data; fi

build:
	$(call need,$(WINDOW_PKGS))
	@mkdir -p $(BIN) && $(GO) build -ldflags '$(LDFLAGS)' -o $(BIN)/xunlu .

headless:
	@mkdir -p $(BIN) && CGO_ENABLED=0 $(GO) build -tags headless -ldflags '$(LDFLAGS)' -o $(BIN)/xunlu-cli .

# test: the layers, the linters, every package with the race detector, then the real window under Xvfb.
# The layers first: it is the fastest test and the one that must never break.
arch:
	@$(GO) test -tags ci -run 'TestArch' .

lint:
	@bad=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$bad" ] || { echo "not gofmt-ed: $$bad"; exit 1; }
	@$(GO) vet -tags ci ./...
	@$(GO) tool staticcheck -tags ci ./...

# check: what a stranger asks for beside the tests; not part of them, for it takes minutes and fetches its tools (pinned here).
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
VULN     := golang.org/x/vuln/cmd/govulncheck@v1.9.0

check: lint golangci cover vuln

golangci:
	@$(GO) run $(GOLANGCI) run -c .ci/golangci.yml ./...

# vuln asks the Go vulnerability database (GOVULNDB=URL for a mirror); without a network it fails and says so.
vuln:
	@$(GO) run $(VULN) -tags ci ./...

cover:
	@mkdir -p $(BIN) && $(GO) test -tags ci -coverprofile=$(BIN)/cover.out ./... | grep -v 'no test files'; [ "$${PIPESTATUS[0]}" = 0 ]
	@$(GO) tool cover -func=$(BIN)/cover.out | tail -1

# fuzz: every target for FUZZTIME, one after another.
FUZZTIME ?= 20s
fuzz:
	@GO=$(GO) .ci/fuzz $(FUZZTIME)

test:
	$(call need,$(WINDOW_PKGS) $(TEST_PKGS))
	@$(MAKE) --no-print-directory arch lint
	@$(GO) test -race -tags ci ./...
	@$(GO) test -tags 'ci e2e' -count=1 -run EndToEnd ./ui

# cluster-proof: processes killed and lines cut, ten thousand pages over two nodes; about half an hour.
cluster-proof:
	@$(GO) test -tags 'ci proof' -count=1 -v -timeout 90m -run TestClusterProof ./app/cli

# proof-crawl: ten thousand requests counted at the servers, pace, slow hosts, bodies of 10 GB, a network that is away for two minutes, the second
# edition of the demo web; about ten minutes. The pace needs a computer that does nothing else.
proof-crawl:
	@$(GO) test -tags 'ci proof' -count=1 -v -timeout 60m -run 'TestMannersProof|TestPaceProof|TestSlowHostProof|TestFloodsProof|TestOutageProof' ./engine
	@$(GO) test -tags 'ci proof' -count=1 -v -timeout 30m -run TestEditionProof ./app

# proof-library: 100,000 routes written as tables and read back by LibreOffice, cell by cell; about three minutes.
proof-library:
	$(call need,libreoffice-calc)
	@$(GO) test -tags 'ci proof' -count=1 -v -timeout 30m -run TestLibraryProof ./app

# crash: killed 200 times, damaged by 200 seeds, disk full 50 times; about an hour. The small disk is mounted: run it as root, on Linux.
crash:
	@$(GO) test -tags 'ci proof' -count=1 -v -timeout 120m -run 'TestCrashProof|TestDiskFullProof' ./app/cli

# faults: the real program on a server with every behaviour, its own and those of ../shared.
faults:
	@$(GO) test -tags 'ci proof' -count=1 -v -timeout 60m -run 'TestFaults' ./app/cli

# window-proof: the real window under Xvfb with 100,000 stored pages: first picture, dragging, idle processor, a fast crawl, memory; about six minutes.
window-proof:
	$(call need,$(WINDOW_PKGS) $(TEST_PKGS))
	@$(GO) test -tags 'ci proof' -count=1 -v -timeout 30m -run TestWindowProof ./ui

bench:
	@$(GO) run ./app/bench
	@$(GO) test -tags ci -run '^$$' -bench Window -benchtime 1x ./ui | grep -E 'Window|FAIL'

# pictures: every tab in both languages and themes, on a large screen and at 150 %, drawn by the toolkit's own test driver.
pictures:
	$(call need,imagemagick)
	@XUNLU_SHOTS=$(CURDIR)/docs/window $(GO) test -tags ci -count=1 -run 'TabsFit|FillOtherSizes|PresenterBuilds' ./ui
	@cd docs/window && mogrify -dither None -colors 200 -define png:compression-level=9 *.png

conformance:
	@$(GO) test -tags ci -count=1 -v -run 'Conformance|TestShared' ./... | grep -v '^?\|no test files\|^=== RUN\|^    --- PASS\|^--- PASS\|^PASS\|no tests to run'

# dist: installer and portable zip for Windows, archive for Linux, SBOM, checksums, all in dist/.
dist:
	$(call need,$(WINDOW_PKGS) $(DIST_PKGS))
	@GO=$(GO) assets/windows/dist.sh $(VERSION) dist

# test-windows: installer, window and crawl under wine; needs dist/.
test-windows:
	$(call need,$(WINDOWS_PKGS))
	@[ -f dist/xunlu-setup-$(VERSION).exe ] || $(MAKE) --no-print-directory dist
	@$(MAKE) --no-print-directory headless
	@assets/windows/test.sh $(VERSION)

clean:
	rm -rf $(BIN) dist
