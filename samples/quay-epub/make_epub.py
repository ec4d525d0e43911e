"""Make the issue as an EPUB 3: make_epub.py STORIES PICTURES OUT.epub

The stories are those of the layout; the cover and the page of signs are fixed pages.
"""

import sys
import zipfile
from pathlib import Path

import documents
from markdown import Story

IDENTIFIER = "urn:uuid:3f0e7a52-6c1b-4b7e-8e8d-5a2f5d1c9b60"
TITLE = "Quay"
PICTURES = ["compass", "harbour", "lighthouse", "mackerel", "porthole", "tides"]

# Name, kicker, page of the printed issue, picture above, boxes below, picture beside.
ARTICLES = [
    ("desk", "From the harbour desk", 2,
     ("porthole", "A sailing boat seen through a brass porthole"), [], None),
    ("carrow", "Lights", 3,
     ("lighthouse", "The lighthouse on Carrow Head, its beam crossing a starry sky"),
     ["logbook"], None),
    ("tide", "Water", 5,
     ("tides", "A chart of two days of tides at Quay Harbour"), ["tide-table"], None),
    ("market", "Markets", 6, None, ["prices"], ("mackerel", "A mackerel")),
    ("welcome", "Signals", 7, None, [], None),
    ("compass", "Instruments", 8, None, [],
     ("compass", "A brass compass with an enamelled card")),
]
FIXED = "rendition:layout-pre-paginated rendition:spread-none"


def read_stories(folder):
    return {path.stem: Story(path.stem, path.read_text(encoding="utf-8"))
            for path in sorted(Path(folder).glob("*.md"))}


def contents(stories):
    return [(stories[name].title, f"{name}.xhtml",
             [(text, f"{name}.xhtml#{identifier}", []) for identifier, text
              in stories[name].sections])
            for name, *_ in ARTICLES]


def pages():
    return [("Cover", "cover.xhtml#page-Cover")] + [
        (str(page), f"{name}.xhtml#page-{page}") for name, _, page, *_ in ARTICLES]


def package(order):
    items = "".join(
        f'<item id="{name}" href="text/{name}.xhtml" media-type="application/xhtml+xml"/>\n'
        for name, _ in order if name != "nav")
    pictures = "".join(
        f'<item id="picture-{name}" href="pictures/{name}.png" media-type="image/png"'
        f'{" properties=" + chr(34) + "cover-image" + chr(34) if name == "harbour" else ""}/>\n'
        for name in PICTURES)
    spine = "".join(
        f'<itemref idref="{name}"{f" properties={chr(34)}{properties}{chr(34)}" if properties else ""}/>\n'
        for name, properties in order)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"
         xml:lang="en-GB">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">{IDENTIFIER}</dc:identifier>
<dc:title id="title">{TITLE}</dc:title><meta refines="#title" property="title-type">main</meta>
<dc:creator id="desk-name">The Harbour Desk</dc:creator>
<meta refines="#desk-name" property="role" scheme="marc:relators">edt</meta>
<dc:language>en-GB</dc:language><dc:language>ar</dc:language><dc:language>ja</dc:language>
<dc:date>2026-10-01</dc:date>
<dc:description>Harbours, boats and tides</dc:description>
<dc:subject>harbours</dc:subject><dc:subject>lighthouses</dc:subject><dc:subject>tides</dc:subject>
<meta property="dcterms:modified">2026-10-01T00:00:00Z</meta>
<meta property="rendition:layout">reflowable</meta>
<meta property="rendition:spread">auto</meta>
<meta name="cover" content="picture-harbour"/>
</metadata>
<manifest>
<item id="nav" href="text/nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
{items}{pictures}<item id="style-issue" href="styles/issue.css" media-type="text/css"/>
<item id="style-fixed" href="styles/fixed.css" media-type="text/css"/>
</manifest>
<spine toc="ncx" page-progression-direction="ltr">
{spine}</spine>
<guide><reference type="cover" title="Cover" href="text/cover.xhtml"/></guide>
</package>
"""


def files(stories):
    made = {"text/cover.xhtml": documents.cover(TITLE, stories["carrow"].title)}
    order = [("cover", FIXED), ("nav", "")]
    for name, kicker, page, picture, boxes, aside in ARTICLES:
        if name == "welcome":
            made["text/signs.xhtml"] = documents.signs(stories["breakwater"], stories["landing"])
            order.append(("signs", FIXED))
        made[f"text/{name}.xhtml"] = documents.article(
            stories[name], kicker, page, picture, [stories[box] for box in boxes], aside)
        order.append((name, ""))
    made["text/nav.xhtml"] = documents.navigation(contents(stories), pages())
    made["toc.ncx"] = documents.ncx(IDENTIFIER, TITLE, contents(stories), pages())
    made["package.opf"] = package(order)
    for style in ("issue", "fixed"):
        made[f"styles/{style}.css"] = (
            Path(__file__).parent / f"styles/{style}.css").read_text(encoding="utf-8")
    return made


CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OPS/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>
"""


def write(path, made, pictures):
    """The same bytes for the same content: no times, one order."""
    with zipfile.ZipFile(path, "w") as archive:
        def add(name, content, method=zipfile.ZIP_DEFLATED):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = method, 0o100644 << 16
            archive.writestr(entry, content)
        # First and stored, so that it shows in the first bytes (EPUB 3.3, 4.2.2).
        add("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        add("META-INF/container.xml", CONTAINER)
        for name, text in made.items():
            add(f"OPS/{name}", text)
        for name in PICTURES:
            add(f"OPS/pictures/{name}.png", (Path(pictures) / f"{name}.png").read_bytes(),
                zipfile.ZIP_STORED)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    write(sys.argv[3], files(read_stories(sys.argv[1])), sys.argv[2])
