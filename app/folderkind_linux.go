package app

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// folderKind says where a folder lies: on a drive of this computer, in another computer's share, or in a folder a program keeps
// in step with the net.
func folderKind(dir string) FolderKind {
	full, err := filepath.Abs(dir)
	if err != nil {
		return FolderLocal
	}
	var s unix.Statfs_t
	if unix.Statfs(full, &s) == nil {
		switch uint32(s.Type) {
		case unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.V9FS_MAGIC, unix.CEPH_SUPER_MAGIC, unix.AFS_SUPER_MAGIC:
			return FolderNetwork
		}
	}
	return syncedByName(full)
}
