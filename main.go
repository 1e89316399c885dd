// Command xunlu crawls travel agencies' sites, keeps the pages that sell a tour, and searches them offline.
// Without a command it opens its window; built with the tag headless it has none and needs no graphics.
package main

import (
	"os"

	"xunlu/app/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], window())) }
