#!/bin/sh
# Make the samples: make.sh OUTDIR
# Work whose products are newer than what they are made from is skipped.
set -eu

if [ $# -ne 1 ]; then
    echo "usage: make.sh OUTDIR" >&2
    exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/quay"
export PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3

# fresh LAST INPUT... : the last file written is newer than every input
fresh() {
    last=$1
    shift
    [ -f "$last" ] || return 1
    for input in "$@"; do
        if [ "$input" -nt "$last" ]; then return 1; fi
    done
}

say() {
    for product in "$@"; do echo "$state $product"; done
}

if fresh "$out/quay-pictures/.done" pictures/make_pictures.py; then
    state="kept"
else
    state="made"
    $python pictures/make_pictures.py "$out/quay-pictures"
    touch "$out/quay-pictures/.done"
fi
say "$out"/quay-pictures/*.png

if fresh "$out/quay-pages/.done" ./*.py stories/*.md "$out/quay-pictures/.done"; then
    state="kept"
else
    state="made"
    $python make_pdf.py "$out"
    touch "$out/quay-pages/.done"
fi
say "$out/quay.pdf" "$out"/quay-pages/*.png "$out"/quay-pages/*.xml

# A publication has nothing outside its folder, so the layout, its stories and the pictures it
# names are brought together.
layout=../quay-layout
if fresh "$out/quay-layout/pictures/tides.png" $layout/layout.json $layout/stories/*.md \
    "$out/quay-pictures/.done"; then
    state="kept"
else
    state="made"
    rm -rf "$out/quay-layout"
    mkdir -p "$out/quay-layout/pictures"
    cp -R $layout/layout.json $layout/stories "$out/quay-layout"
    for picture in compass harbour lighthouse mackerel porthole tides; do
        cp "$out/quay-pictures/$picture.png" "$out/quay-layout/pictures"
    done
fi
say "$out/quay-layout"
