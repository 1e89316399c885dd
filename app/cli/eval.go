package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/judge/learn"
)

// evalJSON is the JSON of `xunlu eval`.
type evalJSON struct {
	Rules     string                `json:"rules"`
	N         int                   `json:"n"`
	TP        int                   `json:"tp"`
	FP        int                   `json:"fp"`
	FN        int                   `json:"fn"`
	TN        int                   `json:"tn"`
	Accuracy  float64               `json:"accuracy"`
	Precision float64               `json:"precision"`
	Recall    float64               `json:"recall"`
	F1        float64               `json:"f1"`
	Intervals map[string][2]float64 `json:"intervals"`
	Sites     int                   `json:"sites"`
	SiteF1    float64               `json:"site_f1"`
	By        map[string]evalPart   `json:"by"`
	Wrong     []app.Wrong           `json:"wrong"`

	Site   learn.SiteIntervals     `json:"site_intervals"`
	ByLang map[string]learn.Report `json:"by_lang,omitempty"`
	Fitted string                  `json:"fitted,omitempty"` // of held-out pages: how the weights were fitted
	Chosen []string                `json:"chosen,omitempty"` // of a nested check: by each fold
}

type evalPart struct {
	N         int     `json:"n"`
	TP        int     `json:"tp"`
	FP        int     `json:"fp"`
	FN        int     `json:"fn"`
	TN        int     `json:"tn"`
	Accuracy  float64 `json:"accuracy"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

func partOf(t learn.Table) evalPart {
	return evalPart{t.N(), t.TP, t.FP, t.FN, t.TN, t.Accuracy(), t.Precision(), t.Recall(), t.F1()}
}

func (p *program) eval() *cobra.Command {
	var labels, rules, lang string
	var paper, cross, nested bool
	c := &cobra.Command{Use: "eval --labels FILE | --paper", Short: "How well rules judge labelled pages, or the paper's experiments on generated ones", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch {
			case paper && (labels != "" || rules != ""):
				return badUse("eval --paper generates its own pages and uses the rule sets paper and xunlu; leave --labels and --rules out")
			case paper:
				return p.paper()
			case labels == "":
				return badUse("eval needs --labels FILE: tab separated, with the columns id, file and label; or --paper")
			}
			r, err := p.rulesFor(rules)
			if err != nil {
				return err
			}
			list, err := app.ReadLabels(labels)
			if err != nil {
				return err
			}
			if list = app.InLanguage(list, lang); len(list) == 0 {
				return badUse("--lang %q leaves no labelled page; the column lang holds values like zh-Hans or en", lang)
			}
			if cross || nested {
				return p.cross(list, r, nested)
			}
			ev, err := app.Evaluate(list, r)
			if err != nil {
				return err
			}
			if p.json {
				return p.printJSON(jsonOf(ev))
			}
			return p.printEval(ev)
		}}
	c.Flags().StringVar(&labels, "labels", "", "labels file; pages are read relative to it")
	c.Flags().StringVar(&rules, "rules", "", "rule set: a name, name@version, or a JSON file (default: xunlu)")
	c.Flags().StringVar(&lang, "lang", "", "only pages whose language begins so: zh, zh-Hant, en")
	c.Flags().BoolVar(&cross, "cross", false, "judge each site by weights fitted to the other sites")
	c.Flags().BoolVar(&nested, "nested", false, "as --cross in ten folds, the penalty chosen anew inside each fold: the most honest figure")
	c.Flags().BoolVar(&paper, "paper", false, "crawl generated webs of the paper's size and print its tables 4.2 and 4.3 (some minutes)")
	return c
}

func jsonOf(ev app.Eval) evalJSON {
	m := ev.Report
	part := partOf(m.Table)
	out := evalJSON{Rules: ev.Rules, N: part.N, TP: part.TP, FP: part.FP, FN: part.FN, TN: part.TN, Accuracy: part.Accuracy,
		Precision: part.Precision, Recall: part.Recall, F1: part.F1, Sites: m.Sites, SiteF1: m.SiteF1,
		Intervals: map[string][2]float64{"accuracy": {m.Accuracy.Low, m.Accuracy.High}, "precision": {m.Precision.Low, m.Precision.High},
			"recall": {m.Recall.Low, m.Recall.High}, "f1": {m.F1.Low, m.F1.High}},
		By: map[string]evalPart{}, Wrong: ev.Wrong, Site: m.BySite, ByLang: ev.ByLang}
	for k, t := range ev.By {
		out.By[k] = partOf(t)
	}
	if out.Wrong == nil {
		out.Wrong = []app.Wrong{}
	}
	return out
}

// cross prints how the factors of rules judge sites that their weights were not fitted to.
func (p *program) cross(list []app.Labelled, r judge.Rules, nested bool) error {
	c, err := app.CrossEvaluate(list, r, nested)
	if err != nil {
		return err
	}
	if p.json {
		out := jsonOf(c.Eval)
		out.Fitted, out.Chosen = c.Fitted, c.Choices
		return p.printJSON(out)
	}
	o := p.out()
	o.f("held-out sites: each is judged by weights fitted to the others (%s)\n", c.Fitted)
	if len(c.Choices) > 0 {
		o.f("chosen by the folds: %s\n", strings.Join(c.Choices, "; "))
	}
	if o.err != nil {
		return o.err
	}
	return p.printEval(c.Eval)
}

func (p *program) printEval(ev app.Eval) error {
	o := p.out()
	m := ev.Report
	t := m.Table
	o.f("rules %s on %d pages of %d sites\n\n", ev.Rules, t.N(), m.Sites)
	o.f("                 judged route   judged other\n")
	o.f("  label route    %12d   %12d\n  label other    %12d   %12d\n\n", t.TP, t.FN, t.FP, t.TN)
	line := func(name string, i learn.Interval) {
		o.f("  %-10s %5.1f %%   95 %% interval %5.1f – %5.1f %%\n", name, 100*i.Value, 100*i.Low, 100*i.High)
	}
	line("accuracy", m.Accuracy)
	line("precision", m.Precision)
	line("recall", m.Recall)
	line("F1", m.F1)
	o.f("  averaged over sites:\n")
	line("precision", m.BySite.Precision)
	line("recall", m.BySite.Recall)
	line("F1", m.BySite.F1)
	o.f("\n")
	langs := slices.Sorted(maps.Keys(ev.ByLang))
	for _, k := range langs {
		if b := ev.ByLang[k]; b.Table.TP+b.Table.FN > 0 {
			o.f("  %-8s F1 %5.1f %% (%5.1f – %5.1f)   averaged over its %d sites %5.1f %% (%5.1f – %5.1f)\n", k, 100*b.F1.Value, 100*b.F1.Low, 100*b.F1.High,
				b.Sites, 100*b.BySite.F1.Value, 100*b.BySite.F1.Low, 100*b.BySite.F1.High)
		}
	}
	o.f("\n")
	keys := make([]string, 0, len(ev.By))
	for k := range ev.By {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		b := ev.By[k]
		o.f("  %-16s n %4d   right %4d   wrong %3d   precision %s   recall %s\n", k, b.N(), b.TP+b.TN, b.FP+b.FN, share(b.TP, b.TP+b.FP), share(b.TP, b.TP+b.FN))
	}
	if len(ev.Wrong) > 0 {
		o.f("\nwrong:\n")
	}
	for _, w := range ev.Wrong {
		o.f("  %-8s %-8s %+.3f  %s  (%s)\n", w.ID, w.Label, w.Score, w.Title, w.Why)
	}
	for _, u := range ev.Unread {
		o.f("  not read: %s\n", u)
	}
	return o.err
}

func (p *program) learn() *cobra.Command {
	var labels, rules, out, method string
	var stored, use bool
	c := &cobra.Command{Use: "learn --labels FILE --out FILE | --stored", Short: "Fit weights and threshold to labelled pages", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch {
			case method != app.LearnLogistic && method != app.LearnPaper:
				return badUse("--method is %q, it must be logistic or paper", method)
			case stored && (labels != "" || rules != ""):
				return badUse("learn --stored takes the labels and the rules in force of the data folder; leave --labels and --rules out")
			case stored:
				return p.learnStored(out, method, use)
			case use:
				return badUse("--use goes with --stored; a file of rules comes into force with xunlu rules import and xunlu rules use")
			case labels == "" || out == "":
				return badUse("learn needs --labels FILE and --out FILE, or --stored")
			}
			r, err := p.rulesFor(rules)
			if err != nil {
				return err
			}
			list, err := app.ReadLabels(labels)
			if err != nil {
				return err
			}
			l, err := app.Learn(list, r, method)
			if err != nil {
				return err
			}
			data, err := json.MarshalIndent(l.Rules, "", "  ")
			if err != nil {
				return err
			}
			if err := os.WriteFile(out, append(data, '\n'), 0o600); err != nil {
				return fmt.Errorf("rules file %s cannot be written: %w", out, err)
			}
			if p.json {
				return p.printJSON(l)
			}
			o := p.out()
			o.f("%s\n", l.Text)
			o.f("written to %s; store it with: xunlu rules import %s\n", out, out)
			return o.err
		}}
	c.Flags().StringVar(&labels, "labels", "", "labels file; pages are read relative to it")
	c.Flags().StringVar(&rules, "rules", "", "rule set whose factors are weighed (default: xunlu)")
	c.Flags().StringVar(&out, "out", "", "JSON file for the new rules")
	c.Flags().BoolVar(&stored, "stored", false, "learn from the labels in the data folder, by what the crawl counted")
	c.Flags().BoolVar(&use, "use", false, "with --stored: judge by the learned rules from now on, stored pages again")
	c.Flags().StringVar(&method, "method", "logistic", "logistic (L2-regularised regression) or paper (occurrence counts)")
	return c
}

// share prints hits of n, or a dash when there is nothing to divide by.
func share(hits, n int) string {
	if n == 0 {
		return "      –"
	}
	return fmt.Sprintf("%5.1f %%", 100*float64(hits)/float64(n))
}
