package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"xunlu/app"
)

func (p *program) url() *cobra.Command {
	var base, charset string
	c := &cobra.Command{Use: "url URL…", Short: "Canonical forms, a JSON line an input", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, in := range args {
				line := struct {
					Input string  `json:"input"`
					URL   *string `json:"url"`
					Error string  `json:"error"`
				}{Input: in}
				u, err := app.CanonicalURL(base, in, charset)
				if err != nil {
					line.Error = err.Error()
				} else {
					line.URL = &u
				}
				if err := p.printJSON(line); err != nil {
					return err
				}
			}
			return nil
		}}
	c.Flags().StringVar(&base, "base", "", "address that relative ones belong to")
	c.Flags().StringVar(&charset, "charset", "", "charset of the page they stand on, for the query")
	return c
}

func (p *program) robots() *cobra.Command {
	var agent string
	c := &cobra.Command{Use: "robots --agent NAME FILE URL…", Short: "What a robots.txt allows, a JSON line a URL", Args: cobra.MinimumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			body, err := readInput(p.stdin, args[0])
			if err != nil {
				return err
			}
			for _, a := range app.Robots(body, agent, args[1:]) {
				if err := p.printJSON(a); err != nil {
					return err
				}
			}
			return nil
		}}
	c.Flags().StringVar(&agent, "agent", "Xunlu", "name to look up")
	return c
}

func (p *program) text() *cobra.Command {
	var today string
	c := &cobra.Command{Use: "text TEXT…", Short: "Price, days, nights, dates and transport read from a text, a JSON line each", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			day := time.Now()
			if today != "" {
				t, err := time.Parse(time.DateOnly, today)
				if err != nil {
					return badUse("--today is %q, write it like 2026-05-01", today)
				}
				day = t
			}
			for _, t := range args {
				line, err := app.ReadText(t, day)
				if err != nil {
					return err
				}
				if err := p.printJSON(line); err != nil {
					return err
				}
			}
			return nil
		}}
	c.Flags().StringVar(&today, "today", "", "day the text was read, for dates without a year")
	return c
}

// readInput reads a file or standard input.
func readInput(stdin io.Reader, name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(stdin, 10<<20))
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; give a file", name)
	}
	return os.ReadFile(name)
}
