#!/bin/sh
# Makes XunluSans-Regular.otf and XunluSans-Bold.otf from Noto Sans CJK (SIL Open Font License 1.1, see OFL.txt).
# Needs the packages fonts-noto-cjk and python3-fonttools of Debian or Ubuntu; takes half a minute.
# Regular holds all of GBK, because the window shows pages in traditional Chinese; Bold, used for titles, prices and
# names, holds GB2312 and the first level of Big5.
set -eu
cd "$(dirname "$0")"
from=${NOTO_CJK_DIR:-/usr/share/fonts/opentype/noto}
python=${PYTHON:-/usr/bin/python3}
"$python" subset.py "$from/NotoSansCJK-Regular.ttc" XunluSans-Regular.otf Regular gbk
"$python" subset.py "$from/NotoSansCJK-Bold.ttc" XunluSans-Bold.otf Bold common
