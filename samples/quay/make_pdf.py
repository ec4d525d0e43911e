"""Typeset the Quay issue.

Usage: make_pdf.py OUT [PICTURES]

Writes OUT/quay.pdf, a tagged PDF of eight pages, and in OUT/quay-pages the
same pages as pictures with their words in ALTO files. The pictures are read
from PICTURES (OUT/quay-pictures unless given).
"""

import struct
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import cairo
import gi

import accessible
from alto import Illustration, write_alto
from canvas import Canvas
from columns import Look, draw_rows, level, pour, rows_of
from setting import Style, balanced, draw_line, missing_fonts, set_text
from story import read_story

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

HERE = Path(__file__).resolve().parent
WIDTH, HEIGHT = 420, 560
MARGIN = 36
INNER = WIDTH - 2 * MARGIN
TOP, BOTTOM = 58, 514
DPI = 150
BLEED = 1                           # the page pictures end in half a row of pixels

INK, SEA, SIGNAL, SAND, GREY, WHITE = "14242e", "0f5c6e", "b93c25", "f3ecdf", "5c6a72", "ffffff"

ALTERNATIVES = {
    "harbour": "Quay Harbour at dusk: boats at anchor, the lit windows of the town and its lighthouse",
    "porthole": "A sailing boat seen through a brass porthole",
    "lighthouse": "The lighthouse on Carrow Head, its beam crossing a starry sky",
    "tides": "A chart of two days of tides at Quay Harbour",
    "fish": "Fish on ice at the market",
    "compass": "A brass compass with an enamelled card",
}

SERIF, SANS = "EB Garamond 12, Amiri, IPAMincho", "Lato"


def sans(size, colour, weight=400, tracking=0.0):
    # Lato's ligatures are characters of their own; cairo wraps them in
    # ActualText, at which some readers of tags lose the rest of the line.
    return Style(SANS, size, colour, weight, tracking=tracking, features="liga=0")


BODY = Style(SERIF, 9.3, INK, align="justify", hyphenate=True, link_colour=SEA)
RAGGED = replace(BODY, size=9, align="left")
HEADING = sans(8.2, SEA, 700)
ARABIC = Style("Amiri", 12.4, SEA, align="right", lang="ar")
JAPANESE = Style("IPAMincho", 10, SEA, lang="ja")
TITLE = Style(SERIF, 31, INK)
STANDFIRST = Style(SERIF, 11.4, GREY, italic=True)
KICKER = sans(6.6, SIGNAL, 700, tracking=1.0)
CAPTION = sans(6.8, GREY)
RUNNING = sans(6.2, GREY, 400, tracking=.9)
FOLIO = sans(7.4, INK, 700)
QUOTE = Style(SERIF, 21, SEA, italic=True)
CELL = sans(7.3, INK)
CELL_HEAD = sans(6.4, SEA, 700)

LABELS = ["Cover", "i", "1", "2", "3", "4", "5", "6"]
STORIES = {                         # file, kicker, page index
    "light": ("2-carrow-light.md", "LIGHTS", 2),
    "tide": ("3-reading-the-tide.md", "WATER", 4),
    "market": ("4-hall-two.md", "MARKETS", 5),
    "welcome": ("5-welcome.md", "SIGNALS", 6),
    "compass": ("6-compass.md", "INSTRUMENTS", 7),
}


def two_columns(style=BODY):
    return Look(style, HEADING, ARABIC, JAPANESE, (INNER - 16) / 2)


def three_columns(style=RAGGED):
    return Look(style, HEADING, ARABIC, JAPANESE, (INNER - 28) / 3, grid=11.6, indent=9)


def column_x(look, number):
    count = round((INNER + 10) / (look.width + 10))
    gap = (INNER - count * look.width) / (count - 1)
    return MARGIN + number * (look.width + gap)


# --- parts of a page -------------------------------------------------------

def put(canvas, text, style, x, y, width, leading, tag="P", link="", place="PrintSpace"):
    """Set a short text with its first baseline at y; returns the next one."""
    canvas.begin_block(place)
    canvas.begin(tag)
    has_links = link or "](" in text
    canvas.open_leaf = None if has_links else tag
    even = tag in ("H1", "BlockQuote") or style.size > 14
    for line in (balanced if even else set_text)(text, style, width):
        draw_line(canvas, line, x, y, link)
        y += leading
    if has_links:
        canvas.end(tag)
    else:
        canvas.close_leaf()
    return y


def put_quietly(canvas, text, style, x, y, width, place):
    with canvas.untagged():
        canvas.begin_block(place)
        draw_line(canvas, set_text(text, style, width)[0], x, y)


def furniture(canvas, index, head):
    """Running head and folio, outside on each page."""
    right = index % 2 == 0
    running = replace(RUNNING, align="right" if right else "left")
    folio = replace(FOLIO, align="right" if right else "left")
    if head:
        put_quietly(canvas, head, running, MARGIN, 34, INNER, "TopMargin")
    put_quietly(canvas, LABELS[index], folio, MARGIN, 537, INNER, "BottomMargin")


def heading(canvas, story, kicker, y, title=TITLE, widths=(228, 106.67), leading=31):
    """Kicker and title on the left, standfirst on the right, one first line."""
    put(canvas, kicker, KICKER, MARGIN, y, INNER, 0)
    y += leading
    end = put(canvas, story.title, title, MARGIN - 1, y, widths[0], leading, "H1")
    x = MARGIN + INNER - widths[1]
    side = put(canvas, story.standfirst, STANDFIRST, x, y - leading, widths[1], 13.4)
    return max(end - leading, side - 13.4)


def pull_quote(canvas, text, x, y, width, style=QUOTE, leading=30):
    canvas.rule(x, y, width, SIGNAL, 1.2)
    end = put(canvas, text, style, x, y + leading + 1, width, leading, "BlockQuote")
    canvas.rule(x, end - leading + 17, width, SIGNAL, 1.2)
    return end


def draw_table(canvas, rows, x, y, widths, numbers, pitch=13.0):
    """Words on the left, numbers on the right of their columns."""
    canvas.begin("Table")
    canvas.begin_block()
    canvas.rule(x, y, sum(widths), SEA, 1)
    for number, row in enumerate(rows):
        y += pitch
        with canvas.inside("TR"):
            draw_cells(canvas, row, x, y - pitch * .32, widths, numbers, number == 0)
        canvas.rule(x, y, sum(widths), SEA if number == 0 else "c9c2b4", .6 if number == 0 else .4)
    canvas.end("Table")
    return y


def draw_cells(canvas, row, x, baseline, widths, numbers, is_head):
    style = CELL_HEAD if is_head else CELL
    for column, (text, width) in enumerate(zip(row, widths)):
        canvas.begin("TH" if is_head else "TD")
        canvas.open_leaf = "TH" if is_head else "TD"
        align = "right" if len(row) - column <= numbers else "left"
        draw_line(canvas, set_text(text, replace(style, align=align), width)[0], x, baseline)
        canvas.close_leaf()
        x += width


def signal_flags(canvas, x, y):
    """The hoist U W: a pleasant voyage."""
    red, blue = "c23b2e", "1f4e8c"
    canvas.begin_figure("Two signal flags: red and white in quarters, and blue, white and red inside each other")
    for column, row, colour in ((0, 0, red), (1, 0, "f7f4ee"), (0, 1, "f7f4ee"), (1, 1, red)):
        canvas.box(x + 13 * column, y + 10 * row, 13, 10, colour)
    for inset, colour in ((0, blue), (4, "f7f4ee"), (7.6, red)):
        canvas.box(x + 36 + inset, y + inset * .8, 26 - 2 * inset, 20 - 1.6 * inset, colour)
    for left in (x, x + 36):
        canvas.frame(left, y, 26, 20, "b9b3a6")
    canvas.close_leaf()
    canvas.blocks.append(Illustration((x, y, 62, 20)))


def pour_page(canvas, columns, look, top):
    for number, rows in enumerate(columns):
        draw_rows(canvas, rows, look, column_x(look, number), top)


# --- the issue -------------------------------------------------------------

class Issue:
    def __init__(self, pictures):
        self.stories = {key: read_story(HERE / "stories" / name)
                        for key, (name, _, _) in STORIES.items()}
        self.desk = read_story(HERE / "stories" / "1-harbour-desk.md")
        self.pictures = {path.stem: cairo.ImageSurface.create_from_png(str(path))
                         for path in sorted(pictures.glob("*.png"))}
        for name in ("harbour", "lighthouse"):
            attach_jpeg(self.pictures[name], pictures / f"{name}.png")
        self.flow()

    def flow(self):
        two, three = two_columns(), three_columns()
        light = rows_of(self.stories["light"].running(), two, drop_cap=True)
        self.light_one, rest = pour(light, [14, 14])
        self.light_two = level(rest, 2, 40)
        self.tide = level(rows_of(self.stories["tide"].running(), three), 3, 60, (0, 0, 10))
        self.market = level(rows_of(self.stories["market"].running(), three), 3, 60)
        self.welcome = level(rows_of(self.stories["welcome"].running(), two), 2, 60)
        self.compass = level(rows_of(self.stories["compass"].running(), two, drop_cap=True), 2, 60)

    def pages(self):
        return [self.cover, self.contents, self.light_opening, self.light_end,
                self.tide_page, self.market_page, self.welcome_page, self.compass_page]

    # each page gets a canvas and its index

    def cover(self, canvas, index):
        canvas.begin("Document")
        with canvas.inside("Sect"):
            canvas.target("cover")
            canvas.picture(self.pictures["harbour"], ALTERNATIVES["harbour"], 0, 0, WIDTH, HEIGHT + BLEED)
            canvas.shade(0, 0, WIDTH, 190, "0b1826", .62, 0)
            canvas.shade(0, 400, WIDTH, 160 + BLEED, "0b1826", 0, .78)
            put(canvas, "Quay", Style(SERIF, 138, WHITE, align="centre"), 0, 142, WIDTH, 0, "H1")
            small = replace(RUNNING, colour=WHITE, size=7)
            put(canvas, "HARBOURS, BOATS AND TIDES", small, MARGIN, 36, INNER, 0)
            put(canvas, "ISSUE 14 · AUTUMN", replace(small, align="right"), MARGIN, 36, INNER, 0)
            self.cover_lines(canvas)

    def cover_lines(self, canvas):
        line = Style(SERIF, 25, WHITE)
        put(canvas, "The last lamp at Carrow Head", line, MARGIN, 466, 200, 26)
        canvas.box(252, 446, .7, 74, "f0c79a")
        y = 454
        for text in ("Reading the tide, by twelfths", "A fish market before breakfast",
                     "How to say welcome in a harbour", "The compass in the kitchen"):
            y = put(canvas, text, sans(8, "fbeedd"), 264, y, 124, 10) + 9.4

    def contents(self, canvas, index):
        furniture(canvas, index, "QUAY · ISSUE 14")
        with canvas.inside("Sect"):
            canvas.target("contents")
            put(canvas, "In this issue", replace(TITLE, size=36), MARGIN - 1, 88, 220, 0, "H1")
            with canvas.inside("TOC"):
                y = 116
                for key, (_, kicker, page) in STORIES.items():
                    y = self.entry(canvas, key, kicker, page, y)
            self.imprint(canvas)
        with canvas.inside("Sect"):
            self.desk_panel(canvas)

    def entry(self, canvas, key, kicker, page, y):
        story, link = self.stories[key], f"dest='{key}'"
        canvas.rule(MARGIN, y, 212, "c9c2b4", .5)
        with canvas.inside("TOCI"):
            put(canvas, LABELS[page], Style(SERIF, 26, SIGNAL, features="lnum"), MARGIN, y + 25, 30, 0, "P", link)
            put(canvas, kicker, replace(KICKER, size=5.6, colour=SEA), MARGIN + 36, y + 13, 176, 0)
            end = put(canvas, story.title, Style(SERIF, 13.8, INK), MARGIN + 36, y + 28, 176, 16, "P", link)
            end = put(canvas, story.standfirst, sans(7, GREY), MARGIN + 36, end - 3.5, 170, 9.4)
        return end + 3.5

    def imprint(self, canvas):
        put(canvas, "Quay is published four times a year by the harbour desk, above the chandler's. "
            "Places, people and prices in these pages are invented; the tides behave as tides do. "
            "Read more at [example.org/quay](https://example.org/quay).",
            replace(CAPTION, size=6.2, link_colour=SEA), MARGIN, 491, 212, 8.6)

    def desk_panel(self, canvas):
        x, width = 277.33, 106.67
        canvas.box(x - 14, 0, WIDTH - x + 14, HEIGHT + BLEED, SAND)
        canvas.picture(self.pictures["porthole"], ALTERNATIVES["porthole"], x, 58, width, width)
        y = put(canvas, "FROM THE DESK", KICKER, x, 190, width, 0) + 20
        y = put(canvas, self.desk.title, Style(SERIF, 17, INK), x, y, width, 18, "H1") + 1
        style = replace(RAGGED, size=9.4)
        for number, block in enumerate(self.desk.running()):
            canvas.begin_block()
            with canvas.inside("P"):
                for line in set_text(block.text, style, width, 9 if number else 0):
                    draw_line(canvas, line, x, y)
                    y += 12.2

    def light_opening(self, canvas, index):
        story = self.stories["light"]
        furniture(canvas, index, "")
        canvas.begin("Sect")
        canvas.target("light")
        canvas.picture(self.pictures["lighthouse"], ALTERNATIVES["lighthouse"], 0, 0, WIDTH, 240, .46)
        self.caption(canvas, story, MARGIN, 219, 190, replace(CAPTION, colour="e4eef0"))
        heading(canvas, story, "LIGHTS", 262, leading=31)
        pour_page(canvas, self.light_one, two_columns(), 344)

    def light_end(self, canvas, index):
        furniture(canvas, index, "LIGHTS · CARROW HEAD")
        pour_page(canvas, self.light_two, two_columns(), TOP + 120)
        pull_quote(canvas, self.stories["light"].of_kind("quote")[0].text, MARGIN, TOP, INNER)
        canvas.end("Sect")

    def caption(self, canvas, story, x, y, width, style=CAPTION):
        return put(canvas, story.of_kind("picture")[0].text, style, x, y, width, 8.8, "Caption")

    def tide_page(self, canvas, index):
        story, look = self.stories["tide"], three_columns()
        furniture(canvas, index, "WATER · TIDES")
        with canvas.inside("Sect"):
            canvas.target("tide")
            heading(canvas, story, "WATER", 68, replace(TITLE, size=33), leading=36)
            canvas.picture(self.pictures["tides"], ALTERNATIVES["tides"], MARGIN, 127, INNER, INNER * 520 / 1456)
            self.caption(canvas, story, MARGIN, 263, INNER)
            pour_page(canvas, self.tide, look, 275)
            table = story.of_kind("table")[0].rows
            draw_table(canvas, table, column_x(look, 2), BOTTOM - 5 - 9 * 11.4, [36, 20, 24, 26.67], 2, 11.4)

    def market_page(self, canvas, index):
        story, look = self.stories["market"], three_columns()
        furniture(canvas, index, "")
        with canvas.inside("Sect"):
            canvas.target("market")
            canvas.picture(self.pictures["fish"], ALTERNATIVES["fish"], 0, 0, WIDTH, 118, .5)
            self.caption(canvas, story, MARGIN, 130, INNER)
            heading(canvas, story, "MARKETS", 154, replace(TITLE, size=28.5), leading=30)
            pour_page(canvas, self.market, look, 228)
            draw_table(canvas, story.of_kind("table")[0].rows, MARGIN, 449, [132, 60, 70, 86], 3)

    def welcome_page(self, canvas, index):
        story, look = self.stories["welcome"], two_columns()
        furniture(canvas, index, "SIGNALS · WELCOME")
        with canvas.inside("Sect"):
            canvas.target("welcome")
            signal_flags(canvas, WIDTH - MARGIN - 62, 53)
            put(canvas, "SIGNALS", KICKER, MARGIN, 68, INNER, 0)
            put(canvas, story.title, replace(TITLE, size=33), MARGIN - 1, 104, INNER, 0, "H1")
            put(canvas, story.standfirst, STANDFIRST, MARGIN, 124, INNER, 13.4)
            pour_page(canvas, self.welcome, look, 156)

    def compass_page(self, canvas, index):
        story, look = self.stories["compass"], two_columns()
        furniture(canvas, index, "INSTRUMENTS · COMPASS")
        with canvas.inside("Sect"):
            canvas.target("compass")
            canvas.picture(self.pictures["compass"], ALTERNATIVES["compass"], 236, 50, 148, 148)
            put(canvas, "INSTRUMENTS", KICKER, MARGIN, 68, INNER, 0)
            y = put(canvas, story.title, replace(TITLE, size=33), MARGIN - 1, 102, 190, 33, "H1")
            put(canvas, story.standfirst, STANDFIRST, MARGIN, y - 12, 170, 13.4)
            self.caption(canvas, story, 236, 210, 148)
            pour_page(canvas, self.compass, look, 234)
        canvas.end("Document")


def attach_jpeg(surface, path):
    """Photographs go into the PDF as JPEG, as they do from any camera."""
    pixels = GdkPixbuf.Pixbuf.new_from_file(str(path))
    data = pixels.save_to_bufferv("jpeg", ["quality"], ["90"])[1]
    surface.set_mime_data(cairo.MIME_TYPE_JPEG, data)


# --- the files -------------------------------------------------------------

def write_pdf(issue, path):
    surface = cairo.PDFSurface(str(path), WIDTH, HEIGHT)
    describe(surface)
    canvas = Canvas(surface, tagged=True)
    for index, draw in enumerate(issue.pages()):
        surface.set_page_label(LABELS[index])
        draw(canvas, index)
        canvas.close_leaf()
        canvas.ctx.show_page()
    add_outline(surface, issue)
    surface.finish()
    accessible.add(path, "en-GB", canvas.alternatives)


def describe(surface):
    for key, value in ((cairo.PDF_METADATA_TITLE, "Quay, issue 14"),
                       (cairo.PDF_METADATA_AUTHOR, "Recto samples"),
                       (cairo.PDF_METADATA_SUBJECT, "Harbours, boats and tides"),
                       (cairo.PDF_METADATA_KEYWORDS, "harbour, lighthouse, tide, fish market, compass"),
                       (cairo.PDF_METADATA_CREATOR, "make_pdf.py"),
                       (cairo.PDF_METADATA_CREATE_DATE, "2024-09-02T08:00:00Z"),
                       (cairo.PDF_METADATA_MOD_DATE, "2024-09-02T08:00:00Z")):
        surface.set_metadata(key, value)


def add_outline(surface, issue):
    def entry(parent, title, target):
        return surface.add_outline(parent, title, f"dest='{target}'", cairo.PDF_OUTLINE_FLAG_OPEN)

    root = cairo.PDF_OUTLINE_ROOT
    entry(root, "Cover", "cover")
    entry(root, "In this issue", "contents")
    stories = entry(root, "Stories", "light")
    for key, story in issue.stories.items():
        entry(stories, story.title, key)


def write_pages(issue, folder):
    folder.mkdir(parents=True, exist_ok=True)
    scale = DPI / 72
    pixels = round(WIDTH * scale), round(HEIGHT * scale)
    for index, draw in enumerate(issue.pages()):
        surface = cairo.ImageSurface(cairo.FORMAT_RGB24, *pixels)
        canvas = Canvas(surface, tagged=False)
        canvas.ctx.scale(scale, scale)
        canvas.box(0, 0, WIDTH, HEIGHT + BLEED, WHITE)
        draw(canvas, index)
        name = f"page{index + 1}"
        surface.write_to_png(str(folder / f"{name}.png"))
        set_resolution(folder / f"{name}.png", DPI)
        frame = (0, 0, WIDTH, HEIGHT) if index == 0 else (0, 40, WIDTH, 484)
        write_alto(folder / f"{name}.xml", f"{name}.png", index + 1, LABELS[index],
                   (WIDTH, HEIGHT), pixels, DPI, canvas.blocks, frame)


def set_resolution(path, dpi):
    """Put a pHYs chunk after the header, which cairo does not write."""
    data = path.read_bytes()
    metre = round(dpi / .0254)
    chunk = b"pHYs" + struct.pack(">IIB", metre, metre, 1)
    header = 8 + 25                 # signature, IHDR
    path.write_bytes(data[:header] + struct.pack(">I", 9) + chunk
                     + struct.pack(">I", zlib.crc32(chunk)) + data[header:])


def main():
    out = Path(sys.argv[1])
    pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else out / "quay-pictures"
    missing = missing_fonts(SERIF, SANS)
    if missing:
        sys.exit(f"missing fonts (see packages.txt): {', '.join(missing)}")
    out.mkdir(parents=True, exist_ok=True)
    issue = Issue(pictures)
    write_pdf(issue, out / "quay.pdf")
    write_pages(issue, out / "quay-pages")


if __name__ == "__main__":
    main()
