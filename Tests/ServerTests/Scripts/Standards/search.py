"""Searches a publication by both versions of the Content Search API and compares what they say with
the places of the words.

    search.py URL ID QUERY WORDS...

WORDS are those that the hits have to have in them, without regard to case.
"""

import sys
import urllib.parse

from served import Complaints, get_json


def pages(url):
    while url:
        page = get_json(url, "application/json")
        yield page
        url = page.get("next")
        url = url["id"] if isinstance(url, dict) else url


def main(base, id, query, words):
    complaints = Complaints()
    asked = urllib.parse.quote(query)
    manifest = get_json(f"{base}/iiif/presentation/3/{id}/manifest.json", "application/json")
    canvases = {canvas["id"]: canvas for canvas in manifest["items"]}
    services = {service.get("id") or service["@id"] for service in manifest["service"]}
    complaints.expect(
        services == {f"{base}/iiif/search/{version}/{id}" for version in (1, 2)},
        "the manifest names", services)

    first, second = [], []
    for page in pages(f"{base}/iiif/search/1/{id}?q={asked}"):
        targets = {entry["@id"]: entry["on"] for entry in page["resources"]}
        complaints.expect(page["startIndex"] == len(first), "startIndex", page["startIndex"])
        for hit in page["hits"]:
            first.append((hit["before"], hit["match"], hit["after"],
                          [targets.pop(name) for name in hit["annotations"]]))
        complaints.expect(not targets, "annotations of no hit:", targets)
        total = page["within"]["total"] if "next" not in page else None
    complaints.expect(total == len(first), "1.0 says", total, "and gives", len(first))
    for page in pages(f"{base}/iiif/search/2/{id}?q={asked}"):
        targets = {entry["id"]: entry["target"] for entry in page["items"]}
        for annotation in page["annotations"][0]["items"]:
            selector = annotation["target"]["selector"][0]
            start = annotation["target"]["source"]
            hit = start.rpartition("-")[0] + "-"
            second.append((selector["prefix"], selector["exact"], selector["suffix"],
                           [target for name, target in targets.items() if name.startswith(hit)]))
    complaints.expect(first == second, "the versions differ:", first[:2], second[:2])

    complaints.expect(first, "nothing is found")
    for before, match, after, places in first:
        for word in words:
            complaints.expect(word.lower() in match.lower(), "hit", match)
        complaints.expect(places, match, "is nowhere")
        for place in places:
            canvas, _, fragment = place.partition("#xywh=")
            x, y, width, height = map(int, fragment.split(","))
            complaints.expect(canvas in canvases, place)
            complaints.expect(
                width > 0 and height > 0 and x + width <= canvases[canvas]["width"]
                and y + height <= canvases[canvas]["height"], place, "leaves its canvas")
    complaints.finish()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
