package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/storage"
)

// Window opens the data folder, shows the window and returns the exit code; nil in a program without one. answer makes the
// command that other processes of this user are answered with.
type Window func(ctx context.Context, o app.Options, answer func(*app.App) app.Command) int

// Exit codes.
const (
	done   = 0
	failed = 1
	misuse = 2
)

// wrongUse marks an error as wrong use: exit code 2.
type wrongUse struct{ error }

func (w wrongUse) Unwrap() error { return w.error }

func badUse(format string, args ...any) error { return wrongUse{fmt.Errorf(format, args...)} }

// program is one run of the command line. env is what a command needs of the world, so that tests and a running instance can
// give another one.
type program struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	window         Window
	held           *app.App // set when a running instance answers for another process

	dir  string
	json bool
}

// Main runs the command line and returns the exit code.
func Main(args []string, w Window) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	cobra.MousetrapHelpText = "" // a double click opens the window, no lecture
	p := &program{ctx: ctx, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, window: w}
	return p.run(args)
}

// Answer makes the command that a running instance answers other processes with.
func Answer(a *app.App) app.Command {
	return func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		p := &program{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr, held: a}
		return p.run(args)
	}
}

func (p *program) run(args []string) int {
	root := p.root()
	root.SetArgs(args)
	root.SetContext(p.ctx)
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	err := root.ExecuteContext(p.ctx)
	if err == nil {
		return done
	}
	var code exitCode
	if errors.As(err, &code) {
		return int(code)
	}
	fmt.Fprintln(p.stderr, "xunlu: "+oneLine(err.Error()))
	var use wrongUse
	if errors.As(err, &use) || strings.HasPrefix(err.Error(), "unknown command") || strings.HasPrefix(err.Error(), "required flag") {
		return misuse
	}
	return failed
}

// exitCode ends with a code when everything was said already.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit %d", int(e)) }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "xunlu",
		Short:         "Crawl travel agencies' sites, keep the pages that sell a tour, search them offline",
		Version:       app.Version,
		SilenceErrors: true, SilenceUsage: true,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return p.openWindow() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return wrongUse{err} })
	root.PersistentFlags().StringVar(&p.dir, "data", "", "data folder (default: where the system keeps application data)")
	root.PersistentFlags().BoolVar(&p.json, "json", false, "print data as JSON")
	root.AddCommand(p.crawl(), p.demo(), p.recrawl(), p.changes(), p.sites(), p.judge(), p.rules(), p.eval(), p.learn(), p.labels(), p.search(),
		p.export(), p.importPages(), p.compare(), p.watch(), p.serve(), p.node(), p.nodes(), p.backup(), p.restore(), p.compact(), p.move(), p.show(), p.correct(), p.offer(), p.why(), p.harvest(), p.url(), p.robots(), p.text(), p.check(), p.repair())
	root.CompletionOptions.HiddenDefaultCmd = true
	for _, c := range root.Commands() {
		checkArgs(c)
	}
	return root
}

// checkArgs makes wrong numbers of arguments wrong use.
func checkArgs(c *cobra.Command) {
	if args := c.Args; args != nil {
		c.Args = func(c *cobra.Command, a []string) error {
			if err := args(c, a); err != nil {
				return badUse("%s: %w; see xunlu %s --help", c.Name(), err, c.Name())
			}
			return nil
		}
	}
	for _, s := range c.Commands() {
		checkArgs(s)
	}
}

func (p *program) openWindow() error {
	if p.window == nil || !hasDisplay() {
		return badUse("there is no display for the window; crawl from the terminal with: xunlu crawl --demo")
	}
	return exit(p.window(p.ctx, app.Options{Dir: p.dir, Create: true}, Answer))
}

func exit(code int) error {
	if code == 0 {
		return nil
	}
	return exitCode(code)
}

func (p *program) log() *slog.Logger {
	return slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: slog.LevelError}))
}

// with opens the data folder for a command that writes or crawls.
func (p *program) with(o app.Options, do func(a *app.App) error) error {
	if p.held != nil {
		return errors.New("this command changes data; use the running Xunlu, or close it first")
	}
	o.Dir, o.Log = p.dir, p.log()
	a, err := app.Open(p.ctx, o)
	if err != nil {
		if errors.Is(err, storage.ErrLocked) {
			return fmt.Errorf("%w; close it, or give another folder with --data", err)
		}
		return err
	}
	err = do(a)
	return errors.Join(err, a.Close())
}

// reading opens the data folder for a command that only reads. When a running Xunlu holds it, that one answers.
func (p *program) reading(c *cobra.Command, args []string, do func(a *app.App) error) error {
	if p.held != nil {
		return do(p.held)
	}
	code, err := app.Ask(p.ctx, p.dir, p.again(c, args), p.stdout, p.stderr) // first: to wait for the folder's lock takes a second
	if err == nil {
		return exit(code)
	}
	if !errors.Is(err, app.ErrNoInstance) {
		return err
	}
	a, err := app.Open(p.ctx, app.Options{Dir: p.dir, Log: p.log(), Paused: true})
	if errors.Is(err, storage.ErrLocked) {
		return fmt.Errorf("%w and does not answer; close it, or give another folder with --data", err)
	}
	if err != nil {
		return err
	}
	err = do(a)
	return errors.Join(err, a.Close())
}

// again rebuilds the command line for the instance that answers.
func (p *program) again(c *cobra.Command, args []string) []string {
	out := strings.Fields(c.CommandPath())[1:]
	c.Flags().Visit(func(f *pflagFlag) {
		switch f.Name {
		case "data":
		case "out": // means the same file in the other process
			out = append(out, "--out="+absolute(f.Value.String()))
		default:
			out = append(out, "--"+f.Name+"="+f.Value.String())
		}
	})
	return append(append(out, "--"), args...)
}
