"""Commands on a long book and on one of many files: the first, which lays chapters out, and the same again."""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import time
import zipfile
from pathlib import Path

import texts
from reader_turns import make_book
from serving import Found
from tools import Tools

KEY = "books"
TITLE = "A long book: the first command and the next"
NOTE = (
    "Sixty chapters of made-up text as an EPUB. First: with an empty cache, so that the chapters are laid out; again: with the chapters "
    "that an earlier command has left there. From the start of the process to its end; medians. "
    "Processor: seconds of the first command and all that it starts, in user and system mode. Goals: first page and last page 0.9 s, "
    "again at most 0.3 s, but for the text of all pages; all pages first time 8 s on two cores; of 2,000 files the first page 2 s."
)
COMMANDS = {
    "info": ["info"],
    "render, first page": ["render", "--pages", "1", "-o", "page.png"],
    "text, pages 1-3": ["text", "--pages", "1-3"],
    "all pages counted": ["info", "--pages", "all"],
    "outline": ["outline"],
    "text, last page": ["text", "--pages", "last"],
    "render, last page": ["render", "--pages", "last", "-o", "page.png"],
    "text, all pages": ["text", "-o", "text.txt"],
}
SMALL_FILES = 2_000
OF_SMALL_FILES = {
    "2,000 files: first page": ["render", "--pages", "1", "-o", "page.png"],
    "2,000 files: all pages counted": ["info", "--pages", "all"],
}
COLD = 3  # rounds at most: a first command takes seconds


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    if "recto" not in tools.programs:
        return Found([], [], ["Not measured: it needs --recto."])
    if not texts.WORDS.exists():
        return Found([], [], ["Not measured: wamerican is not installed."])
    folder = scratch / "books"
    folder.mkdir()
    rows = []
    try:
        make_book(folder / "book.epub")
        make_small_files(folder / "small.epub", SMALL_FILES)
        for book, commands in (("book.epub", COMMANDS), ("small.epub", OF_SMALL_FILES)):
            for name, words in commands.items():
                argv = [*tools.programs["recto"], words[0], book, *words[1:]]
                before = processor_seconds()
                first = [took(argv, folder, is_cold=True) for _ in range(min(runs, COLD))]
                processor = (processor_seconds() - before) / len(first)
                again = [took(argv, folder, is_cold=False) for _ in range(runs)]
                rows.append({"command": name, "first": first, "again": again, "processor": processor})
    except subprocess.CalledProcessError as error:
        return Found([], rows, [f"{KEY}: {error}: {error.stderr.strip()[-300:]}"], failed=True)
    finally:
        shutil.rmtree(folder)
    grid = [["seconds", "first", "again", "first / again", "processor"]]
    for row in rows:
        first, again = statistics.median(row["first"]), statistics.median(row["again"])
        grid.append([row["command"], f"{first:.2f}", f"{again:.2f}", f"{first / again:.0f}", f"{row['processor']:.2f}"])
    return Found(grid, rows, [])


def took(argv: list[str], folder: Path, is_cold: bool) -> float:
    """Seconds of a command."""
    cache = folder / "cache"
    if is_cold:
        shutil.rmtree(cache, ignore_errors=True)
    environment = dict(os.environ, RECTO_CACHE_DIR=str(cache))
    start = time.perf_counter()
    subprocess.run(argv, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return time.perf_counter() - start


def processor_seconds() -> float:
    """Of all commands that have ended, with what they started and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def make_small_files(path: Path, count: int) -> None:
    """A book of as many documents of a paragraph each."""
    words = texts.WORDS.read_text().split()
    names = [f"p{index}.xhtml" for index in range(count)]
    items = "".join(f'<item id="i{index}" href="{name}" media-type="application/xhtml+xml"/>' for index, name in enumerate(names))
    spine = "".join(f'<itemref idref="i{index}"/>' for index in range(count))
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr(
            "META-INF/container.xml",
            '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
            'full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        )
        book.writestr(
            "package.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">small</dc:identifier><dc:title>Small files</dc:title>'
            f"<dc:language>en</dc:language></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>",
        )
        for index, name in enumerate(names):
            text = " ".join(words[(index * 40 + step) % len(words)] for step in range(40))
            book.writestr(
                name, f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{index}</title></head><body><p>{text}</p></body></html>'
            )
