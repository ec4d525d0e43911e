"""What is compared: each table is a list of command lines and the figures to show of them.

`{file}`, `{out}` (a new, empty folder on the scratch disk) and `{pages}` are filled in for every run; the first word is
looked up in `Tools.programs`. Every image is of the crop box, which Poppler's tools have to be told.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Callable

from measure import Run


@dataclass(frozen=True)
class Contender:
    name: str
    command: str
    versus: str | None = "recto"  # the column this one is divided by
    optional: bool = False  # "wrong command line" (exit 64) means "not offered", not broken

    @property
    def program(self) -> str:
        return self.command.split()[0]

    def argv(self, programs: dict[str, list[str]], file: Path, out: Path, pages: int) -> list[str]:
        words = shlex.split(self.command)[1:]
        return programs[self.program] + [word.format(file=file, out=out, pages=pages) for word in words]


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
    max_pages: int | None = None
    files: int | None = None  # that a complete run leaves; None: one a page, 0: it writes to /dev/null
    memory: bool = False  # one run each, on the first 100, 500 and 1,000 pages of one document


def recto(name: str, command: str, optional: bool = False) -> Contender:
    return Contender(name, "recto " + command, versus=None, optional=optional)


def encoder(name: str, options: str) -> Contender:
    return recto(name, f"render {{file}} --pages 1 -o {{out}}/page --fit 1240x1754 --jobs 1 {options}", optional=True)


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
            Contender("pdfium", "pdfium_png {file} {out} 150 {pages}"),
        ],
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
            recto("recto", "text {file} --pages 1-{pages} --format json -o {out}/text.json"),
            recto("recto --glyphs", "text {file} --pages 1-{pages} --format json --glyphs -o {out}/text.json"),
            Contender("pdftotext", "pdftotext -bbox-layout -l {pages} {file} {out}/text.html"),
            Contender("mutool", "mutool draw -q -F stext.json -o {out}/text.json {file} 1-{pages}"),
            Contender("pdfium", "pdfium_peer text {file} {out}/text.txt {pages}", versus="recto --glyphs"),
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
            Contender("pdfium", "pdfium_png {file} {out} 72 {pages}"),
        ],
        memory=True,
    ),
    Table(
        "encoders",
        "Encoders, one core",
        "recto alone: page 1, fitted to 1240x1754, from process start. Subtract ppm to have the encoder.",
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
