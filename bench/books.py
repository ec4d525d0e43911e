"""Commands on a long book: the first, which lays its chapters out, and the same again."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import time
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
    "Goal: again at most 0.3 s, but for the text of all pages."
)
COMMANDS = {
    "info": ["info"],
    "outline": ["outline"],
    "text, last page": ["text", "--pages", "last"],
    "render, last page": ["render", "--pages", "last", "-o", "page.png"],
    "text, all pages": ["text", "-o", "text.txt"],
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
        for name, words in COMMANDS.items():
            argv = [*tools.programs["recto"], words[0], "book.epub", *words[1:]]
            first = [took(argv, folder, is_cold=True) for _ in range(min(runs, COLD))]
            again = [took(argv, folder, is_cold=False) for _ in range(runs)]
            rows.append({"command": name, "first": first, "again": again})
    except subprocess.CalledProcessError as error:
        return Found([], rows, [f"{KEY}: {error}: {error.stderr.strip()[-300:]}"], failed=True)
    finally:
        shutil.rmtree(folder)
    grid = [["seconds", "first", "again", "first / again"]]
    for row in rows:
        first, again = statistics.median(row["first"]), statistics.median(row["again"])
        grid.append([row["command"], f"{first:.2f}", f"{again:.2f}", f"{first / again:.0f}"])
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
