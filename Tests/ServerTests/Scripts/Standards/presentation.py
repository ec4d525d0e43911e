"""Walks a server by the IIIF Presentation API, from its collection to the lines of each page.

    presentation.py URL

Each document is read with iiif-prezi3, which knows the API's model.
"""

import re
import sys

import iiif_prezi3

from served import Complaints, get, get_json

PLAIN = "application/json"
CONTEXT = "http://iiif.io/api/presentation/3/context.json"
KINDS = {"Collection": iiif_prezi3.Collection, "Manifest": iiif_prezi3.Manifest,
         "Canvas": iiif_prezi3.Canvas, "AnnotationPage": iiif_prezi3.AnnotationPage}


class Walk:
    def __init__(self):
        self.complaints = Complaints()

    def read(self, url, kind):
        document = get_json(url, PLAIN)
        self.complaints.expect(document["type"] == kind, url, "is a", document["type"])
        self.complaints.expect(document["id"] == url, url, "calls itself", document["id"])
        contexts = document["@context"]
        self.complaints.expect(
            CONTEXT in (contexts, contexts[-1]), url, "has the context", contexts)
        try:
            KINDS[kind](**document)
        except ValueError as error:
            self.complaints.lines.append(f"{url}: {str(error)[:400]}")
        return document

    def collection(self, url):
        document = self.read(url, "Collection")
        for item in document["items"]:
            if item["type"] == "Collection":
                self.collection(item["id"])
            else:
                self.manifest(item["id"])

    def manifest(self, url):
        manifest = self.read(url, "Manifest")
        body, media_type = get(url, Accept="application/ld+json")
        self.complaints.expect(
            media_type == f'application/ld+json;profile="{CONTEXT}"', url, "is", media_type)
        canvases = {canvas["id"]: canvas for canvas in manifest["items"]}
        self.complaints.expect(len(canvases) == len(manifest["items"]), url, "repeats a canvas")
        image, media_type = get(manifest["thumbnail"][0]["id"])
        self.complaints.expect(media_type == "image/jpeg" and image, url, "has no thumbnail")
        for entry in manifest.get("rendering", []):
            _, media_type = get(entry["id"])
            self.complaints.expect(media_type == entry["format"], entry["id"], "is", media_type)
        self.ranges(manifest.get("structures", []), canvases)
        for canvas in manifest["items"]:
            self.canvas(canvas, canvases)
        self.read(manifest["items"][0]["id"], "Canvas")

    def canvas(self, canvas, canvases):
        painting = canvas["items"][0]["items"][0]
        self.complaints.expect(painting["target"] == canvas["id"], "what", canvas["id"], "shows")
        service = painting["body"]["service"][0]["id"]
        info = get_json(f"{service}/info.json", PLAIN)
        shape = info["width"] / info["height"] / (canvas["width"] / canvas["height"])
        self.complaints.expect(0.99 < shape < 1.01, canvas["id"], "is not as its image is", shape)
        for entry in canvas.get("seeAlso", []):
            _, media_type = get(entry["id"])
            self.complaints.expect(media_type == entry["format"], entry["id"], "is", media_type)
        for page in canvas.get("annotations", []):
            for annotation in self.read(page["id"], "AnnotationPage")["items"]:
                self.target(annotation["target"], canvas)
                body = annotation["body"]
                if body["type"] == "Canvas":
                    self.complaints.expect(body["id"] in canvases, body["id"], "is not a canvas")
                elif body["type"] == "TextualBody":
                    self.complaints.expect(body["value"].strip(), page["id"], "has an empty line")
                else:
                    self.complaints.expect(
                        body["id"].startswith("http"), page["id"], "leads to", body["id"])

    def target(self, target, canvas):
        id, _, fragment = target.partition("#")
        match = re.fullmatch(r"xywh=(\d+),(\d+),(\d+),(\d+)", fragment)
        self.complaints.expect(id == canvas["id"] and match, target, "is not part of", canvas["id"])
        if match:
            x, y, width, height = map(int, match.groups())
            self.complaints.expect(
                width and height and x + width <= canvas["width"]
                and y + height <= canvas["height"], target, "leaves its canvas")

    def ranges(self, ranges, canvases):
        for range in ranges:
            self.complaints.expect(range["items"], range["id"], "is empty")
            for item in range["items"]:
                if item["type"] == "Range":
                    self.ranges([item], canvases)
                else:
                    self.complaints.expect(
                        item["id"] in canvases, range["id"], "has the strange", item["id"])


if __name__ == "__main__":
    walk = Walk()
    walk.collection(f"{sys.argv[1]}/iiif/presentation/3/collection.json")
    walk.complaints.finish()
