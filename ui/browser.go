//go:build !headless

package ui

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"time"

	"xunlu/app"
	"xunlu/app/web"
)

// browse is the way on where the graphics cannot show a window: the system's own box says why, in both languages because the words
// of the window need the window, and offers the local page in the browser. The program runs until the second box is closed.
func browse(ctx context.Context, a *app.App, log *slog.Logger, answer func(*app.App) app.Command, cause error) (err error) {
	log.Error("no window", "err", cause)
	if !question("这台电脑不能显示寻路的窗口：显卡驱动不支持 OpenGL 2.1（常见于远程桌面、虚拟机和旧显卡）。\n是否改在浏览器中使用？（查看状态、开始或暂停抓取、搜索线路）\n\n" +
		"Xunlu's window cannot be shown here: the graphics driver has no OpenGL 2.1, as is usual on remote desktops, virtual machines and old graphics.\n" +
		"Go on in the browser instead? (status, start and pause, search)\n\n" + cause.Error()) {
		return nil
	}
	s, err := web.Serve(ctx, a, web.Options{Control: true, Log: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	a.Start()
	if answer != nil {
		if err := a.Answer(ctx, answer(a), func() { openInBrowser(ctx, log, s.URL()) }); err != nil {
			return err
		}
	}
	if err := a.ResumeDemo(ctx); err != nil {
		return err
	}
	openInBrowser(ctx, log, s.URL())
	if !stay("寻路正在浏览器中运行：\n" + s.URL() + "\n\n用完后关闭此框，寻路随之结束；已抓取的内容都会保留。\n\n" +
		"Xunlu is running in the browser, at the address above. Close this box to end it; everything collected is kept.") {
		<-ctx.Done()
	}
	return nil
}

// browserTime is how long the system's opener may take to say that it has no browser. One that goes on is the browser itself.
const browserTime = 4 * time.Second

// showInBrowser shows an address in the system's browser without the toolkit, which does not tell when there is none.
func showInBrowser(ctx context.Context, address string) error {
	var c *exec.Cmd
	switch runtime.GOOS {
	case "windows":
		c = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	case "darwin":
		c = exec.Command("open", address)
	default:
		c = exec.Command("xdg-open", address)
	}
	if err := c.Start(); err != nil {
		return fmt.Errorf("open %s in a browser: %w", address, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("open %s in a browser: %w", address, err)
		}
	case <-time.After(browserTime):
	case <-ctx.Done():
	}
	return nil
}

// openInBrowser is showInBrowser where there is no window. When it cannot, the box with the address is still there.
func openInBrowser(ctx context.Context, log *slog.Logger, address string) {
	if err := showInBrowser(ctx, address); err != nil {
		log.Warn("no browser was opened", "err", err)
		fmt.Fprintln(os.Stderr, address)
	}
}
