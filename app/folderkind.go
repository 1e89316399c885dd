package app

import (
	"path/filepath"
	"strings"
)

// FolderKind says on what kind of storage the data folder lies.
type FolderKind string

// The store is written in place and locked by the system: that holds on a drive of this computer only.
const (
	FolderLocal   FolderKind = ""
	FolderNetwork FolderKind = "network" // another computer's disk: locks and order of writes are not what the store relies on
	FolderSynced  FolderKind = "synced"  // OneDrive and its like copy the files while they are being written
)

// FolderKind says where the data folder lies, so that the user can be warned.
func (a *App) FolderKind() FolderKind { return folderKind(a.dir) }

// syncNames are the folders that sync programs make in a home.
var syncNames = [...]string{"onedrive", "dropbox", "google drive", "icloud drive", "nutstore", "坚果云", "百度网盘同步空间", "wps云盘"}

// syncedByName looks for the usual names of synced folders on the way to a folder.
func syncedByName(full string) FolderKind {
	for _, part := range strings.Split(filepath.ToSlash(strings.ToLower(full)), "/") {
		for _, n := range syncNames {
			if part == n || strings.HasPrefix(part, n+" - ") {
				return FolderSynced
			}
		}
	}
	return FolderLocal
}

// inside says whether a path is a folder or lies in it, letters big or small.
func inside(full, root string) bool {
	rel, err := filepath.Rel(strings.ToLower(filepath.Clean(root)), strings.ToLower(full))
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
