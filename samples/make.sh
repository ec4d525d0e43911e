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

book=../quay-epub
if fresh "$out/quay.epub" $book/*.py $book/styles/*.css $layout/stories/*.md \
    "$out/quay-pictures/.done"; then
    state="kept"
else
    state="made"
    $python $book/make_epub.py $layout/stories "$out/quay-pictures" "$out/quay.epub"
fi
say "$out/quay.epub"

# One issue of four kinds of parts, as a folder and as an archive.
package=../quay-package
if fresh "$out/quay-package.zip" $package/* $layout/layout.json "$out/quay-pages/.done"; then
    state="kept"
else
    state="made"
    rm -rf "$out/quay-package"
    mkdir -p "$out/quay-package/scans"
    cp $package/recto.json $package/welcome.md "$out/quay.pdf" "$out/quay-package"
    cp "$out/quay-pictures/harbour.png" "$out/quay-package/cover.png"
    for page in 5 6; do
        cp "$out/quay-pages/page$page.png" "$out/quay-pages/page$page.xml" \
            "$out/quay-package/scans"
    done
    cp -R "$out/quay-layout" "$out/quay-package/feature"
    $python $package/make_zip.py "$out/quay-package" "$out/quay-package.zip"
fi
say "$out/quay-package" "$out/quay-package.zip"

html=../quay-html
if fresh "$out/quay-html/book.json" $html/* stories/*.md "$out/quay-pictures/.done"; then
    state="kept"
else
    state="made"
    rm -rf "$out/quay-html"
    $python $html/make_html.py "$out/quay-pictures" "$out/quay-html"
fi
say "$out/quay-html"
