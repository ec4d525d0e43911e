"""Reads EPUB books with Python's standard library alone, to be compared with Recto's reading.

usage: read_books.py BOOK...      prints a JSON object of what each book says, by its path
"""

import json
import posixpath
import sys
import zipfile
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

OPS = "{http://www.idpf.org/2007/ops}"
DOCUMENTS = {"application/xhtml+xml", "image/svg+xml", "text/html"}


def local(element):
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def children(element, name):
    return [child for child in element if local(child) == name] if element is not None else []


def child(element, name):
    found = children(element, name)
    return found[0] if found else None


def collapse(text):
    return " ".join((text or "").split())


def target(href, base):
    """What a reference leads to, by the URL rules with the container as the host."""
    url = urljoin("https://book.invalid/" + base, href)
    parts = urlsplit(url)
    if parts.netloc != "book.invalid":
        return {"remote": href.strip()}
    return {"path": unquote(parts.path).lstrip("/"),
            "fragment": unquote(parts.fragment) if "#" in href else None}


def words(element):
    """The text of a label, pictures by their alternative text."""
    text = element.text or ""
    for part in element:
        if local(part) == "img":
            text += " " + (part.get("alt") or part.get("title") or "") + " "
        else:
            text += words(part)
        text += part.tail or ""
    return text


def nav_entries(ol, base):
    entries = []
    for li in children(ol, "li"):
        heading = next((e for e in li if local(e) in ("a", "span")), None)
        href = heading.get("href") if heading is not None else None
        label = ""
        if heading is not None:
            label = collapse(words(heading)) or collapse(heading.get("title"))
        entry = {"label": label, "target": target(href, base) if href is not None else None,
                 "children": nav_entries(child(li, "ol"), base)}
        if label or entry["target"] or entry["children"]:
            entries.append(entry)
    return entries


def ncx_entries(parent, name, base):
    entries = []
    for point in children(parent, name):
        source = child(point, "content")
        source = (source.get("src") or "").strip() if source is not None else ""
        text = child(child(point, "navLabel"), "text")
        label = collapse("".join(text.itertext())) if text is not None else ""
        entry = {"label": label, "target": target(source, base) if source else None,
                 "children": ncx_entries(point, name, base)}
        if label or entry["target"] or entry["children"]:
            entries.append(entry)
    return entries


def lists(book, names, items, spine):
    contents, pages = [], []
    nav = next((i for i in items.values() if "nav" in (i["properties"] or "").split()), None)
    if nav is not None and nav["path"] in names:
        for element in ElementTree.fromstring(book.read(nav["path"])).iter():
            kinds = (element.get(OPS + "type") or "").split()
            if local(element) != "nav":
                continue
            ol = next((e for e in element.iter() if local(e) == "ol"), None)
            if "toc" in kinds and not contents:
                contents = nav_entries(ol, nav["path"])
            if "page-list" in kinds and not pages:
                pages = nav_entries(ol, nav["path"])
    ncx = items.get(spine.get("toc") or "") or next(
        (i for i in items.values() if i["type"] == "application/x-dtbncx+xml"), None)
    if not contents and ncx is not None and ncx["path"] in names:
        root = ElementTree.fromstring(book.read(ncx["path"]))
        contents = ncx_entries(child(root, "navMap"), "navPoint", ncx["path"])
        pages = pages or ncx_entries(child(root, "pageList"), "pageTarget", ncx["path"])
    return contents, pages


def titles(metadata):
    order = {}
    for meta in children(metadata, "meta"):
        if meta.get("property") == "display-seq":
            order[(meta.get("refines") or "").lstrip("#")] = int(meta.text)
    found = [t for t in children(metadata, "title") if collapse("".join(t.itertext()))]
    found.sort(key=lambda t: order.get(t.get("id"), sys.maxsize))
    return [collapse("".join(t.itertext())) for t in found]


def shown(item, items, names, is_fixed):
    """The first document among the item and its fallbacks that is there; among those that flow one
    without scripts, if possible. Without any, the first file that is there."""
    seen = []
    while item is not None and item not in seen:
        seen.append(item)
        item = items.get(item["fallback"] or "")
    there = [other for other in seen if other["path"] in names]
    documents = [other for other in there if other["type"] in DOCUMENTS]
    still = [other for other in documents if "scripted" not in (other["properties"] or "").split()]
    return next(iter((documents if is_fixed else still) + documents + there), None)


def is_fixed(reference, layout):
    """True for a document of fixed size: its own first statement, else that of the book."""
    own = [name for name in (reference.get("properties") or "").split()
           if name.startswith("rendition:layout-")]
    if own and layout != "roll":
        return own[0] == "rendition:layout-pre-paginated"
    return layout in ("pre-paginated", "roll")


class Files:
    """The files of an archive. EPUB has all names in UTF-8, whether or not a flag says so."""

    def __init__(self, archive):
        self.archive = archive
        self.names = {}
        for info in archive.infolist():
            utf8 = info.flag_bits & 0x800
            name = info.filename if utf8 else info.filename.encode("cp437").decode("utf-8")
            self.names[name] = info

    def read(self, name):
        return self.archive.read(self.names[name])


def read(path):
    with zipfile.ZipFile(path) as archive:
        book = Files(archive)
        names = set(book.names)
        container = ElementTree.fromstring(book.read("META-INF/container.xml"))
        rootfile = next(e for e in container.iter() if local(e) == "rootfile")
        opf = posixpath.normpath(rootfile.get("full-path"))
        package = ElementTree.fromstring(book.read(opf))
        metadata, spine = child(package, "metadata"), child(package, "spine")
        items = {}
        for item in children(child(package, "manifest"), "item"):
            items.setdefault(item.get("id"), {
                "path": target(item.get("href"), opf).get("path"), "type": item.get("media-type"),
                "properties": item.get("properties"), "fallback": item.get("fallback")})
        layout = next((collapse(meta.text) for meta in children(metadata, "meta")
                       if meta.get("property") == "rendition:layout"), None)
        order = []
        for reference in children(spine, "itemref"):
            item = shown(items.get(reference.get("idref")), items, names,
                         is_fixed(reference, layout))
            if item is not None and item["path"] in names:
                order.append({"path": item["path"], "linear": reference.get("linear") != "no",
                              "properties": (reference.get("properties") or "").split()})
        contents, pages = lists(book, names, items, spine)
        cover = next((i["path"] for i in items.values()
                      if "cover-image" in (i["properties"] or "").split()), None)
        return {
            "titles": titles(metadata),
            "creators": [collapse("".join(c.itertext())) for c in children(metadata, "creator")],
            "languages": [collapse(c.text) for c in children(metadata, "language")],
            "direction": {"ltr": "ltr", "rtl": "rtl"}.get(
                spine.get("page-progression-direction")),
            "spine": order, "contents": contents, "pageList": pages, "cover": cover,
        }


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    json.dump({path: read(path) for path in sys.argv[1:]}, sys.stdout)
