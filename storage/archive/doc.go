// Package archive keeps pages as they came: segments of at most 256 MB named 000001.warc.zst, each a sequence of zstd
// frames, each frame one WARC/1.1 record. `zstd -d` of a segment is a standard WARC file.
//
// Segments are only appended to. A page's place ("segment:offset:length") stays valid for ever, and all pages can be
// read back from the segments alone. The package knows nothing of sites, judges and stores.
package archive
