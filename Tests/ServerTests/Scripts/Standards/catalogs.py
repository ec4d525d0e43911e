"""Goes through both catalogs of a server as their readers do, and compares them.

    catalogs.py URL WORD
"""

import json
import sys

from lxml import etree

from served import Complaints, get, get_json

NAMES = {"a": "http://www.w3.org/2005/Atom", "s": "http://a9.com/-/spec/opensearch/1.1/"}
FEED = "application/atom+xml;profile=opds-catalog;kind={}; charset=utf-8"
OPEN = "http://opds-spec.org/acquisition/open-access"
STREAM = "http://vaemendis.net/opds-pse/stream"
COUNT = "{http://vaemendis.net/opds-pse/ns}count"


def feed(url, kind):
    body, media_type = get(url)
    if media_type != FEED.format(kind):
        sys.exit(f"{url} is {media_type}")
    return etree.fromstring(body)


def relation(node, name):
    return [link.get("href") for link in node.findall("a:link", NAMES) if link.get("rel") == name]


def older(base, complaints):
    """All titles with what can be got, of OPDS 1.2."""
    titles, total = [], None
    root = feed(f"{base}/opds/1.2/root.xml", "navigation")
    complaints.expect(len(root.findall("a:entry", NAMES)) >= 2, "the root has no lists")
    url = relation(root.find("a:entry", NAMES), "subsection")[0]
    while url:
        page = feed(url, "acquisition")
        total = int(page.findtext("s:totalResults", namespaces=NAMES))
        for entry in page.findall("a:entry", NAMES):
            got = {}
            for link in entry.findall("a:link", NAMES):
                if link.get("rel") == OPEN and link.get("length"):
                    got[link.get("href")] = (int(link.get("length")), link.get("type"))
                elif link.get("rel").startswith("http://opds-spec.org/image"):
                    _, media_type = get(link.get("href"))
                    complaints.expect(media_type == link.get("type"), "cover", media_type)
                elif link.get("rel") == STREAM:
                    stream(link, complaints)
            titles.append((entry.findtext("a:title", namespaces=NAMES), got))
        url = next(iter(relation(page, "next")), None)
    complaints.expect(total == len(titles), "1.2 says", total, "and gives", len(titles))
    return titles


def stream(link, complaints):
    count = int(link.get(COUNT))
    for page in (0, count - 1):
        url = link.get("href").replace("{pageNumber}", str(page)).replace("{maxWidth}", "300")
        image, media_type = get(url)
        complaints.expect(media_type == link.get("type") and image[:2] == b"\xff\xd8", url)


def newer(base, complaints):
    """The same of OPDS 2.0."""
    titles, total = [], None
    url = f"{base}/opds/2/catalog.json"
    while url:
        page = get_json(url, "application/opds+json")
        total = page["metadata"]["numberOfItems"]
        for publication in page["publications"]:
            got = {link["href"]: (link["size"], link["type"])
                   for link in publication["links"] if link["rel"] == OPEN and "size" in link}
            titles.append((publication["metadata"]["title"], got))
            for image in publication.get("images", []):
                _, media_type = get(image["href"])
                complaints.expect(media_type == image["type"], image["href"], "is", media_type)
        url = next((link["href"] for link in page["links"] if "next" in link["rel"]), None)
    complaints.expect(total == len(titles), "2.0 says", total, "and gives", len(titles))
    return titles


def search(base, complaints, word):
    """What both find, by the templates that they name."""
    root = feed(f"{base}/opds/1.2/root.xml", "navigation")
    description = etree.fromstring(get(relation(root, "search")[0])[0])
    template = description.find("s:Url", NAMES).get("template")
    page = feed(template.replace("{searchTerms}", word).replace("{startPage?}", ""), "acquisition")
    first = [entry.findtext("a:title", namespaces=NAMES)
             for entry in page.findall("a:entry", NAMES)]
    catalog = get_json(f"{base}/opds/2/catalog.json", "application/opds+json")
    template = next(link["href"] for link in catalog["links"] if link["rel"] == "search")
    page = get_json(template.replace("{?query}", f"?query={word}"), "application/opds+json")
    second = [publication["metadata"]["title"] for publication in page.get("publications", [])]
    complaints.expect(first and first == second, word, "gives", first, second)


if __name__ == "__main__":
    base = sys.argv[1]
    complaints = Complaints()
    # Opening for the first time may take longer than a catalog waits, and a manifest waits for it.
    for publication in json.loads(get(f"{base}/api/1/publications")[0])["publications"]:
        get(f"{base}/webpub/{publication['id']}/manifest.json")
    first, second = older(base, complaints), newer(base, complaints)
    complaints.expect(first == second, "the catalogs differ:", first, second)
    for title, files in first:
        for url, (count, media_type) in files.items():
            body, found = get(url)
            complaints.expect((len(body), found) == (count, media_type), url, len(body), found)
    search(base, complaints, sys.argv[2])
    complaints.finish()
