"""The comparisons: each table is a list of command lines and of the figures to show.

`{file}`, `{out}` (a new, empty folder on the scratch disk), `{pages}`, `{first}`, `{last}` and `{cores}` are filled in for
every run; the first word is looked up in `Tools.programs`. Every image is of the crop box, which Poppler's tools have to be told.
"""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Callable

from measure import Run

CORES = len(os.sched_getaffinity(0))


@dataclass(frozen=True)
class Contender:
    name: str
    command: str
    versus: str | None = "recto"  # the column this one is divided by
    optional: bool = False  # "wrong command line" (exit 64) means "not offered", not broken
    each_core: bool = False  # started once for each core, over a part of the pages from {first} to {last}

    @property
    def program(self) -> str:
        return self.command.split()[0]

    def argv(self, programs: dict[str, list[str]], file: Path, out: Path, pages: int) -> list[str]:
        words = shlex.split(self.command)[1:]

        def part(first: int, last: int) -> list[str]:
            values = {"file": file, "out": out, "pages": pages, "first": first, "last": last, "cores": CORES}
            return programs[self.program] + [word.format_map(values) for word in words]

        return together([part(*span) for span in spans(pages, CORES)]) if self.each_core else part(1, pages)


def spans(pages: int, parts: int) -> list[tuple[int, int]]:
    """Pages 1 to `pages` in at most `parts` spans, none longer than another by more than a page."""
    parts = min(parts, pages)
    ends = [pages * part // parts for part in range(parts + 1)]
    return [(first + 1, last) for first, last in zip(ends, ends[1:])]


def together(commands: list[list[str]]) -> list[str]:
    """One command that starts all of them, waits for all, and fails if one does. A shell starts in a millisecond."""
    starts = [f"{shlex.join(command)} & p{number}=$!" for number, command in enumerate(commands)]
    waits = [f"wait $p{number} || status=$?" for number in range(len(commands))]
    return ["sh", "-c", "; ".join(["status=0", *starts, *waits, "exit $status"])]


@dataclass
class Cell:
    """One contender on one document."""

    pages: int
    runs: list[Run] = field(default_factory=list)
    trouble: str | None = None  # "not installed", "timeout", "failed", "not offered": shown instead of a figure

    def median(self, value: Callable[[Run], float]) -> float:
        return median(map(value, self.runs))

    def spread(self) -> dict[str, float]:
        """Of the wall times, in milliseconds; empty where nothing was measured."""
        walls = [run.wall * 1e3 for run in self.runs]
        return {"min": min(walls), "median": median(walls), "max": max(walls)} if walls else {}


METRICS: dict[str, Callable[[Cell], float]] = {
    "ms": lambda cell: cell.median(lambda run: run.wall) * 1e3,
    "ms a page": lambda cell: cell.median(lambda run: run.wall) * 1e3 / cell.pages,
    "kB written": lambda cell: cell.median(lambda run: run.bytes) / 1e3,
    "MB, all processes together": lambda cell: cell.median(lambda run: run.tree) / 1e6,
    "MB, largest process": lambda cell: cell.median(lambda run: run.largest) / 1e6,
}


@dataclass(frozen=True)
class Table:
    key: str
    title: str
    note: str
    show: tuple[str, ...]  # of METRICS, one grid each
    contenders: list[Contender]
    one_core: bool = True
    min_pages: int = 1  # documents with fewer are left out
    max_pages: int | None = None
    files: int | None = None  # that a complete run leaves; None: one a page, 0: it writes to /dev/null
    memory: bool = False  # one run each, on the first 100, 500 and 1,000 pages of one document


def recto(name: str, command: str, optional: bool = False) -> Contender:
    return Contender(name, "recto " + command, versus=None, optional=optional)


def by_pdfium(command: str, versus: str) -> Contender:
    """recto with its other engine for PDF, and no help from the first."""
    head, files = command.split(" {file}")
    return Contender("recto, PDFium", f"recto_pdfium {head} {{file}} --engine pdfium --one-engine{files}", versus=versus)


def encoder(name: str, options: str) -> Contender:
    return recto(name, f"render {{file}} --pages 1 -o {{out}}/page --fit 1240x1754 --jobs 1 {options}", optional=True)


def rendering(name: str, options: str, versus: str | None) -> Contender:
    """recto over all pages, without a file."""
    command = f"recto render {{file}} --pages {{first}}-{{last}} -o /dev/null --dpi 150 {options}"
    return Contender(name, command, versus=versus, each_core="at once" in name)


TABLES = [
    Table(
        "png",
        "Whole document to PNG, one core",
        "150 dpi. PDFium is pypdfium2 with Pillow, Python's start included. Encoders differ in effort: see what was written.",
        ("ms", "kB written"),
        [
            recto("recto", "render {file} --pages 1-{pages} -o {out} --dpi 150 --jobs 1"),
            Contender("pdftoppm", "pdftoppm -cropbox -png -r 150 -l {pages} {file} {out}/p"),
            Contender("pdftocairo", "pdftocairo -cropbox -png -r 150 -l {pages} {file} {out}/p"),
            Contender("mutool", "mutool draw -q -F png -r 150 -o {out}/%d.png {file} 1-{pages}"),
            Contender("pdfium", "pdfium_png {file} {out} 150 1 {pages}"),
            by_pdfium("render {file} --pages 1-{pages} -o {out} --dpi 150 --jobs 1", "mutool"),
        ],
    ),
    Table(
        "cores",
        "Whole document to PNG, all cores",
        f"150 dpi, {CORES} cores. recto as it comes. x{CORES} is the program started once a core, each with an equal share of the pages "
        "in a row, and waited for together; mutool -T is one process with bands of 256 rows on that many threads, the next page "
        "being interpreted meanwhile (-P). PDFium is pypdfium2 with Pillow, Python's start included.",
        ("ms", "kB written"),
        [
            recto("recto", "render {file} --pages 1-{pages} -o {out} --dpi 150"),
            Contender("pdftoppm", "pdftoppm -cropbox -png -r 150 -l {pages} {file} {out}/p"),
            Contender(f"pdftoppm x{CORES}", "pdftoppm -cropbox -png -r 150 -f {first} -l {last} {file} {out}/p", each_core=True),
            Contender(f"mutool -T {CORES}", "mutool draw -q -F png -P -B 256 -T {cores} -r 150 -o {out}/%d.png {file} 1-{pages}"),
            Contender(f"mutool x{CORES}", "mutool draw -q -F png -r 150 -o {out}/%d.png {file} {first}-{last}", each_core=True),
            Contender(f"pdfium x{CORES}", "pdfium_png {file} {out} 150 {first} {last}", each_core=True),
        ],
        one_core=False,
    ),
    Table(
        "isolation",
        "What isolation costs, one core",
        "recto alone, 150 dpi, to /dev/null: in the command's own process, in one worker, and in one worker without its sandbox. "
        "The start of the process and of the worker is in it, which is most of it for a document of few pages. Goal: below 1.10x.",
        ("ms",),
        [
            rendering("raw, in process", "--in-process --format raw", None),
            rendering("raw, worker", "--jobs 1 --format raw", "raw, in process"),
            rendering("raw, unsandboxed", "--jobs 1 --unsandboxed --format raw", "raw, in process"),
            rendering("png, in process", "--in-process --format png", None),
            rendering("png, worker", "--jobs 1 --format png", "png, in process"),
        ],
        files=0,
    ),
    Table(
        "speedup",
        "What a second worker gains, all cores",
        "recto alone, 150 dpi, to /dev/null. Raw bitmaps are rendering and little else: two workers should do it 1.8 times as fast as one. "
        "PNG files are encoded beside rendering, so that one worker already keeps more than one core busy. "
        f"x{CORES} at once is the command in process, once a core, each with an equal share of the pages in a row: what the machine "
        "gives to processes that have nothing to do with one another, as far as the shares are equal.",
        ("ms",),
        [
            rendering("raw, 2 workers", "--jobs 2 --format raw", None),
            rendering("raw, 1 worker", "--jobs 1 --format raw", "raw, 2 workers"),
            rendering("raw, in process", "--in-process --format raw", "raw, 2 workers"),
            rendering(f"raw, x{CORES} at once", "--in-process --format raw", "raw, 2 workers"),
            rendering("png, 2 workers", "--jobs 2 --format png", None),
            rendering("png, 1 worker", "--jobs 1 --format png", "png, 2 workers"),
        ],
        one_core=False,
        min_pages=2,
        files=0,
    ),
    Table(
        "raw",
        "Raw bitmaps, one core",
        "150 dpi. Everything goes to /dev/null, since fresh pages of a tmpfs cost more than some of the rendering, and unevenly. "
        "mutool without alpha; pdftocairo has no raw format.",
        ("ms a page",),
        [
            recto("recto", "render {file} --pages 1-{pages} -o /dev/null --dpi 150 --jobs 1 --format raw"),
            Contender("pdftoppm", "pdftoppm -cropbox -r 150 -l {pages} {file}"),
            Contender("mutool", "mutool draw -q -F pam -c rgb -r 150 -o /dev/null {file} 1-{pages}"),
            Contender("pdfium", "pdfium_peer ppm {file} - 150 {pages}"),
            by_pdfium("render {file} --pages 1-{pages} -o /dev/null --dpi 150 --jobs 1 --format raw", "pdfium"),
        ],
        files=0,
    ),
    Table(
        "first",
        "First page from process start",
        "150 dpi PNG, all cores. PDFium is a C program that writes PPM: it has no PNG encoder of its own.",
        ("ms",),
        [
            recto("recto", "render {file} --pages 1 -o {out}/page.png --dpi 150"),
            Contender("pdftoppm", "pdftoppm -cropbox -png -r 150 -f 1 -l 1 {file} {out}/p"),
            Contender("pdftocairo", "pdftocairo -cropbox -png -r 150 -f 1 -l 1 {file} {out}/p"),
            Contender("mutool", "mutool draw -q -F png -r 150 -o {out}/page.png {file} 1"),
            Contender("pdfium", "pdfium_peer ppm {file} {out} 150 1"),
            by_pdfium("render {file} --pages 1 -o {out}/page.png --dpi 150", "pdfium"),
        ],
        one_core=False,
        max_pages=1,
    ),
    Table(
        "text",
        "Text with boxes, one core",
        "Whole document. pdftotext gives boxes of words, mutool of lines, pdfium of characters: it is compared with --glyphs.",
        ("ms", "kB written"),
        [
            recto("recto", "text {file} --pages 1-{pages} --jobs 1 --format json -o {out}/text.json"),
            recto("recto --glyphs", "text {file} --pages 1-{pages} --jobs 1 --format json --glyphs -o {out}/text.json"),
            Contender("pdftotext", "pdftotext -bbox-layout -l {pages} {file} {out}/text.html"),
            Contender("mutool", "mutool draw -q -F stext.json -o {out}/text.json {file} 1-{pages}"),
            Contender("pdfium", "pdfium_peer text {file} {out}/text.txt {pages}", versus="recto --glyphs"),
            by_pdfium("text {file} --pages 1-{pages} --jobs 1 --format json -o {out}/text.json", "recto"),
        ],
        files=1,
    ),
    Table(
        "memory",
        "Peak memory of a 1,000 page document to PNG",
        "72 dpi, one run each, one job. All processes together: sampled every 10 ms, pages shared between them counted once.",
        ("MB, all processes together", "MB, largest process"),
        [
            recto("recto", "render {file} --pages 1-{pages} -o {out} --dpi 72 --jobs 1"),
            Contender("pdftoppm", "pdftoppm -cropbox -png -r 72 -l {pages} {file} {out}/p"),
            Contender("pdftocairo", "pdftocairo -cropbox -png -r 72 -l {pages} {file} {out}/p"),
            Contender("mutool", "mutool draw -q -F png -r 72 -o {out}/%d.png {file} 1-{pages}"),
            Contender("pdfium", "pdfium_png {file} {out} 72 1 {pages}"),
            by_pdfium("render {file} --pages 1-{pages} -o {out} --dpi 72 --jobs 1", "recto"),
        ],
        memory=True,
    ),
    Table(
        "encoders",
        "Encoders, one core",
        "recto alone: page 1, fitted to 1240x1754, from process start. Subtract ppm for the encoder alone.",
        ("ms", "kB written"),
        [
            encoder("ppm", "--format ppm"),
            encoder("png", "--format png"),
            encoder("png --level 9", "--format png --level 9"),
            encoder("jpeg", "--format jpeg"),
            encoder("webp", "--format webp"),
        ],
        max_pages=1,
    ),
]
