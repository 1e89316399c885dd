package app

import "testing"

func TestFolderKindByName(t *testing.T) {
	for path, want := range map[string]FolderKind{
		"/home/li/.local/share/xunlu":          FolderLocal,
		"/home/li/OneDrive/xunlu":              FolderSynced,
		"/home/li/OneDrive - 远行旅行社/data/xunlu": FolderSynced,
		"/home/li/坚果云/寻路":                      FolderSynced,
		"/home/li/onedriver/xunlu":             FolderLocal,
	} {
		if got := syncedByName(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if !inside("/A/b/c", "/a/B") || inside("/a/bc", "/a/b") || !inside("/a/b", "/a/b") {
		t.Error("inside is wrong about letters, siblings or the folder itself")
	}
}
