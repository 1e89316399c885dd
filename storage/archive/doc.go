// Package archive keeps pages as they came: segments of at most 256 MB named 000001.warc.zst, each a sequence of zstd
// frames, each frame one or more WARC/1.1 records: pages that were committed together, up to half a megabyte of them.
// `zstd -d` of a segment is a standard WARC file.
//
// Segments are only appended to. A page's place ("segment:offset:length", and its own offset in the unpacked frame) stays
// valid for ever, and all pages can be read back from the segments alone. The package knows nothing of sites, judges and
// stores.
//
// There is no dictionary per site, although pages that share a shell would shrink to less than half: a frame that needs a
// dictionary cannot be unpacked by `zstd -d` alone, and one lost dictionary would be the loss of a whole site. The pages of
// a frame are each other's dictionary instead: sixteen a frame at the fastest level take less room than gzip -6, on real pages of many
// sites (5.5 to 5.1) and on generated ones (3.25 to 3.17), at a fifth of its time or less (BenchmarkCodecs), where pages alone at the
// default level took more (5.0 and 3.03).
package archive
