"""Articles of magazines whose text is known: where they begin, and in which order they are read."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import known_texts
from known_texts import Part, chromium, page_text, tex, typst, untagged, weasyprint
from prose import Prose
from serving import Found
from tools import Tools
from words import order, words

KEY = "articles"
TITLE = "Articles of magazines whose text is known"
NOTE = (
    "Magazines and journals that Typst, pdfTeX, WeasyPrint and Chromium make here, in two and three columns, with running heads, pictures "
    "with captions, pull quotes, bylines, several articles a page and articles that go on over pages. F1 of the articles' beginnings, by "
    "their titles, and order: twice the longest common subsequence of words, over those of both; the mean of all articles, 0 for one that is "
    "not found. A third is held: it was not looked at while articles were worked on."
)

ENGINES = {"recto": [], "recto, pdfium": ["--engine", "pdfium", "--one-engine"]}


@dataclass(frozen=True)
class Story:
    title: str
    parts: list[Part]


def story(prose: Prose, paragraphs: int, extras: bool = True) -> Story:
    parts = [Part("byline", f"{'Anna Moor' if paragraphs % 2 else 'Jan Kai'}")] if extras else []
    for at in range(paragraphs):
        parts.append(Part("para", prose.paragraph(4)))
        if extras and at == 1:
            parts.append(Part("quote", prose.paragraph(1).rstrip(".")))
        if extras and at == 2:
            parts += [Part("figure", prose.paragraph(1)), Part("heading", prose.title())]
    return Story(prose.title(), parts)


def one_a_page(prose: Prose, columns: str) -> tuple[list[list[Part]], list[Story]]:
    stories = [story(prose, 4) for _ in range(3)]
    return [[Part("title", one.title), Part(columns, more=tuple(one.parts))] for one in stories], stories


def several_a_page(prose: Prose, columns: str) -> tuple[list[list[Part]], list[Story]]:
    stories = [story(prose, 2, extras=False) for _ in range(4)]
    page = lambda pair: [part for one in pair for part in (Part("title", one.title), Part(columns, more=tuple(one.parts)))]  # noqa: E731
    return [page(stories[:2]), page(stories[2:])], stories


def flowing(prose: Prose, columns: str) -> tuple[list[list[Part]], list[Story]]:
    """Articles one after another through columns and pages, their titles in the column."""
    stories = [story(prose, count) for count in (5, 3, 6)]
    return [[Part(columns, more=tuple(part for one in stories for part in (Part("title", one.title), *one.parts)))]], stories


Kind = Callable[[Prose, str], tuple[list[list[Part]], list[Story]]]
MAGAZINES: list[tuple[str, known_texts.Maker, Kind, str, str, str, bool]] = [
    # name, maker, kind, columns, language, font, held out
    ("Typst, one a page, 2", typst, one_a_page, "columns", "en", "EB Garamond", False),
    ("Typst, several a page, 3, untagged", untagged, several_a_page, "columns3", "de", "Libertinus Serif", True),
    ("Typst, flowing, 2, untagged", untagged, flowing, "columns", "es", "Libertinus Serif", False),
    ("TeX, one a page, 3", tex, one_a_page, "columns3", "en", "", True),
    ("TeX, several a page, 2", tex, several_a_page, "columns", "es", "", False),
    ("TeX, flowing, 2", tex, flowing, "columns", "fr", "", False),
    ("weasyprint, one a page, 2", weasyprint, one_a_page, "columns", "fr", "EB Garamond", False),
    ("weasyprint, several a page, 2", weasyprint, several_a_page, "columns", "en", "DejaVu Serif", False),
    ("weasyprint, flowing, 3", weasyprint, flowing, "columns3", "pl", "DejaVu Sans", True),
    ("Chromium, one a page, 2", chromium, one_a_page, "columns", "de", "Lato", False),
    ("Chromium, several a page, 3", chromium, several_a_page, "columns3", "es", "EB Garamond", True),
    ("Chromium, flowing, 2", chromium, flowing, "columns", "en", "DejaVu Serif", False),
]


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    if "recto" not in tools.programs:
        return Found([], [], ["Not measured: it needs --recto."])
    folder = scratch / "articles"
    folder.mkdir()
    try:
        return compare(tools, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def compare(tools: Tools, folder: Path, with_held: bool = True) -> Found:
    rows: list[dict[str, object]] = []
    notes: list[str] = []
    for seed, (name, maker, kind, columns, language, font, held) in enumerate(MAGAZINES):
        if held and not with_held:
            continue
        place = folder / name.replace(" ", "-").replace(",", "")
        place.mkdir(exist_ok=True)
        pages, stories = kind(Prose(language, 100 + seed), columns)
        try:
            file = maker(pages, language, place, font, head="Harbour Quarterly")
        except (ImportError, FileNotFoundError, subprocess.SubprocessError) as error:
            notes.append(f"{name}: not made: {error}")
            continue
        row: dict[str, object] = {"document": name, "held": held}
        for engine, options in ENGINES.items():
            row[engine] = score(listed([*tools.programs["recto"], "articles", "--json", *options, str(file)]), stories)
        rows.append(row)
    grid = [["F1, order", *ENGINES]]
    grid += [[f"{row['document']}{' (held)' if row['held'] else ''}", *("{:.3f} {:.3f}".format(*row[engine]) for engine in ENGINES)] for row in rows]
    for title, part in [("mean, worked on", [row for row in rows if not row["held"]]), ("mean, held", [row for row in rows if row["held"]])]:
        if part:
            means = [[sum(row[engine][at] for row in part) / len(part) for at in (0, 1)] for engine in ENGINES]
            grid.append([title, *(f"{a:.3f} {b:.3f}" for a, b in means)])
    return Found(grid, rows, notes)


def listed(argv: list[str]) -> list[dict]:
    made = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    return json.loads(made.stdout)["articles"] if made.stdout else []


def score(articles: list[dict], stories: list[Story]) -> tuple[float, float]:
    """The F1 of beginnings, and the mean order of the articles."""
    left = list(articles)
    total = found = 0
    for one in stories:
        title = words(one.title)
        match = next((article for article in left if words(article["title"]) == title), None)
        if match is None:
            continue
        left.remove(match)
        found += 1
        text = "\n".join("".join(run["text"] for run in block["runs"]) for block in match["blocks"])
        total += order(words(text), words("\n".join([one.title, page_text(one.parts)])))
    return 2 * found / (len(articles) + len(stories)), total / len(stories)
