package app

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// instanceFile names the process that holds a data folder: its loopback address and a secret only this user can read.
const instanceFile = "instance.json"

// instance is what the file holds.
type instance struct {
	Addr   string `json:"addr"`
	Secret string `json:"secret"`
	PID    int    `json:"pid"`
}

// Command runs one reading command of the terminal inside this process and returns its exit code.
type Command func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// Answer lets other processes of this user run reading commands here while the data folder is held. front is called when
// somebody starts the window a second time; nil when there is no window.
func (a *App) Answer(ctx context.Context, run Command, front func()) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("answer other commands: %w", err)
	}
	secret := rand.Text()
	mux := http.NewServeMux()
	allowed := func(h http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Xunlu")), []byte(secret)) != 1 {
				http.Error(w, "forbidden", http.StatusForbidden)
				return
			}
			h(w, r)
		}
	}
	mux.HandleFunc("POST /run", allowed(func(w http.ResponseWriter, r *http.Request) { a.runHere(w, r, run) }))
	mux.HandleFunc("POST /front", allowed(func(w http.ResponseWriter, _ *http.Request) {
		if front == nil {
			http.Error(w, "no window", http.StatusNotFound)
			return
		}
		front()
	}))
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	data, err := json.Marshal(instance{Addr: l.Addr().String(), Secret: secret, PID: os.Getpid()})
	if err == nil {
		err = writeFile(filepath.Join(a.dir, instanceFile), data, 0o600)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("answer other commands: %w", err), l.Close())
	}
	a.running.Go(func() {
		<-a.root.Done()
		if err := errors.Join(srv.Close(), os.Remove(filepath.Join(a.dir, instanceFile))); err != nil {
			a.log.Warn("the local address was not closed cleanly", "err", err)
		}
	})
	a.running.Go(func() {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			a.note("local address", err)
		}
	})
	return nil
}

type asked struct {
	Args  []string `json:"args"`
	Stdin []byte   `json:"stdin,omitempty"`
}

type answered struct {
	Code   int    `json:"code"`
	Stdout []byte `json:"stdout"`
	Stderr []byte `json:"stderr"`
}

// maxAsk bounds what another process may send: a page on standard input.
const maxAsk = 16 << 20

func (a *App) runHere(w http.ResponseWriter, r *http.Request, run Command) {
	var q asked
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxAsk)).Decode(&q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var out, errs bytes.Buffer
	code := run(r.Context(), q.Args, bytes.NewReader(q.Stdin), &out, &errs)
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(answered{code, out.Bytes(), errs.Bytes()}); err != nil {
		a.log.Warn("an answer was not taken", "err", err)
	}
}

// ErrNoInstance: no running Xunlu answers for this folder.
var ErrNoInstance = errors.New("no running Xunlu answers")

// Ask runs a reading command in the process that holds the folder.
func Ask(ctx context.Context, dir string, args []string, stdout, stderr io.Writer) (int, error) {
	body, err := json.Marshal(asked{Args: args})
	if err != nil {
		return 1, err
	}
	var ans answered
	if err := call(ctx, dir, "/run", body, &ans); err != nil {
		return 1, err
	}
	_, err1 := stdout.Write(ans.Stdout)
	_, err2 := stderr.Write(ans.Stderr)
	return ans.Code, errors.Join(err1, err2)
}

// BringToFront asks the window that holds the folder to show itself.
func BringToFront(ctx context.Context, dir string) error { return call(ctx, dir, "/front", nil, nil) }

func call(ctx context.Context, dir, path string, body []byte, into any) error {
	dir, err := DataDir(dir)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(dir, instanceFile))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoInstance, err)
	}
	var in instance
	if err := json.Unmarshal(data, &in); err != nil {
		return fmt.Errorf("%w: %w", ErrNoInstance, err)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+in.Addr+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("X-Xunlu", in.Secret)
	resp, err := (&http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}).Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoInstance, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: it says %s", ErrNoInstance, resp.Status)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(into)
}
