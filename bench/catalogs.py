"""Catalogs of made-up issues, in each format that recto reads."""

from __future__ import annotations

import datetime
import json
import plistlib
import random
from xml.sax.saxutils import escape, quoteattr

WORDS = "tide harbor lighthouse rope anchor salt wind northern ferry chart deck pilot current storm gull island net quay".split()
SUMMARY = 30  # words
BASE = "https://cdn.publisher.example/harbor/issues/"


def issues(count: int) -> list[dict[str, object]]:
    """One a week, the newest first; every third in words that are not ASCII alone, as typographers have them."""
    chosen = random.Random(count)
    found = []
    for number in range(count, 0, -1):
        day = datetime.date(1925, 1, 5) + datetime.timedelta(weeks=number)
        words = " ".join(chosen.choices(WORDS, k=SUMMARY))
        found.append({
            "id": f"harbor-{number}",
            "title": f"Harbor {number}: {chosen.choice(WORDS).title()} & {chosen.choice(WORDS).title()}",
            "publication": "Harbor" if number % 3 else "Hafen für Kinder",
            "number": str(number),
            "date": day.isoformat(),
            "summary": f"The pilots’ own words – {words}." if number % 3 == 0 else f"{words.capitalize()}.",
            "author": f"{chosen.choice(WORDS).title()} {chosen.choice(WORDS).title()}",
            "language": "en",
            "url": f"{BASE}{number}/harbor-{number}.pdf",
            "cover": f"{BASE}{number}/cover.jpg",
            "size": 20_000_000 + number,
            "sha256": f"{chosen.getrandbits(256):064x}",
            "price": "2.99 EUR",
            "product": f"example.publisher.harbor.{number}",
        })  # fmt: skip
    return found


def own(issues: list[dict[str, object]]) -> bytes:
    names = ["id", "title", "publication", "number", "date", "summary", "language", "url", "cover", "size", "sha256", "price"]
    entries = [
        {name: one[name] for name in names} | {"authors": [one["author"]], "type": "application/pdf", "productID": one["product"]}
        for one in issues
    ]
    return json.dumps({"version": 1, "title": "Harbor", "issues": entries}, ensure_ascii=False).encode()


def opds2(issues: list[dict[str, object]]) -> bytes:
    def publication(one: dict[str, object]) -> dict[str, object]:
        return {
            "metadata": {
                "@type": "http://schema.org/PublicationIssue", "identifier": f"urn:publisher.example:{one['id']}", "title": one["title"],
                "language": one["language"], "published": one["date"], "description": one["summary"], "author": [{"name": one["author"]}],
                "belongsTo": {"magazine": {"name": one["publication"], "issue": {"position": int(str(one["number"]))}}},
            },
            "links": [{
                "rel": "http://opds-spec.org/acquisition/buy", "href": one["url"], "type": "application/pdf", "size": one["size"],
                "properties": {"sha256": one["sha256"], "productID": one["product"], "price": {"value": 2.99, "currency": "EUR"}},
            }],
            "images": [{"href": one["cover"], "type": "image/jpeg", "height": 800, "width": 600}],
        }  # fmt: skip

    feed = {"metadata": {"title": "Harbor"}, "links": [{"rel": "self", "href": "opds2.json"}], "publications": list(map(publication, issues))}
    return json.dumps(feed, ensure_ascii=False).encode()


def opds1(issues: list[dict[str, object]]) -> bytes:
    entries = "".join(
        f"""<entry><id>urn:publisher.example:{one['id']}</id><title>{escape(str(one['title']))}</title>
<updated>{one['date']}T06:00:00Z</updated><dc:issued>{one['date']}</dc:issued><dc:language>en</dc:language>
<author><name>{one['author']}</name></author><summary>{escape(str(one['summary']))}</summary>
<link rel="http://opds-spec.org/image" href={quoteattr(str(one['cover']))} type="image/jpeg"/>
<link rel="http://opds-spec.org/acquisition/buy" href={quoteattr(str(one['url']))} type="application/pdf" length="{one['size']}">\
<opds:price currencycode="EUR">2.99</opds:price><metalink:hash type="sha-256">{one['sha256']}</metalink:hash></link></entry>
"""
        for one in issues
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/" xmlns:opds="http://opds-spec.org/2010/catalog"
 xmlns:metalink="urn:ietf:params:xml:ns:metalink"><id>urn:publisher.example:all</id><title>Harbor</title>
<updated>2026-01-01T00:00:00Z</updated>{entries}</feed>""".encode()


def entries(issues: list[dict[str, object]]) -> list[dict[str, object]]:
    """As the newsstand apps had them."""
    return [
        {
            "Name": one["id"], "Title": one["title"], "Magazine": one["publication"], "Number": one["number"],
            "Date": datetime.datetime.fromisoformat(str(one["date"])), "Summary": one["summary"], "Author": one["author"],
            "Language": "en", "Content": one["url"], "Cover": one["cover"], "Size": one["size"], "SHA256": one["sha256"],
            "Price": one["price"], "Product ID": one["product"],
        }
        for one in issues
    ]  # fmt: skip


def property_list(issues: list[dict[str, object]]) -> bytes:
    return plistlib.dumps(entries(issues))


def binary_property_list(issues: list[dict[str, object]]) -> bytes:
    return plistlib.dumps(entries(issues), fmt=plistlib.FMT_BINARY)


def info_xml(issues: list[dict[str, object]]) -> bytes:
    names = {"id": "id", "number": "number", "name": "title", "magazine": "publication", "date": "date", "description": "summary",
             "author": "author", "language": "language", "zip": "url", "cover": "cover", "size": "size", "sha256": "sha256",
             "price": "price", "product_id": "product"}  # fmt: skip
    listed = "".join(
        "<issue>" + "".join(f"<{name}>{escape(str(one[key]))}</{name}>" for name, key in names.items()) + "</issue>\n" for one in issues
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<magazine><name>Harbor</name><issues>{listed}</issues></magazine>'.encode()


def baker(issues: list[dict[str, object]]) -> bytes:
    listed = [
        {
            "name": one["id"], "title": one["title"], "info": one["summary"], "date": f"{one['date']} 06:00", "cover": one["cover"],
            "url": one["url"], "product_id": one["product"],
        }
        for one in issues
    ]  # fmt: skip
    return json.dumps(listed, ensure_ascii=False).encode()


FORMATS = {
    "JSON of Recto": own,
    "OPDS 2.0": opds2,
    "OPDS 1.2": opds1,
    "property list": property_list,
    "the same, binary": binary_property_list,
    "info.xml": info_xml,
    "Baker's shelf": baker,
}
