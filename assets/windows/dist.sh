#!/usr/bin/env bash
# Builds what is handed out: installer, portable zip, Linux archive, list of parts (SBOM), checksums. Run by `make dist`.
# dist.sh VERSION OUT. UPDATE_KEY is the public key of who announces new versions and UPDATE_ADDRESS where, none when empty. Signs the Windows programs when XUNLU_CERT (a .pfx) is given; see docs/developing.md.
set -euo pipefail
version=$1 out=$(realpath -m "$2")
cd "$(dirname "$0")/../.."
go=${GO:-go}
winres=github.com/tc-hib/go-winres@v0.3.3
sbom=github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0
flags="-s -w -X xunlu/app.Version=$version -X xunlu/app.UpdateKey=${UPDATE_KEY:-} -X xunlu/app.UpdateAddress=${UPDATE_ADDRESS:-}"

mkdir -p "$out"
win=$(mktemp -d) lin=$(mktemp -d)
trap 'rm -rf "$win" "$lin" rsrc_windows_amd64.syso' EXIT

sign() {
  [ -n "${XUNLU_CERT:-}" ] || return 0
  osslsigncode sign -pkcs12 "$XUNLU_CERT" -pass "${XUNLU_CERT_PASS:-}" -n Xunlu -ts http://timestamp.digicert.com -in "$1" -out "$1.signed"
  mv "$1.signed" "$1"
}

# Icon, version and manifest are linked from this file into both programs.
$go run $winres make --in assets/windows/winres.json --arch amd64 --out rsrc --file-version "$version.0" --product-version "$version.0"
CGO_ENABLED=1 GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc \
  $go build -trimpath -tags migrated_fynedo -ldflags "$flags -H=windowsgui" -o "$win/xunlu.exe" .
CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $go build -trimpath -tags headless -ldflags "$flags" -o "$win/xunlu-cli.exe" .
sign "$win/xunlu.exe"; sign "$win/xunlu-cli.exe"
sed 's/$/\r/' LICENSE > "$win/LICENSE.txt"
cp docs/third-party.md "$win/"

setup="$out/xunlu-setup-$version.exe"
makensis -V2 -INPUTCHARSET UTF8 -DVERSION="$version" -DFILES="$win" -DOUT="$setup" assets/windows/setup.nsi
sign "$setup"

# The mark beside the program keeps the data beside it too.
echo "With this file here, Xunlu keeps its data in the folder data beside it." > "$win/portable"
cp README.md README.zh.md LICENSE "$win/"
cp -r docs "$win/" # with the pictures: the README links to them
rm -f "$out/xunlu-portable-$version.zip"
(cd "$win" && zip -q -9 -r "$out/xunlu-portable-$version.zip" .)

$go build -tags migrated_fynedo -ldflags "$flags" -o "$lin/xunlu" .
CGO_ENABLED=0 $go build -tags headless -ldflags "$flags" -o "$lin/xunlu-cli" .
cp LICENSE README.md README.zh.md "$lin/"
cp -r docs "$lin/"
tar -C "$lin" --sort=name --owner=0 --group=0 -czf "$out/xunlu-linux-amd64-$version.tar.gz" .

$go run $sbom app -json -licenses -output "$out/xunlu-$version.cdx.json" -main . .
(cd "$out" && sha256sum xunlu-setup-$version.exe xunlu-portable-$version.zip xunlu-linux-amd64-$version.tar.gz xunlu-$version.cdx.json > SHA256SUMS && cat SHA256SUMS && du -h ./*)
