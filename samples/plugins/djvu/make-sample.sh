#!/bin/sh
# Make a DjVu file of three pages of the sample issue: make-sample.sh OUTDIR [SAMPLES]
# SAMPLES is a folder that samples/make.sh filled, without it OUTDIR; the file is OUTDIR/quay.djvu.
#
# Page 1 is a photograph of the cover, page 2 black on white, and page 3 a photograph that lies on
# its side and asks to be turned. The words are those of the pages' ALTO files.
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: make-sample.sh OUTDIR [SAMPLES]" >&2
    exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
samples=$(cd "${2:-$1}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

dpi=150 # the resolution of the ALTO files
pdftoppm -r $dpi -f 1 -l 3 "$samples/quay.pdf" page
pdftoppm -r $dpi -f 2 -l 2 -mono "$samples/quay.pdf" page
# A file of some 100 KB: the rest of the quality is in further slices.
c44 -dpi $dpi -slice 72+11+10 page-1.ppm 1.djvu
cjb2 -dpi $dpi page-2.pbm 2.djvu
c44 -dpi $dpi -slice 72+11+10 page-3.ppm 3.djvu
djvm -c quay.djvu 1.djvu 2.djvu 3.djvu

for page in 1 2 3; do
    kind=words
    if [ $page = 2 ]; then kind=chars; fi
    PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$here/alto_text.py" \
        "$samples/quay-pages/page$page.xml" $kind >"$page.txt"
done

cat >outline <<'END'
(bookmarks
  ("Cover" "#1")
  ("Contents" "#2.djvu"
    ("The Last Lamp at Carrow Head" "#+9" )
    ("From the desk" "#3"))
  ("About DjVu" "http://djvu.sourceforge.net/"))
END
# Coordinates are from the bottom left of the page as it is shown.
cat >links <<'END'
(maparea "#3" "The last lamp" (rect 150 850 560 60) (none))
(maparea (url "http://djvu.sourceforge.net/" "_blank") "" (poly 75 20 200 20 200 60 75 60) (none))
(maparea "#+1" "" (oval 700 20 100 60) (none))
(maparea "#nowhere" "" (rect 400 20 60 60) (none))
(maparea "" "only marked" (rect 10 10 60 60) (hilite #ffff00))
END
cat >turned <<'END'
(maparea "#-2" "" (rect 100 200 300 50) (none))
END
cat >facts <<'END'
Title	"Quay, as a scan"
Author	"The harbour desk"
CreationDate	"2026-11-21T10:00:00+01:00"
END
cat >script <<'END'
select 1.djvu; set-page-title "Cover"; set-txt 1.txt
select 2.djvu; set-page-title "i"; set-txt 2.txt; set-ant links
select 3.djvu; set-txt 3.txt; set-rotation 1; set-ant turned
create-shared-ant; set-meta facts
select; set-outline outline
save
END
LC_ALL=C.UTF-8 djvused -u -f script quay.djvu
mv quay.djvu "$out/quay.djvu"
echo "$out/quay.djvu"
