"""The issue as pages of HTML: make_html.py PICTURES OUTDIR

A book.json (HPub) and one page a story, 1024 x 768 CSS pixels each, for the HTML backend.
"""

import html
import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "quay"))
from story import pieces, read_story  # noqa: E402

PAGES = ["cover", "contents", "carrow", "carrow-2", "tide", "market", "welcome", "compass"]
FILES = {name: f"page{number:03}.html" for number, name in enumerate(PAGES, 1)}
SECTIONS = {"carrow": "Lights", "tide": "Almanac", "market": "Trade", "welcome": "Signs",
            "compass": "Instruments"}
STORIES = {"desk": 1, "carrow": 2, "tide": 3, "market": 4, "welcome": 5, "compass": 6}


def inline(text):
    marked = []
    for piece in pieces(text):
        words = html.escape(piece.text)
        if piece.url:
            words = f'<a href="{html.escape(piece.url)}">{words}</a>'
        elif piece.italic:
            words = f"<em>{words}</em>"
        marked.append(words)
    return "".join(marked)


def paragraph(text):
    if re.search(r"[\u0600-\u06ff]{4}", text) and not re.search("[a-z]", text):
        return f'<p class="sign" lang="ar" dir="rtl">{text}</p>'
    if re.search(r"[\u3040-\u30ff]", text):
        return f'<p class="sign down" lang="ja">{text}</p>'
    # A word of Arabic among others has its own language and direction.
    marked = re.sub(r"([\u0600-\u06ff]+)", r'<span lang="ar" dir="rtl">\1</span>', inline(text))
    return f"<p>{marked}</p>"


def table(rows):
    head, *body = rows
    cells = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
                    for row in body)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>"


def figure(block):
    return (f'<figure><img src="pictures/{block.source}" alt="">'
            f"<figcaption>{inline(block.text)}</figcaption></figure>")


def flow(blocks):
    """Paragraphs, headings and lists, as they come."""
    out, items = [], []
    for block in blocks + [None]:
        if block and block.kind == "li":
            items.append(f"<li>{inline(block.text)}</li>")
            continue
        if items:
            out.append("<ul>" + "".join(items) + "</ul>")
            items = []
        if block is None:
            break
        if block.kind == "h2":
            out.append(f"<h2>{inline(block.text)}</h2>")
        elif block.kind == "p":
            out.append(paragraph(block.text))
    return "\n".join(out)


def head(name, story):
    return (f'<header><p class="kicker">{SECTIONS[name]}</p><h1>{html.escape(story.title)}</h1>'
            f'<p class="standfirst">{inline(story.standfirst)}</p></header>')


def page(name, body, title):
    number = PAGES.index(name) + 1
    folio = "" if name == "cover" else (
        f'<footer><a href="{FILES["contents"]}">Quay</a> <span>The harbour magazine</span> '
        f"<b>{number}</b></footer>")
    return (
        '<!DOCTYPE html>\n<html lang="en-GB">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{html.escape(title)}</title>\n"
        '<meta name="viewport" content="width=1024, height=768">\n'
        '<link rel="stylesheet" href="quay.css">\n</head>\n'
        f'<body class="{name}">\n{body}\n{folio}\n</body>\n</html>\n')


def cover(stories):
    lines = "".join(
        f'<li><a href="{FILES[name]}">{html.escape(stories[name].title)}</a></li>'
        for name in SECTIONS)
    return (f'<p class="issue">Autumn <span>No. 7</span></p><h1>Quay</h1>'
            f'<p class="line">{html.escape(stories["desk"].title)}</p><ul>{lines}</ul>')


def contents(stories):
    entries = "".join(
        f'<li><a href="{FILES[name]}"><b>{PAGES.index(name) + 1}</b><span class="kicker">'
        f"{SECTIONS[name]}</span><strong>{html.escape(stories[name].title)}</strong>"
        f"<em>{html.escape(stories[name].standfirst)}</em></a></li>" for name in SECTIONS)
    desk = stories["desk"]
    return (f'<section class="letter"><p class="kicker">The harbour desk</p>'
            f"<h1>{html.escape(desk.title)}</h1>{flow(desk.running())}</section>"
            f"<nav><ol>{entries}</ol></nav>")


def carrow(story):
    quote = story.of_kind("quote")[0]
    blocks = story.running()
    cut = [index for index, block in enumerate(blocks) if block.kind == "h2"][1]
    first = (figure(story.of_kind("picture")[0]) + head("carrow", story)
             + f'<div class="columns">{flow(blocks[:cut])}</div>')
    second = (f'<blockquote>{inline(quote.text)}</blockquote>'
              f'<div class="columns">{flow(blocks[cut:])}</div>')
    return first, second


def feature(name, story):
    pictures = "".join(figure(block) for block in story.of_kind("picture"))
    tables = "".join(table(block.rows) for block in story.of_kind("table"))
    return (head(name, story) + f'<div class="columns">{flow(story.running())}</div>'
            + f"<aside>{pictures}{tables}</aside>")


def main():
    pictures, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sources = sorted((HERE.parent / "quay" / "stories").glob("*.md"))
    stories = {name: read_story(sources[number - 1]) for name, number in STORIES.items()}
    first, second = carrow(stories["carrow"])
    bodies = {"cover": cover(stories), "contents": contents(stories), "carrow": first,
              "carrow-2": second}
    for name in ("tide", "market", "welcome", "compass"):
        bodies[name] = feature(name, stories[name])
    titles = {"cover": "Quay", "contents": "In This Issue",
              "carrow-2": stories["carrow"].title + ", continued"}
    out.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        title = titles.get(name) or stories[name].title
        (out / FILES[name]).write_text(page(name, bodies[name], title), encoding="utf-8")
    shutil.copy(HERE / "quay.css", out / "quay.css")
    (out / "pictures").mkdir(exist_ok=True)
    for picture in ("compass", "fish", "harbour", "lighthouse", "mackerel", "porthole", "tides"):
        shutil.copy(pictures / f"{picture}.png", out / "pictures")
    book = {"hpub": 1, "title": "Quay", "author": ["The Harbour Desk"], "creator": ["Recto"],
            "date": "2026-10-01", "url": "book://example.org/quay", "cover": "pictures/harbour.png",
            "orientation": "landscape", "zoomable": False,
            "contents": [FILES[name] for name in PAGES]}
    (out / "book.json").write_text(json.dumps(book, indent=2) + "\n", encoding="utf-8")


main()
