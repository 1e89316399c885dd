#!/usr/bin/env bash
# Tries what is handed out to Windows users, under wine: installer, window, crawl, second start, kill, uninstaller, a machine
# without OpenGL. test.sh VERSION, after dist.sh and `make headless`. Every step prints a line; the first that fails ends it.
# What the installer or wine say by their exit codes is not believed: files and registry are looked at.
set -euo pipefail
version=$1
cd "$(dirname "$0")/../.."
if ! command -v wine >/dev/null; then echo "skipped: wine is not installed here (Debian: apt-get install wine wine64)"; exit 0; fi
work=$(mktemp -d)
export WINEPREFIX=$work/wine WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" LIBGL_ALWAYS_SOFTWARE=1 LC_ALL=C.UTF-8
display=":$((200 + RANDOM % 500))" blind=":$((800 + RANDOM % 500))"
Xvfb "$display" -screen 0 1280x800x24 -nolisten tcp >/dev/null 2>&1 & xvfb=$!
Xvfb "$blind" -screen 0 1280x800x24 -nolisten tcp -extension GLX >/dev/null 2>&1 & xblind=$!
export DISPLAY=$display
pictures=${PICTURES:-$work}
trap 'wineserver -k 2>/dev/null || true; kill $xvfb $xblind 2>/dev/null || true; rm -rf "$work"' EXIT

step() { printf '%-62s' "$1"; }
ok() { echo "ok${1:+  ($1)}"; }
fail() { echo "FAILED: $1"; exit 1; }
until_true() { # seconds, command…
  local end=$((SECONDS + $1)); shift
  until "$@" >/dev/null 2>&1; do [ $SECONDS -lt $end ] || return 1; sleep 0.3; done
}
value() { python3 -c 'import json,sys; print(json.load(sys.stdin)'"$1"')'; }
cli() { timeout 300 wine "$home/xunlu-cli.exe" "$@" 2>>"$work/cli.err" | tr -d '\r'; }

step "a fresh Windows"
wineboot -i >/dev/null 2>&1
sys=$WINEPREFIX/drive_c/windows/system32
[ -d "$sys" ] || fail "wine made no system folder"
if [ ! -f "$sys/bcryptprimitives.dll" ]; then
  x86_64-w64-mingw32-gcc -shared -O2 -o "$sys/bcryptprimitives.dll" assets/windows/processprng.c -ladvapi32
fi
# The system's own boxes draw with the system's fonts: a Windows in China has one for Chinese, wine has none.
font=$(fc-list :lang=zh-cn file 2>/dev/null | head -1 | sed 's/: *$//') || true
[ -n "$font" ] && cp "$font" "$WINEPREFIX/drive_c/windows/Fonts/"
ok

step "installer: files, shortcut, uninstall entry"
timeout 300 wine "dist/xunlu-setup-$version.exe" /S >/dev/null 2>&1 || true
users=$WINEPREFIX/drive_c/users/$(id -un)
home=$users/AppData/Local/Programs/Xunlu
data=$users/AppData/Local/Xunlu
until_true 60 test -f "$home/uninstall.exe" || fail "no uninstaller in $home"
for f in xunlu.exe xunlu-cli.exe LICENSE.txt third-party.md; do [ -s "$home/$f" ] || fail "$f is not there"; done
[ -n "$(find "$users" "$WINEPREFIX/drive_c" -name '*.lnk' -ipath '*start menu*' 2>/dev/null | head -1)" ] || fail "no start menu entry"
key='HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Xunlu'
wine reg query "$key" 2>/dev/null | tr -d '\r' | grep -q "DisplayVersion.*$version" || fail "no uninstall entry in the registry"
ok "$(du -h "dist/xunlu-setup-$version.exe" | cut -f1)"

# Without a browser on both sides: whether one is installed here decides what pages built by JavaScript hold.
step "xunlu-cli.exe crawl --demo: the same pages and routes as here"
there_dir="$WINEPREFIX/drive_c/测试 数据/here"
mkdir -p "$work/here" "$there_dir"
echo '{"browser":"off"}' | tee "$work/here/config.json" >"$there_dir/config.json"
here=$(timeout 300 bin/xunlu-cli crawl --demo --json --delay 0 --data "$work/here" 2>/dev/null)
there=$(cli crawl --demo --json --delay 0 --data 'C:\测试 数据\here')
for k in pages routes; do
  [ "$(value "['$k']" <<<"$here")" = "$(value "['$k']" <<<"$there")" ] || fail "$k: $(value "['$k']" <<<"$here") here, $(value "['$k']" <<<"$there") there"
done
titles() { python3 -c 'import json,sys; print("\n".join(sorted(json.dumps([r.get(k) for k in ("title","days","price")], ensure_ascii=False) for r in map(json.loads, sys.stdin))))'; }
bin/xunlu-cli export --format jsonl --out - --data "$work/here" 2>/dev/null | titles >"$work/here.txt"
cli export --format jsonl --out - --data 'C:\测试 数据\here' | titles >"$work/there.txt"
[ -s "$work/here.txt" ] || fail "no routes were exported"
cmp -s "$work/here.txt" "$work/there.txt" || fail "routes differ: $(diff "$work/here.txt" "$work/there.txt" | head -3)"
ok "$(value "['pages']" <<<"$there") pages, $(value "['routes']" <<<"$there") routes"

step "window opens"
mkdir -p "$data"; [ -f "$data/config.json" ] || echo '{"language":"zh"}' >"$data/config.json"
wine "$home/xunlu.exe" >"$work/window.out" 2>&1 &
start=$(date +%s%N)
until_true 60 xdotool search --onlyvisible --name '寻路|Xunlu' || fail "no window: $(cat "$work/window.out")"
took=$(( ($(date +%s%N) - start) / 1000000 ))
sleep 6; import -window root "$pictures/windows-first-start.png"
ok "$took ms"

step "demo crawl in the window"
window=$(xdotool search --onlyvisible --name '寻路|Xunlu' | head -1)
xdotool windowactivate "$window" 2>/dev/null || true
xdotool mousemove 330 571 click 1
crawled() { [ "$(cli search --json 桂林 | value "['total']")" -gt 0 ]; }
until_true 180 crawled || { import -window root "$pictures/windows-demo.png"; fail "no routes about 桂林 after three minutes"; }
import -window root "$pictures/windows-demo.png"
ok "$(cli search --json 桂林 | value "['total']") routes about 桂林 so far"

step "a second start is answered by the first"
timeout 60 wine "$home/xunlu.exe" >"$work/second.out" 2>&1 || fail "the second start ended with $?: $(cat "$work/second.out")"
[ "$(xdotool search --onlyvisible --name '寻路|Xunlu' | wc -l)" -ge 1 ] || fail "the first window is gone"
ok

step "XLSX export from the running program"
cli export --format xlsx --out 'C:\线路.xlsx' >/dev/null || fail "$(tail -1 "$work/cli.err")"
python3 - "$WINEPREFIX/drive_c/线路.xlsx" <<'PY' || fail "the workbook cannot be read"
import sys, zipfile
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
assert z.read("xl/worksheets/sheet1.xml").count(b"<row") > 10
PY
ok

step "killed in mid-crawl, and checked"
wineserver -k9 || true
sleep 1
cli check >"$work/check.out" || fail "$(cat "$work/check.out") $(tail -1 "$work/cli.err")"
ok "$(tail -1 "$work/check.out")"

step "started again, it still has them"
wine "$home/xunlu.exe" >"$work/window.out" 2>&1 &
until_true 60 xdotool search --onlyvisible --name '寻路|Xunlu' || fail "no window: $(cat "$work/window.out")"
until_true 60 crawled || fail "the routes are gone"
sleep 5; import -window root "$pictures/windows-again.png"
wine taskkill /IM xunlu.exe >/dev/null 2>&1 || true # asks its window to close, as its cross does
until_true 30 bash -c '! pgrep -f "[X]unlu.xunlu.exe"' || fail "it does not close when it is asked to"
ok

step "without OpenGL: a message, not a crash"
DISPLAY=$blind timeout 25 wine "$home/xunlu.exe" >"$work/blind.out" 2>&1 || true
grep -q OpenGL "$work/blind.out" || fail "it said: $(cat "$work/blind.out")"
grep -qi "panic\|goroutine " "$work/blind.out" && fail "it crashed: $(cat "$work/blind.out")"
wineserver -k || true
ok

step "uninstaller keeps the data"
timeout 120 wine "$home/uninstall.exe" /S >/dev/null 2>&1 || true
until_true 60 test ! -f "$home/xunlu.exe" || fail "the program is still there"
[ -s "$data/store.db" ] || fail "the data is gone"
wine reg query "$key" >/dev/null 2>&1 && fail "the uninstall entry is still there"
[ -z "$(find "$users" -name '*.lnk' -ipath '*start menu*' 2>/dev/null | head -1)" ] || fail "the start menu entry is still there"
ok
