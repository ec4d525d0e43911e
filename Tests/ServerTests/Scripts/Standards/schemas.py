"""Validates what a server says with the schemas that the standards publish.

    schemas.py FOLDER URL

docs/standards.md says what the folder holds, and where that is published.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from jsonschema import Draft7Validator, FormatChecker
from lxml import etree
from referencing import Registry, Resource

from served import Complaints, get

# The part of XLink that ALTO uses: its schema is imported from an address.
XLINK = """<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"
  targetNamespace="http://www.w3.org/1999/xlink">
  <xsd:attributeGroup name="simpleLink"/></xsd:schema>"""
STREAM = "http://vaemendis.net/opds-pse/stream"
ATOM = "{http://www.w3.org/2005/Atom}"


class JSONSchemas:
    def __init__(self, folder):
        self.folder = folder
        self.registry = Registry()
        for path in folder.glob("*/**/*.schema.json"):
            schema = self.load(path)
            self.registry = self.registry.with_resource(
                schema["$id"], Resource.from_contents(schema))

    def load(self, path):
        # Their regular expressions are ECMAScript's, whose named groups Python writes otherwise.
        text = re.sub(r"\(\?<([A-Za-z]\w*)>", r"(?P<\1>", path.read_text(encoding="utf-8"))
        return json.loads(text)

    def validator(self, name):
        return Draft7Validator(
            self.load(self.folder / name), registry=self.registry,
            format_checker=FormatChecker())


def complain(complaints, validator, url):
    """Says where a document is not as its schema wants it."""
    document = json.loads(get(url)[0])
    complaints.checked += 1
    for error in list(validator.iter_errors(document))[:3]:
        # The closest of the alternatives.
        while error.context:
            error = max(error.context, key=lambda inner: len(inner.absolute_path))
        complaints.lines.append(f"{url}: {error.json_path}: {error.message[:300]}")
    return document


def presentation(complaints, schemas, base):
    validator = schemas.validator("iiif/iiif_3_0.json")
    shelf = complain(complaints, validator, f"{base}/iiif/presentation/3/collection.json")
    for item in shelf["items"]:
        manifest = complain(complaints, validator, item["id"])
        for canvas in manifest["items"]:
            for page in canvas.get("annotations", []):
                complain(complaints, validator, page["id"])


def feeds(complaints, schemas, base):
    feed = schemas.validator("opds/feed.schema.json")
    manifest = schemas.validator("readium/publication.schema.json")
    complain(complaints, feed, f"{base}/opds/2/search.json?query=nothing%20has%20this%20name")
    complain(complaints, feed, f"{base}/opds/2/search.json?query=quay")
    url = f"{base}/opds/2/catalog.json"
    while url:
        page = complain(complaints, feed, url)
        for publication in page["publications"]:
            for link in publication["links"]:
                if link["type"] == "application/divina+json":
                    complain(complaints, manifest, link["href"])
        url = next((link["href"] for link in page["links"] if "next" in link["rel"]), None)


def opds1(complaints, folder, base):
    """The published grammar has a slip, and no streams: hrefs with braces are no URIs."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        grammar = (folder / "opds-1.2/opds.rnc").read_text(encoding="utf-8")
        # The grammar as published allows no address with an r or a t in it.
        (scratch / "opds.rnc").write_text(grammar.replace(r'\nrt]', r'\n\r\t]'), encoding="utf-8")
        atom = (folder / "opds-1.2/atom.rnc").read_text(encoding="utf-8")
        (scratch / "atom.rnc").write_text(atom, encoding="utf-8")
        files = []
        for name in ("root.xml", "catalog.xml", "search.xml?q=quay", "search.xml?q=nothing"):
            tree = etree.fromstring(get(f"{base}/opds/1.2/{name}")[0])
            for link in tree.findall(f"{ATOM}entry/{ATOM}link[@rel='{STREAM}']"):
                link.getparent().remove(link)
            file = scratch / f"{len(files)}.xml"
            file.write_bytes(etree.tostring(tree))
            files.append(str(file))
            complaints.checked += 1
        result = subprocess.run(
            ["jing", "-c", str(scratch / "opds.rnc"), *files], capture_output=True, text=True)
        if result.returncode:
            complaints.lines.append(result.stdout + result.stderr)


def alto(complaints, folder, base):
    class Imports(etree.Resolver):
        def resolve(self, url, _, context):
            return self.resolve_string(XLINK, context) if url.endswith("xlink.xsd") else None

    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(Imports())
    schema = etree.XMLSchema(etree.parse(folder / "alto/alto-4-4.xsd", parser))
    shelf = json.loads(get(f"{base}/iiif/presentation/3/collection.json")[0])
    for item in shelf["items"]:
        for canvas in json.loads(get(item["id"])[0])["items"]:
            for entry in canvas.get("seeAlso", []):
                if entry["format"] == "application/xml":
                    schema.validate(etree.fromstring(get(entry["id"])[0]))
                    complaints.expect(not schema.error_log, entry["id"], schema.error_log)


if __name__ == "__main__":
    folder, base = pathlib.Path(sys.argv[1]), sys.argv[2]
    complaints = Complaints()
    schemas = JSONSchemas(folder)
    presentation(complaints, schemas, base)
    feeds(complaints, schemas, base)
    opds1(complaints, folder, base)
    alto(complaints, folder, base)
    complaints.finish()
