"""Set type: measure words with Pango, break paragraphs into good lines and
draw those lines, telling the canvas where each word came to stand."""

import functools
import re
from dataclasses import dataclass, field, replace
from html import escape

import cairo
import gi
import pyphen

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

from story import Piece, pieces  # noqa: E402

SPACE = Piece(" ")
HYPHENS = pyphen.Pyphen(lang="en_GB", left=3, right=3)
CJK = re.compile(r"[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")
ARABIC = re.compile(r"[\u0600-\u06ff]")


@dataclass(frozen=True)
class Style:
    family: str
    size: float
    colour: str = "14242e"
    weight: int = 400
    italic: bool = False
    tracking: float = 0
    align: str = "left"             # left, right, centre or justify
    hyphenate: bool = False
    link_colour: str = ""
    lang: str = "en"
    features: str = ""              # OpenType features, as Pango spells them


def make_context():
    context = PangoCairo.FontMap.get_default().create_context()
    # One point is one unit and nothing is rounded to pixels: the lines must
    # come out the same on paper and on the page pictures.
    PangoCairo.context_set_resolution(context, 72)
    options = cairo.FontOptions()
    options.set_hint_style(cairo.HINT_STYLE_NONE)
    options.set_hint_metrics(cairo.HINT_METRICS_OFF)
    options.set_antialias(cairo.ANTIALIAS_GRAY)
    PangoCairo.context_set_font_options(context, options)
    context.set_round_glyph_positions(False)
    context.set_language(Pango.Language.from_string("en-gb"))
    return context


CONTEXT = make_context()


@functools.lru_cache(None)
def font(style):
    description = Pango.FontDescription()
    description.set_family(style.family)
    description.set_absolute_size(style.size * Pango.SCALE)
    description.set_weight(Pango.Weight(style.weight))
    if style.italic:
        description.set_style(Pango.Style.ITALIC)
    return description


def missing_fonts(*lists):
    """Families that are not there; another face would move every line."""
    def found(name):
        face = CONTEXT.load_font(font(Style(name, 10))).describe().get_family()
        return name.startswith(face)        # "EB Garamond 12" is one of EB Garamond

    return [name for names in lists for name in names.split(", ") if not found(name)]


@functools.lru_cache(None)
def ascent_descent(style):
    metrics = CONTEXT.get_metrics(font(style), Pango.Language.from_string("en-gb"))
    return metrics.get_ascent() / Pango.SCALE, metrics.get_descent() / Pango.SCALE


def markup(piece, style):
    text = escape(piece.text, quote=False)
    if piece.italic:
        text = f"<i>{text}</i>" if not style.italic else f'<span style="normal">{text}</span>'
    if style.tracking:
        text = f'<span letter_spacing="{round(style.tracking * Pango.SCALE)}">{text}</span>'
    if style.features:
        text = f'<span font_features="{style.features}">{text}</span>'
    return text


def layout_of(marked, style):
    layout = Pango.Layout(CONTEXT)
    layout.set_font_description(font(style))
    layout.set_single_paragraph_mode(True)
    layout.set_auto_dir(style.lang == "ar")
    layout.set_markup(marked, -1)
    return layout


@functools.lru_cache(None)
def measured(marked, style):
    return layout_of(marked, style).get_size()[0] / Pango.SCALE


def word_width(word, style):
    return sum(measured(markup(piece, style), style) for piece in word)


# --- from text to words ----------------------------------------------------

def words_of(found):
    """Cut pieces at the spaces; a word is a list of pieces."""
    words, current = [], []
    for piece in found:
        for part in re.split(r"( )", piece.text):
            if part == " ":
                if current:
                    words.append(current)
                current = []
            elif part:
                current.append(replace(piece, text=part))
    return words + [current] if current else words


def plain(word):
    return "".join(piece.text for piece in word)


def cut(word, start, end):
    """The letters start..end of a word, pieces kept."""
    found, position = [], 0
    for piece in word:
        low, high = max(start - position, 0), min(end - position, len(piece.text))
        if low < high:
            found.append(replace(piece, text=piece.text[low:high]))
        position += len(piece.text)
    return found


def inner_breaks(word, style):
    """Places where a line may end inside a word, and what is added there."""
    text = plain(word)
    if CJK.search(text):
        return [(i, "") for i in range(1, len(text))
                if text[i] not in "。、」）ょゃゅっー" and text[i - 1] not in "「（"]
    dash = [(m.end(), "") for m in re.finditer(r"\w-(?=\w)", text)]
    if not style.hyphenate or dash:
        return dash
    letters = re.search(r"[A-Za-z]{6,}", text)
    if not letters or text[letters.start()].isupper():
        return []
    return [(letters.start() + i, "-") for i in HYPHENS.positions(letters[0])]


# --- line breaking ---------------------------------------------------------

@dataclass
class Line:
    words: list
    style: Style
    width: float
    indent: float = 0
    hyphen: str = ""                # the whole word, when its second half follows
    rest_of: str = ""               # the whole word, when its first half went before
    last: bool = True


def badness(slack, spaces, style, last):
    if style.align == "justify":
        give = style.size * .11 * max(spaces, .3)
        shrink = style.size * .035 * max(spaces, .3)
        if slack < -shrink:
            return None
        if last and slack >= 0:
            return 0
        ratio = slack / give if slack > 0 else slack / shrink
        return 100 * abs(ratio) ** 3
    if slack < 0:
        return None
    return 0 if last else 100 * (slack / (style.size * 2.4)) ** 2


@dataclass
class Break:
    """A place where a line may end: after `at` letters of word `index`."""
    index: int
    at: int
    mark: str                       # what is added at the line's end
    ends: float                     # width of all text up to here, mark included
    starts: float                   # width which a line beginning here leaves behind

    @property
    def spaces(self):               # spaces between the text's start and this line's end
        return self.index if self.at else self.index - 1


def all_breaks(words, style):
    space = measured(markup(SPACE, style), style)
    found, gone = [], 0.0
    for index, word in enumerate(words):
        whole = word_width(word, style)
        for at, mark in inner_breaks(word, style):
            head = word_width(marked_end(cut(word, 0, at), mark), style)
            tail = word_width(cut(word, at, len(plain(word))), style)
            found.append(Break(index, at, mark, gone + head, gone + whole - tail))
        found.append(Break(index + 1, 0, "", gone + whole, gone + whole + space))
        gone += whole + space
    return found


def break_lines(words, style, widths):
    """The cheapest way to break the words (after Knuth and Plass).

    widths(n) gives indent and width of line n; lines after the fourth are
    taken to be alike.
    """
    origin = Break(0, 0, "", 0, 0)
    states = {(0, 0, 0): (0, None, origin)}         # cost, state before, break
    live = list(states)
    for end in all_breaks(words, style):
        final = end.index == len(words)
        fresh, kept = {}, []
        for state in live:
            cost, _, start = states[state]
            width, allowed = end.ends - start.starts, widths(state[2])[1]
            if width * .93 <= allowed:
                kept.append(state)
            spaces = end.spaces - start.index
            bad = badness(allowed - width, spaces, style, final)
            if bad is None:
                continue
            total = cost + (10 + bad) ** 2 + hyphen_cost(end.mark, start.mark, style, final, spaces)
            key = (end.index, end.at, min(state[2] + 1, 4))
            if key not in fresh or total < fresh[key][0]:
                fresh[key] = (total, state, end)
        states.update(fresh)
        live = kept + list(fresh)
    ends = [state for state in states if state[0] == len(words)]
    if not ends:
        raise ValueError(f"cannot break: {' '.join(map(plain, words))[:60]}")
    return trace(words, states, min(ends, key=lambda state: states[state][0]), style, widths)


def hyphen_cost(mark, hyphened, style, final, spaces):
    cost = 0
    if mark == "-":
        cost += 2500 if style.align == "justify" else 9000
        cost += 20000 if hyphened else 0
    if final and (spaces == 0 or hyphened):
        cost += 12000
    return cost


def marked_end(word, mark):
    return word[:-1] + [replace(word[-1], text=word[-1].text + mark)] if mark else word


def line_words(words, start, end):
    """The words between two breaks, the first and last perhaps in part."""
    line = []
    for index in range(start.index, end.index + (1 if end.at else 0)):
        low = start.at if index == start.index else 0
        high = end.at if index == end.index else len(plain(words[index]))
        line.append(cut(words[index], low, high))
    line[-1] = marked_end(line[-1], end.mark)
    return line


def trace(words, states, state, style, widths):
    path = [state]
    while states[path[0]][1] is not None:
        path.insert(0, states[path[0]][1])
    lines = []
    for number, (one, two) in enumerate(zip(path, path[1:])):
        start, end = states[one][2], states[two][2]
        indent, width = widths(number)
        lines.append(Line(
            line_words(words, start, end), style, width, indent,
            hyphen=plain(words[end.index]) if end.mark else "",
            rest_of=plain(words[start.index]) if start.mark else "",
            last=end.index == len(words)))
    return lines


def set_text(text, style, width, first_indent=0.0, hanging=0.0, carve=(0, 0.0)):
    """Break text into lines. `carve` = (lines, indent) leaves room for a
    drop capital; `text` is Markdown or a list of pieces."""
    words = words_of(pieces(text) if isinstance(text, str) else text)

    def widths(number):
        indent = first_indent if number == 0 else hanging
        if number < carve[0]:
            indent = carve[1]
        return indent, width - indent

    return break_lines(words, style, widths)


def balanced(text, style, width):
    """Lines of much the same length, for headings: no word stands alone."""
    lines = set_text(text, style, width)
    low, high = 0.0, width
    while high - low > 1:
        middle = (low + high) / 2
        try:
            fits = len(set_text(text, style, middle)) == len(lines)
        except ValueError:
            fits = False
        low, high = (low, middle) if fits else (middle, high)
    return [replace(line, width=width) for line in set_text(text, style, high)]


# --- drawing ---------------------------------------------------------------

@dataclass
class Segment:
    """What is drawn in one go: text of one link, or of none."""
    url: str
    parts: list = field(default_factory=list)   # (markup, bytes, word number or None)

    def add(self, marked, text, number):
        self.parts.append((marked, len(text.encode()), number))


def segments_of(line, extra):
    found = []
    for number, word in enumerate(line.words):
        if number:
            before, after = line.words[number - 1][-1].url, word[0].url
            space = line.style if before != after else replace(
                line.style, tracking=line.style.tracking + extra)
            found[-1].add(markup(SPACE, space), " ", None)
        for piece in word:
            if not found or found[-1].url != piece.url:
                found.append(Segment(piece.url))
            found[-1].add(markup(piece, line.style), piece.text, number)
    return found


def natural_width(line):
    return sum(measured("".join(part[0] for part in segment.parts), line.style)
               for segment in segments_of(line, 0))


def start_and_space(line, slack):
    spaces = len(line.words) - 1
    if line.style.align == "justify" and spaces and (not line.last or slack < 0):
        return 0.0, slack / spaces
    return {"right": slack, "centre": slack / 2}.get(line.style.align, 0.0), 0.0


def draw_line(canvas, line, x, baseline, link=""):
    """Draw a line whose column begins at x; `link` is an inner target."""
    slack = line.width - natural_width(line)
    start, extra = start_and_space(line, slack)
    x += line.indent + start
    canvas.begin_line(baseline)
    boxes = {}
    found = segments_of(line, extra)
    for index, segment in enumerate(found):
        marked = "".join(part[0] for part in segment.parts)
        closing = index + 1 == len(found) and not line.hyphen and not line.last
        # The space at a line's end is not seen, but keeps the words of two
        # lines apart for those who read the text through its tags.
        tail = " " if closing and line.style.lang == "en" else ""
        layout = layout_of(marked + tail, line.style)
        colour = segment.url and line.style.link_colour or line.style.colour
        with canvas.leaf(f"uri='{segment.url}'" if segment.url else link):
            canvas.show(layout, x, baseline, colour)
        note_words(boxes, layout, segment, x)
        x += measured(marked, line.style)
        if segment.parts[-1][2] is None:
            x += extra
    note_line(canvas, line, boxes, baseline)
    return x


def note_words(boxes, layout, segment, x):
    position = 0
    for _, size, number in segment.parts:
        if number is not None:
            spans = [layout.index_to_pos(i) for i in range(position, position + size)]
            edges = [v / Pango.SCALE for r in spans for v in (r.x, r.x + r.width)]
            low, high = boxes.get(number, (1e9, -1e9))
            boxes[number] = min(low, x + min(edges)), max(high, x + max(edges))
        position += size


def note_line(canvas, line, boxes, baseline):
    up, down = ascent_descent(line.style)
    for number, word in enumerate(line.words):
        left, right = boxes[number]
        text, half, mark = plain(word), None, 0.0
        if line.hyphen and number + 1 == len(line.words):
            text, half = text[:-1], (1, line.hyphen)
            mark = measured(markup(replace(word[-1], text="-"), line.style), line.style)
        elif line.rest_of and number == 0:
            half = 2, line.rest_of
        canvas.note_word(text, (left, baseline - up, right - left, up + down), half, mark)
