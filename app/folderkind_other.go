//go:build !windows && !linux

package app

import "path/filepath"

func folderKind(dir string) FolderKind {
	full, err := filepath.Abs(dir)
	if err != nil {
		return FolderLocal
	}
	return syncedByName(full)
}
