"""Follows what manifests of the Readium architecture lead to.

    webpub.py URL ID...
"""

import sys

from served import Complaints, get, get_json

DIVINA = "application/divina+json"


def links(items):
    for item in items:
        yield item
        yield from links(item.get("children", []))


def main(base, ids):
    complaints = Complaints()
    for id in ids:
        url = f"{base}/webpub/{id}/manifest.json"
        manifest = get_json(url, DIVINA)
        own = [link["href"] for link in manifest["links"] if link["rel"] == "self"]
        complaints.expect(own == [url], url, "calls itself", own)
        pages = manifest["readingOrder"]
        complaints.expect(len(pages) == manifest["metadata"]["numberOfPages"], url, "lost pages")
        for page in (pages[0], pages[-1]):
            image, media_type = get(page["href"])
            complaints.expect(media_type == page["type"], page["href"], "is", media_type)
            complaints.expect(
                jpeg_size(image) == (page["width"], page["height"]), page["href"], "has",
                jpeg_size(image), "pixels")
        hrefs = {page["href"] for page in pages}
        for link in links(manifest.get("toc", [])):
            complaints.expect(link["href"] in hrefs, url, "leads to", link["href"])
        for link in manifest["links"]:
            if link["type"].startswith("application/vnd.readium.position"):
                positions = get_json(link["href"], link["type"])
                complaints.expect(
                    positions["total"] == len(pages) == len(positions["positions"])
                    and all(place["href"] in hrefs for place in positions["positions"]),
                    link["href"], "is not the pages")
            elif link["rel"] == "alternate" and "size" in link:
                body, media_type = get(link["href"])
                complaints.expect(
                    (len(body), media_type) == (link["size"], link["type"]), link["href"], "is",
                    len(body), media_type)
    complaints.finish()


def jpeg_size(image):
    place = 2
    while image[place] == 0xFF:
        if image[place + 1] in (0xC0, 0xC1, 0xC2):
            height, width = image[place + 5:place + 7], image[place + 7:place + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        place += 2 + int.from_bytes(image[place + 2:place + 4], "big")
    return None


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
