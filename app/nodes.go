package app

import "xunlu/engine"

// Params gives the live parameters of the nodes.
func (a *App) Params() engine.Params { return a.coord.Params() }

// SetParams changes the live parameters; they act within a heartbeat.
func (a *App) SetParams(change func(*engine.Params)) error { return a.coord.SetParams(change) }

// PauseAll stops or resumes the crawl; pages in work are finished.
func (a *App) PauseAll(paused bool) { a.coord.PauseAll(paused) }

// PauseNode stops or resumes one node; RemoveNode forgets it.
func (a *App) PauseNode(name string, paused bool) error { return a.coord.PauseNode(name, paused) }
func (a *App) RemoveNode(name string) error             { return a.coord.RemoveNode(name) }
