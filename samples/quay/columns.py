"""Pour blocks into columns on a line grid."""

import math
from dataclasses import dataclass, field, replace

import setting
from setting import draw_line, set_text


@dataclass
class Row:
    line: object = None             # a Line; None leaves the row empty
    units: float = 1.0
    block: int = 0
    opens: list = field(default_factory=list)
    closes: list = field(default_factory=list)
    bullet: bool = False
    drop: str = ""
    stays: bool = False             # not to be separated from the next row
    size: int = 1                   # lines in the paragraph
    nth: int = 0


@dataclass
class Look:
    """Styles of running text and the grid it stands on."""
    body: object
    heading: object
    arabic: object
    japanese: object
    width: float
    grid: float = 12.0
    indent: float = 10.0
    accent: str = "b93c25"


def empty(units, block):
    return Row(units=units, block=block, stays=True)


def block_rows(lines, number, units=1.0, tags=("P",)):
    rows = [Row(line, units, number, size=len(lines), nth=i) for i, line in enumerate(lines)]
    rows[0].opens, rows[-1].closes = list(tags), list(reversed(tags))
    return rows


def padded(rows, before, after, number):
    """Empty space around rows, so that together they fill whole units."""
    used = sum(row.units for row in rows) + before + after
    rest = (math.ceil(used - .01) - used) / 2
    return [empty(before + rest, number)] + rows + [Row(units=after + rest, block=number)]


def paragraph(block, number, look, indented, drop_cap):
    if setting.ARABIC.match(block.text):
        return padded(block_rows(set_text(block.text, look.arabic, look.width), number, 1.4), .6, .1, number)
    if setting.CJK.match(block.text):
        return padded(block_rows(set_text(block.text, look.japanese, look.width), number, 1.3), .35, .35, number)
    if drop_cap:
        return drop_capital(block, number, look)
    indent = look.indent if indented else 0
    return block_rows(set_text(block.text, look.body, look.width, indent), number)


def drop_capital(block, number, look):
    """Only for first words of one letter, which stay whole that way."""
    letter, rest = block.text.split(" ", 1)
    room = setting.measured(letter, drop_style(look))
    rows = block_rows(set_text(rest, look.body, look.width, carve=(2, room + 3)), number)
    rows[0].drop, rows[0].stays = letter, True
    return rows


def drop_style(look):
    return replace(look.body, size=look.grid * 2.6, align="left", colour=look.accent)


def list_rows(items, number, look):
    rows = []
    for index, item in enumerate(items):
        lines = set_text(item.text, replace(look.body, align="left", hyphenate=False), look.width, look.indent, look.indent)
        tags = ["L", "LI", "LBody"] if index == 0 else ["LI", "LBody"]
        part = block_rows(lines, number + index, tags=tags)
        part[0].bullet = True
        part[-1].closes = ["LBody", "LI"] + (["L"] if index == len(items) - 1 else [])
        rows += part
    return padded(rows, .5, .5, number)


def rows_of(blocks, look, drop_cap=False):
    rows, after_paragraph, items = [], False, []
    for number, block in enumerate(blocks):
        if block.kind == "li":
            items.append(block)
            if number + 1 < len(blocks) and blocks[number + 1].kind == "li":
                continue
            rows += list_rows(items, number - len(items) + 1, look)
            items, after_paragraph = [], False
        elif block.kind == "h2":
            heading = block_rows(set_text(block.text, look.heading, look.width), number, tags=("H2",))
            rows += [empty(1, number)] + heading
            for row in heading:
                row.stays = True
            after_paragraph = False
        else:
            rows += paragraph(block, number, look, after_paragraph, drop_cap and number == 0)
            after_paragraph = rows[-1].line is not None
    return rows


def may_part(row, following):
    if row.stays:
        return False
    same = row.line and following.line and row.block == following.block
    return not (same and (row.nth == 0 or following.nth == following.size - 1))


def take(rows, capacity):
    """How many rows go into a column of that many units."""
    used, count, good = 0.0, 0, 0
    while count < len(rows):
        units = 0 if not rows[count].line and not count else rows[count].units
        if used + units > capacity + .01:
            break
        used += units
        count += 1
        if count == len(rows) or may_part(rows[count - 1], rows[count]):
            good = count
    return count if count == len(rows) else good


def pour(rows, capacities):
    """Split rows into columns; the second result is what did not fit."""
    columns = []
    for capacity in capacities:
        count = take(rows, capacity)
        columns.append(trimmed(rows[:count]))
        rows = rows[count:]
    return columns, rows


def trimmed(rows):
    while rows and not rows[0].line:
        rows = rows[1:]
    while rows and not rows[-1].line:
        rows = rows[:-1]
    return rows


def height(rows):
    return sum(row.units for row in rows)


def level(rows, count, limit, shorter=()):
    """Columns of the least even height that hold all rows."""
    off = list(shorter) + [0] * (count - len(shorter))
    for capacity in range(1, limit + 1):
        columns, rest = pour(rows, [capacity - less for less in off])
        if not rest:
            return columns
    raise ValueError(f"{height(rest):.0f} rows too many")


def draw_rows(canvas, rows, look, x, top):
    y, block = top, None
    for row in rows:
        if row.line:
            if row.block != block:
                canvas.begin_block(lang=row.line.style.lang)
                block = row.block
            draw_row(canvas, row, look, x, y)
        y += row.units * look.grid
    canvas.close_leaf()


def draw_row(canvas, row, look, x, y):
    for tag in row.opens:
        canvas.begin(tag)
    if row.opens == ["H2"]:
        canvas.open_leaf = "H2"
    baseline = y + (row.units - 1) * look.grid * .5 + look.grid * .76
    if row.bullet:
        canvas.box(x + 1, baseline - 4.6, 3.4, 3.4, look.accent)
    if row.drop:
        draw_drop_capital(canvas, row.drop, look, x, baseline)
    draw_line(canvas, row.line, x, baseline)
    for tag in row.closes:
        if canvas.open_leaf == tag:
            canvas.close_leaf()
        else:
            canvas.end(tag)


def draw_drop_capital(canvas, letter, look, x, baseline):
    line = replace(set_text(letter, drop_style(look), 60)[0], last=False)
    draw_line(canvas, line, x - 1, baseline + look.grid)
