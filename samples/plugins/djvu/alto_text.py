"""The words of an ALTO file as djvused wants hidden text: alto_text.py ALTO CHARS

CHARS is "chars" for a zone for each character, which share their word's width, or "words"."""

import sys
import xml.etree.ElementTree as ET


def children(element, *names):
    return [child for child in element.iter() if child.tag.rpartition("}")[2] in names]


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Page:
    def __init__(self, element):
        self.width = int(element.get("WIDTH"))
        self.height = int(element.get("HEIGHT"))

    def zone(self, kind, box, content):
        left, top, right, bottom = (round(side) for side in box)
        return f"({kind} {left} {self.height - bottom} {right} {self.height - top}\n {content})"


def box(element):
    left, top = float(element.get("HPOS")), float(element.get("VPOS"))
    return left, top, left + float(element.get("WIDTH")), top + float(element.get("HEIGHT"))


def word(page, string, has_characters):
    text = string.get("CONTENT")
    if not has_characters:
        return page.zone("word", box(string), quoted(text))
    left, top, right, bottom = box(string)
    step = (right - left) / len(text)
    zones = [
        page.zone("char", (left + n * step, top, left + (n + 1) * step, bottom), quoted(letter))
        for n, letter in enumerate(text)
    ]
    return page.zone("word", box(string), " ".join(zones))


def main(path, has_characters):
    root = ET.parse(path).getroot()
    page = Page(children(root, "Page")[0])
    paragraphs = []
    for block in children(root, "TextBlock"):
        lines = []
        for line in children(block, "TextLine"):
            words = [word(page, string, has_characters) for string in children(line, "String")]
            if words:
                lines.append(page.zone("line", box(line), " ".join(words)))
        if lines:
            paragraphs.append(page.zone("para", box(block), " ".join(lines)))
    print(page.zone("page", (0, 0, page.width, page.height), " ".join(paragraphs) or '""'))


main(sys.argv[1], sys.argv[2] == "chars")
