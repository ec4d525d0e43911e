"""Keep what stands where on a page, and write it as ALTO."""

from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

NAMESPACE = "http://www.loc.gov/standards/alto/ns-v4#"


@dataclass
class Word:
    text: str
    box: tuple
    half: tuple = None              # (1 or 2, whole word) of a hyphenated word
    mark: float = 0.0               # width of the hyphen inside the box


@dataclass
class TextLine:
    baseline: float
    words: list = field(default_factory=list)

    @property
    def box(self):
        return around([word.box for word in self.words])


@dataclass
class TextBlock:
    place: str                      # PrintSpace, TopMargin or BottomMargin
    lang: str = "en"
    lines: list = field(default_factory=list)

    @property
    def box(self):
        return around([line.box for line in self.lines])


@dataclass
class Illustration:
    box: tuple
    place: str = "PrintSpace"


def around(boxes):
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    return left, top, right - left, bottom - top


def element(name, *values, **more):
    pairs = list(values) + list(more.items())
    return name + "".join(f" {key}={quoteattr(str(value))}" for key, value in pairs)


class Writer:
    def __init__(self, scale, size):
        self.scale = scale
        self.size = size
        self.out = []
        self.count = {}

    def number(self, prefix):
        self.count[prefix] = self.count.get(prefix, 0) + 1
        return f"{prefix}{self.count[prefix]}"

    def place(self, box):
        names = ("HPOS", "VPOS", "WIDTH", "HEIGHT")
        return [(name, f"{value * self.scale:.2f}") for name, value in zip(names, box)]

    def add(self, depth, text):
        self.out.append("  " * depth + text)

    def word(self, word):
        x, y, width, height = word.box
        more = {}
        if word.half:
            more = {"SUBS_TYPE": f"HypPart{word.half[0]}", "SUBS_CONTENT": word.half[1]}
        box = (x, y, width - word.mark, height)
        self.add(6, f"<{element('String', ('ID', self.number('s')), *self.place(box), CONTENT=word.text, **more)}/>")
        if word.mark:
            mark = (x + width - word.mark, y, word.mark, height)
            self.add(6, f"<{element('HYP', *self.place(mark), CONTENT='-')}/>")

    def space(self, one, two):
        left, right = sorted((one, two), key=lambda word: word.box[0])
        start = left.box[0] + left.box[2]
        box = (start, one.box[1], max(0, right.box[0] - start), one.box[3])
        self.add(6, f"<{element('SP', *self.place(box))}/>")

    def line(self, line):
        self.add(5, f"<{element('TextLine', ('ID', self.number('l')), *self.place(line.box), BASELINE=f'{line.baseline * self.scale:.2f}')}>")
        for index, word in enumerate(line.words):
            if index:
                self.space(line.words[index - 1], word)
            self.word(word)
        self.add(5, "</TextLine>")

    def block(self, block):
        if isinstance(block, Illustration):
            x, y, width, height = block.box
            box = x, y, min(width, self.size[0] - x), min(height, self.size[1] - y)
            self.add(4, f"<{element('Illustration', ('ID', self.number('i')), *self.place(box))}/>")
            return
        self.add(4, f"<{element('TextBlock', ('ID', self.number('b')), *self.place(block.box), LANG=block.lang)}>")
        for line in block.lines:
            self.line(line)
        self.add(4, "</TextBlock>")

    def region(self, name, box, blocks):
        self.add(3, f"<{element(name, ('ID', self.number('r')), *self.place(box))}>")
        for block in blocks:
            self.block(block)
        self.add(3, f"</{name}>")


def write_alto(path, picture, number, label, size, pixels, dpi, blocks, frame):
    """Write the blocks (in points) of one page, in pixels at dpi."""
    writer = Writer(dpi / 72, size)
    left, top, width, height = frame
    regions = {"TopMargin": (0, 0, size[0], top),
               "BottomMargin": (0, top + height, size[0], size[1] - top - height),
               "PrintSpace": frame}
    filled = [b for b in blocks if isinstance(b, Illustration) or b.lines]
    for name, box in regions.items():
        inside = [block for block in filled if block.place == name]
        if inside or name == "PrintSpace":
            writer.region(name, box, inside)
    page = element("Page", ID="page", PHYSICAL_IMG_NR=number, PRINTED_IMG_NR=label,
                   WIDTH=pixels[0], HEIGHT=pixels[1])
    path.write_text("\n".join([
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<alto xmlns="{NAMESPACE}" SCHEMAVERSION="4.2">',
        "  <Description>",
        "    <MeasurementUnit>pixel</MeasurementUnit>",
        f"    <sourceImageInformation><fileName>{picture}</fileName></sourceImageInformation>",
        "  </Description>",
        "  <Layout>",
        f"    <{page}>",
        *writer.out,
        "    </Page>",
        "  </Layout>",
        "</alto>", ""]), encoding="utf-8")
