"""Articles of real magazines, journals and newsletters against marks that were made by hand."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import tempfile
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path

from articles import ENGINES, listed
from serving import Found
from tools import Tools
from words import words

KEY = "marked-articles"
TITLE = "Articles of real magazines, journals and newsletters"
NOTE = (
    "Files of `marked/` say by hand what documents of Debian packages and of $RECTO_CORPORA hold: what begins on the first pages (the articles; in a "
    "paper its title and sections), and short phrases in the order in which they are read, some of which go on over columns, pages and notes. "
    "F1 of the beginnings, by their titles; order: the phrases that are found whole and in order, over all. Ten documents were worked on; the others "
    "were marked blind, without a look at what recto gave. README.md has the figures of the first look, after which faults were mended in general."
)
MARKED = Path(__file__).parent / "marked"


@dataclass(frozen=True)
class Marks:
    name: str
    package: str  # of Debian; empty for a file of the corpora
    path: str  # below the root, or below the corpora
    sha256: str
    held: bool
    kind: str  # "articles", or "sections" for a paper
    pages: int  # how many are marked, from the first
    starts: list[tuple[int, str]]  # page and title
    order: list[str]
    optional: list[str]  # titles that may be there or not, such as the masthead

    @property
    def file(self) -> Path | None:
        """Where it is, or None. Packages may lie unpacked in $RECTO_PACKAGES."""
        roots = [os.environ.get("RECTO_PACKAGES"), "/"] if self.package else [os.environ.get("RECTO_CORPORA")]
        places = (Path(root) / f"{self.path}{end}" for root in roots if root for end in ("", ".gz"))
        return next((place for place in places if place.exists()), None)


def marks() -> list[Marks]:
    every = [Marks(name=file.stem, **json.loads(file.read_text())) for file in sorted(MARKED.glob("*.json"))]
    return sorted(every, key=lambda one: one.held)


def letters(title: str) -> str:
    """Without the number of a section, which a table of contents may leave out."""
    every = "".join(words(title))
    return every.lstrip("0123456789") or every


def text(block: dict) -> str:
    return "".join(run["text"] for run in block["runs"])


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    if "recto" not in tools.programs:
        return Found([], [], ["Not measured: it needs --recto."])
    rows: list[dict[str, object]] = []
    notes: list[str] = []
    for one in marks():
        if not (file := one.file):
            missing = f"install {one.package}" if one.package else "set RECTO_CORPORA"
            notes.append(f"{one.name} is missing: {missing}.")
            continue
        content = (gzip.decompress if file.suffix == ".gz" else bytes)(file.read_bytes())
        if hashlib.sha256(content).hexdigest() != one.sha256:
            notes.append(f"{one.name} is another version than the one that was marked.")
        row: dict[str, object] = {"document": one.name, "held": one.held}
        with tempfile.NamedTemporaryFile(suffix=".pdf", dir=scratch) as plain:
            plain.write(content)
            plain.flush()
            for engine, options in ENGINES.items():
                row[engine], faults = score(listed([*tools.programs["recto"], "articles", "--json", *options, plain.name]), one)
                notes += [f"{one.name}, {engine}: {fault}" for fault in faults]
        rows.append(row)
    grid = [["F1, order", *ENGINES]]
    grid += [[f"{row['document']}{' (marked blind)' if row['held'] else ''}", *("{:.3f} {:.3f}".format(*row[engine]) for engine in ENGINES)] for row in rows]
    for title, part in [("mean, worked on", [row for row in rows if not row["held"]]), ("mean, marked blind", [row for row in rows if row["held"]])]:
        if part:
            means = [[sum(row[engine][at] for row in part) / len(part) for at in (0, 1)] for engine in ENGINES]
            grid.append([title, *(f"{a:.3f} {b:.3f}" for a, b in means)])
    return Found(grid, rows, notes)


def score(articles: list[dict], one: Marks) -> tuple[tuple[float, float], list[str]]:
    """The F1 of beginnings and the order, and what was not found or should not have been."""
    left = [(page, letters(title)) for page, title in one.starts]
    wrong = []
    for page, titles in beginnings(articles, one):
        match = next((start for start in left if start[0] == page and start[1] in titles), None)
        if match:
            left.remove(match)
        elif not titles & set(map(letters, one.optional)):
            wrong.append((page, " or ".join(sorted(titles))))
    right = len(one.starts) - len(left)
    f1 = 2 * right / (right + len(wrong) + len(one.starts))
    read = words("\n".join(text(block) for article in articles for block in article["blocks"]))
    places = [occurrences(words(phrase), read) for phrase in one.order]
    kept = increasing(places)
    faults = [f"not begun on page {page}: {title}" for page, title in left] + [f"begun on page {page}: {title}" for page, title in wrong]
    faults += [f"not found: {phrase}" for phrase, where in zip(one.order, places) if not where]
    faults += [f"not in order: {phrase}" for at, phrase in enumerate(one.order) if places[at] and at not in kept]
    return (f1, len(kept) / len(one.order)), faults


def beginnings(articles: list[dict], one: Marks) -> list[tuple[int, set[str]]]:
    """Page and title of the articles, or of all headings of a paper, on the marked pages. An article has the title that the
    table of contents or the document's properties give it, and that of its first heading."""
    result: list[tuple[int, set[str]]] = []
    for article in articles:
        headings = [(block["page"] + 1, {letters(text(block))}) for block in article["blocks"] if block["kind"] == "heading"]
        start = article["blocks"][0]["page"] + 1
        titles = {letters(article["title"])}.union(*(names for page, names in headings[:1] if page == start))
        result.append((start, titles))
        if one.kind == "sections":
            result += headings[1:] if headings and headings[0][0] == start else headings
    return [(page, titles) for page, titles in result if any(titles) and page <= one.pages]


def occurrences(phrase: list[str], read: list[str]) -> list[int]:
    count = len(phrase)
    return [at for at in range(len(read) - count + 1) if read[at] == phrase[0] and read[at : at + count] == phrase]


def increasing(places: list[list[int]]) -> set[int]:
    """The phrases of one of the longest rows of occurrences, each after the one before it."""
    tails: list[int] = []
    taken: list[tuple[int, int, int]] = []  # a phrase, how many come before it, and where it is
    for phrase, where in enumerate(places):
        for at in reversed(where):
            row = bisect_left(tails, at)
            tails[row : row + 1] = [at]
            taken.append((phrase, row, at))
    kept: set[int] = set()
    wanted, before = len(tails) - 1, float("inf")
    for phrase, row, at in reversed(taken):
        if row == wanted and at < before and phrase not in kept:
            kept.add(phrase)
            wanted, before = wanted - 1, at
    return kept
