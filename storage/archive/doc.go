// Package archive keeps pages as they came: segments of at most 256 MB named 000001.warc.zst, each a sequence of zstd
// frames, each frame one WARC/1.1 record. `zstd -d` of a segment is a standard WARC file.
//
// Segments are only appended to. A page's place ("segment:offset:length") stays valid for ever, and all pages can be
// read back from the segments alone. The package knows nothing of sites, judges and stores.
//
// There is no dictionary per site, although pages that share a shell would shrink to less than half: a frame that needs a
// dictionary cannot be unpacked by `zstd -d` alone, and one lost dictionary would be the loss of a whole site.
package archive
