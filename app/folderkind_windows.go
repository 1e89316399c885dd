package app

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// folderKind says where a folder lies: on a drive of this computer, in another computer's share, or in a folder a program keeps
// in step with the net.
func folderKind(dir string) FolderKind {
	full, err := filepath.Abs(dir)
	if err != nil {
		return FolderLocal
	}
	for _, name := range []string{"OneDrive", "OneDriveCommercial", "OneDriveConsumer"} {
		if root := os.Getenv(name); root != "" && inside(full, root) {
			return FolderSynced
		}
	}
	volume := filepath.VolumeName(full)
	if strings.HasPrefix(volume, `\\`) && !strings.HasPrefix(volume, `\\?\`) && !strings.HasPrefix(volume, `\\.\`) {
		return FolderNetwork
	}
	root, err := windows.UTF16PtrFromString(volume + `\`)
	if err == nil && windows.GetDriveType(root) == windows.DRIVE_REMOTE {
		return FolderNetwork
	}
	return syncedByName(full)
}
