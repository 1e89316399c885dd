//go:build headless

package main

import "xunlu/app/cli"

// window is none: servers, nodes and tests need no graphics.
func window() cli.Window { return nil }
