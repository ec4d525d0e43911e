"""One change each on pages of PDFs: a letter, a comma, a digit, a hairline, a color by 3 %, a picture by 2 pixels of 150 dpi."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pikepdf
from pikepdf import Operator

KINDS = ["letter", "comma", "digit", "hairline", "color", "picture"]
PICTURE_SHIFT = 2 * 72 / 150
COLOR_STEP = 0.03
FILLS = {"f", "F", "f*", "B", "B*", "b", "b*"}
STROKES = {"S", "s"}
COLOR_OPERATORS = {"g": 1, "rg": 3, "k": 4}
# Drawn over pages that have nothing of a kind: a gray hairline, an area, a picture of 24 x 16 pixels.
OVERLAY = {
    "hairline": b"q 0.4 G 0.3 w %(x)f %(y)f m %(x2)f %(y)f l S Q",
    "color": b"q 0.82 0.7 0.55 rg %(x)f %(y)f 60 40 re f Q",
    "picture": b"q 72 0 0 48 %(x)f %(y)f cm /RectoSeeded Do Q",
}


@dataclass
class Place:
    """Where the content stream can be changed: the index of an instruction, and what its change needs."""

    index: int
    data: dict[str, object] = field(default_factory=dict)


def unicode_map(font: pikepdf.Object) -> dict[int, str]:
    """Codes to characters, as the font's ToUnicode has them, or as ASCII without one; empty where neither holds."""
    if "/ToUnicode" in font:
        text = font.ToUnicode.read_bytes().decode("latin-1")
        found: dict[int, str] = {}
        for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.S):
            for code, char in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]{4})>", block):
                found[int(code, 16)] = chr(int(char, 16))
        for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.S):
            for first, last, char in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]{4})>", block):
                for code in range(int(first, 16), min(int(last, 16), int(first, 16) + 255) + 1):
                    found[code] = chr(int(char, 16) + code - int(first, 16))
        return found
    if font.get("/Subtype") == "/Type0" or "/Differences" in (font.get("/Encoding", {}) if isinstance(font.get("/Encoding"), pikepdf.Dictionary) else {}):
        return {}
    return {code: chr(code) for code in range(32, 127)}


class Page:
    """The first page of a PDF as instructions, and what of it can be changed."""

    def __init__(self, path: Path, draw: random.Random) -> None:
        self.pdf = pikepdf.open(path)
        self.page = self.pdf.pages[0]
        self.draw = draw
        self.read()

    def read(self) -> None:
        self.instructions = [[list(one.operands), str(one.operator)] if not isinstance(one, pikepdf.ContentStreamInlineImage) else [one, None]
                             for one in pikepdf.parse_content_stream(self.page)]  # fmt: skip
        resources = self.page.obj.get("/Resources", pikepdf.Dictionary())
        fonts = resources.get("/Font", {})
        self.fonts = {str(name): (unicode_map(font), 2 if font.get("/Subtype") == "/Type0" else 1) for name, font in dict(fonts).items()}
        self.images = {str(name) for name, one in dict(resources.get("/XObject", {})).items() if one.get("/Subtype") == "/Image"}
        self.places: dict[str, list[Place]] = defaultdict(list)
        self.used: dict[str, set[int]] = defaultdict(set)
        self.find()

    def find(self) -> None:
        font, stack, matrix = None, [], pikepdf.Matrix()
        color: Place | None = None
        path: list[str] = []
        for index, (operands, operator) in enumerate(self.instructions):
            if operator is None:
                continue
            if operator == "q":
                stack.append((matrix, color))
            elif operator == "Q" and stack:
                matrix, color = stack.pop()
            elif operator == "cm":
                matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
            elif operator == "Tf":
                font = str(operands[0])
            elif operator in ("Tj", "'", "TJ") and font in self.fonts:
                self.find_text(index, operands, font)
            elif operator in COLOR_OPERATORS:
                color = Place(index)
            elif operator in ("sc", "scn", "cs"):
                color = None
            elif operator == "Do" and str(operands[0]) in self.images:
                self.places["picture"].append(Place(index, {"matrix": matrix}))
            if operator in FILLS and color and "re" in path:
                if not self.is_white(color):
                    self.places["color"].append(color)
            is_line = operator in STROKES and path == ["m", "l"]
            if is_line or (operator in FILLS and path == ["re"] and min(abs(float(v)) for v in self.instructions[index - 1][0][2:]) <= 1):
                self.places["hairline"].append(Place(index, {"start": index - len(path)}))
            if operator in ("m", "l", "c", "v", "y", "h", "re"):
                path.append(operator)
            elif operator in FILLS | STROKES | {"n"}:
                path = []

    def is_white(self, color: Place) -> bool:
        """Whether an area is not seen on paper: darker by 3 % it would be a new one."""
        operands, operator = self.instructions[color.index]
        return all(float(value) == (0 if operator == "k" else 1) for value in operands)

    def find_text(self, index: int, operands: list[object], font: str) -> None:
        names, width = self.fonts[font]
        parts = list(operands[0]) if isinstance(operands[0], pikepdf.Array) else [operands[-1]]
        for part, string in enumerate(parts):
            if not isinstance(string, pikepdf.String):
                continue
            data = bytes(string)
            for offset in range(0, len(data) - width + 1, width):
                code = int.from_bytes(data[offset : offset + width], "big")
                char = names.get(code, "")
                self.used[font].add(code)
                kind = "comma" if char == "," else "digit" if char in "0123456789" and char else "letter" if char.isalpha() else None
                if kind:
                    self.places[kind].append(Place(index, {"font": font, "part": part, "offset": offset, "char": char}))

    def overlay(self, kind: str) -> None:
        """Draws something of the kind over the page, where it has none."""
        box = [float(v) for v in self.page.cropbox]
        x = box[0] + self.draw.uniform(0.1, 0.6) * (box[2] - box[0])
        y = box[1] + self.draw.uniform(0.1, 0.8) * (box[3] - box[1])
        if kind == "picture":
            noise = random.Random(1)
            samples = bytes(min(255, max(0, 90 + 4 * column + 5 * row + noise.randrange(30))) for row in range(16) for column in range(24) for _ in range(3))
            image = self.pdf.make_stream(samples, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=24, Height=16,
                                         ColorSpace=pikepdf.Name.DeviceRGB, BitsPerComponent=8)  # fmt: skip
            self.page.add_resource(image, pikepdf.Name.XObject, pikepdf.Name("/RectoSeeded"))
        content = b"\n" + OVERLAY[kind] % {b"x": x, b"y": y, b"x2": x + 120} + b"\n"
        self.page.contents_add(b"q\n", prepend=True)
        self.page.contents_add(b"\nQ" + content)
        self.read()

    def save(self, path: Path) -> None:
        instructions = [one if operator is None else (one, Operator(operator)) for one, operator in self.instructions]
        self.page.obj.Contents = self.pdf.make_stream(pikepdf.unparse_content_stream(instructions))
        self.pdf.save(path, deterministic_id=True)

    def change(self, kind: str) -> str | None:
        """Makes one change, and says which; None where the page has nothing of the kind."""
        places = self.places[kind]
        if not places:
            return None
        place = self.draw.choice(places[-1:] if kind in OVERLAY and "/RectoSeeded" in self.images else places)
        if kind in ("letter", "comma", "digit"):
            return self.change_text(kind, place)
        operands, operator = self.instructions[place.index]
        if kind == "hairline":
            if self.draw.random() < 0.5:
                self.instructions[place.index] = [[], "n"]
                return "removed"
            points = [[float(v) for v in self.instructions[index][0]] for index in range(place.data["start"], place.index)]
            width, height = points[0][2:] if len(points) == 1 else (points[1][0] - points[0][0], points[1][1] - points[0][1])
            across = 1 if abs(width) > abs(height) else 0
            for index, numbers in enumerate(points, place.data["start"]):
                numbers[across] += 2
                self.instructions[index][0] = numbers
            return "moved"
        if kind == "color":
            values = [float(v) for v in operands]
            part = self.draw.randrange(len(values))
            values[part] += COLOR_STEP if values[part] < 0.5 else -COLOR_STEP
            self.instructions[place.index] = [values, operator]
            return f"channel {part}"
        matrix = place.data["matrix"]
        dx, dy = self.draw.choice([(PICTURE_SHIFT, 0), (0, PICTURE_SHIFT), (-PICTURE_SHIFT, 0), (0, -PICTURE_SHIFT)])
        change = matrix @ pikepdf.Matrix(1, 0, 0, 1, dx, dy) @ matrix.inverse()
        self.instructions[place.index : place.index + 1] = [[[], "q"], [list(change.shorthand), "cm"], [operands, operator], [[], "Q"]]
        return f"by {dx}, {dy} points"

    def change_text(self, kind: str, place: Place) -> str | None:
        names, width = self.fonts[place.data["font"]]
        operands, operator = self.instructions[place.index]
        parts = list(operands[0]) if isinstance(operands[0], pikepdf.Array) else None
        data = bytearray(bytes(parts[place.data["part"]] if parts else operands[-1]))
        char, offset = place.data["char"], place.data["offset"]
        if kind == "comma":
            del data[offset : offset + width]
            other = ""
        else:
            fits = [code for code in sorted(self.used[place.data["font"]]) if (other := names.get(code, "")) and other != char
                    and (other in "0123456789" if kind == "digit" else other.isalpha() and other.islower() == char.islower())]  # fmt: skip
            if not fits:
                return None
            code = self.draw.choice(fits)
            other = names[code]
            data[offset : offset + width] = code.to_bytes(width, "big")
        if parts:
            parts[place.data["part"]] = pikepdf.String(bytes(data))
            self.instructions[place.index] = [[pikepdf.Array(parts)], operator]
        else:
            self.instructions[place.index] = [[*operands[:-1], pikepdf.String(bytes(data))], operator]
        return f"{char} became {other or 'nothing'}"
