package main

import (
	"os"

	"xunlu/app/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], nil)) }
