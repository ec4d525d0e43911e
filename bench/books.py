"""Commands on a long book and on one of many files: the first, which lays chapters out, and the same again."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import os
import resource
import shutil
import signal
import statistics
import subprocess
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import texts
from measure import run
from reader_turns import make_book
from serving import Found
from tools import Tools

KEY = "books"
TITLE = "A long book: the first command and the next"
NOTE = (
    "Sixty chapters of made-up text as an EPUB. First: with an empty cache, so that the chapters are laid out; again: with the chapters "
    "that an earlier command has left there. From the start of the process to its end; medians. "
    "Processor: seconds of the first command and all that it starts, in user and system mode. Another type size: a warm server's picture of "
    "the page that has what was read before the change, in places all over the book. Warm server: pictures of pages of books that it has not "
    "seen, after one of another book; again: of the same page, asked for as if for the first time. Memory: MiB of the command and all that it starts, the "
    "browser too, at the most during a first command; pages that they share are counted once. Goals: first page and last page 0.9 s, by a warm server 0.3 s, another type size 0.4 s, "
    "again at most 0.3 s, but for the text of all pages; all pages first time 8 s on two cores; of 2,000 files, and of 25 MB of formulas, the first page 2 s; memory 1,024 MiB."
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
FORMULAS = 25_000_000  # bytes of MathML
OF_FORMULAS = {
    "25 MB of formulas: first page": ["render", "--pages", "1", "-o", "page.png"],
}
READ = [50, 120, 200, 260, 300]  # pages on which the type's size is changed
REST = 2.0  # seconds in which a server's other browsers start
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
        make_formulas(folder / "formulas.epub", FORMULAS)
        books = {"book.epub": COMMANDS, "small.epub": OF_SMALL_FILES, "formulas.epub": OF_FORMULAS}
        for book, commands in books.items():
            for name, words in commands.items():
                argv = [*tools.programs["recto"], words[0], book, *words[1:]]
                before = processor_seconds()
                first = [seconds_of(argv, folder, is_cold=True) for _ in range(min(runs, COLD))]
                processor = (processor_seconds() - before) / len(first)
                again = [seconds_of(argv, folder, is_cold=False) for _ in range(runs)]
                memory = memory_of(argv, folder)
                rows.append({"command": name, "first": first, "again": again, "processor": processor, "memory": memory})
        rows.append(another_size(tools.programs["recto"], folder))
        rows += warm_server(tools.programs["recto"], folder)
    except (OSError, ValueError, KeyError, http.client.HTTPException) as error:
        return Found([], rows, [f"{KEY}: {error}"], failed=True)
    except subprocess.CalledProcessError as error:
        return Found([], rows, [f"{KEY}: {error}: {error.stderr.strip()[-300:]}"], failed=True)
    finally:
        shutil.rmtree(folder)
    grid = [["seconds", "first", "again", "first / again", "processor", "memory"]]
    for row in rows:
        first, again = statistics.median(row["first"]), statistics.median(row["again"])
        used = [f"{row['processor']:.2f}", f"{row['memory'] / 2**20:,.0f}"] if "memory" in row else ["", ""]
        grid.append([row["command"], f"{first:.2f}", f"{again:.2f}", f"{first / again:.0f}", *used])
    return Found(grid, rows, [])


def seconds_of(argv: list[str], folder: Path, is_cold: bool) -> float:
    """Seconds of a command."""
    cache = folder / "cache"
    if is_cold:
        shutil.rmtree(cache, ignore_errors=True)
    environment = dict(os.environ, RECTO_CACHE_DIR=str(cache))
    start = time.perf_counter()
    subprocess.run(argv, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return time.perf_counter() - start


def memory_of(argv: list[str], folder: Path) -> int:
    """Bytes of a first command and all that it starts, at the most. Sampling slows it, so it is not timed."""
    cache = folder / "watched"
    watched = run(["env", "-C", str(folder), f"RECTO_CACHE_DIR={cache}", *argv], folder / "out", watch=True)
    shutil.rmtree(cache, ignore_errors=True)
    if watched.exit != 0:
        raise ValueError(f"{' '.join(argv)}: exit {watched.exit}: {watched.message}")
    return watched.tree


@contextlib.contextmanager
def served(recto: list[str], folder: Path, source: str) -> Iterator[int]:
    """The port of a server with an empty cache."""
    environment = dict(os.environ, RECTO_CACHE_DIR=str(folder / "served"))
    shutil.rmtree(folder / "served", ignore_errors=True)
    argv = [*recto, "serve", "--port", "0", "--access-log", "none", source]
    server = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder)
    try:
        yield urlsplit(server.stdout.readline().strip()).port
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


def another_size(recto: list[str], folder: Path) -> dict[str, object]:
    """The seconds until a server that has laid out the book shows the page with the passage that was read before."""
    with served(recto, folder, "book.epub") as port:
        locators = [json.loads(fetch(port, f"book.epub/pages/{page}"))["locator"] for page in READ]
        first, again = [], []
        for index, locator in enumerate(locators):
            for times in (first, again):
                start = time.perf_counter()
                open_at_locator(port, locator, 1.1 + index / 10)
                times.append(time.perf_counter() - start)
    return {"command": "another type size", "first": first, "again": again}


def open_at_locator(port: int, locator: dict[str, object], scale: float) -> None:
    layout = f"font-scale={scale:.3f}"
    excerpt = f"excerpt={quote(locator['href'], safe='')}&"
    document = json.loads(fetch(port, f"book.epub?{excerpt}{layout}"))
    wanted = excerpt + layout if document.get("isExcerpt") else layout
    page = json.loads(fetch(port, f"book.epub/locate?{wanted}", json.dumps(locator)))["page"]
    fetch(port, f"book.epub/pages/{page}/image.jpg?{wanted}&width=800")


def warm_server(recto: list[str], folder: Path) -> list[dict[str, object]]:
    """The seconds from opening a book to a picture, of its first page and of the first one of its last chapter."""
    shelf = folder / "shelf"
    shelf.mkdir()
    make_small_files(shelf / "before.epub", 10)
    excerpts = {"first page": ".", "last chapter": "#last"}
    rows = [{"command": f"warm server, {name}", "first": [], "again": []} for name in excerpts]
    # Books with different content, so that no layout serves two.
    names = {name: [f"{name.replace(' ', '-')}-{number}.epub" for number in range(COLD)] for name in excerpts}
    for book in itertools.chain(*names.values()):
        make_book(shelf / book, heading=f"{book}, chapter")
    with served(recto, folder, "shelf") as port:
        open_book(port, "before.epub", ".")
        for number in range(COLD):
            for row, (name, excerpt) in zip(rows, excerpts.items()):
                for times in (row["first"], row["again"]):
                    time.sleep(REST)
                    start = time.perf_counter()
                    open_book(port, names[name][number], excerpt)
                    times.append(time.perf_counter() - start)
    return rows


def open_book(port: int, book: str, excerpt: str) -> None:
    excerpt = f"excerpt={quote(excerpt, safe='')}&"
    document = json.loads(fetch(port, f"{book}?{excerpt}"))
    wanted = excerpt if document.get("isExcerpt") else ""
    fetch(port, f"{book}/pages/0/image.jpg?{wanted}width=800")


def fetch(port: int, path: str, body: str | None = None) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        headers = {"Content-Type": "application/json"} if body else {}
        connection.request("POST" if body else "GET", f"/api/1/publications/{path}", body, headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise ValueError(f"{path}: {answer.status} {content[:200]!r}")
        return content
    finally:
        connection.close()


def processor_seconds() -> float:
    """The processor time of all ended commands and their descendants."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def make_small_files(path: Path, count: int) -> None:
    """A book of `count` documents of one paragraph each."""
    words = texts.WORDS.read_text().split()
    paragraphs = (" ".join(words[(index * 40 + step) % len(words)] for step in range(40)) for index in range(count))
    write_book(path, "Small files", [f"<p>{text}</p>" for text in paragraphs])


def make_formulas(path: Path, size: int) -> None:
    """A book of ten documents with `size` bytes of formulas in total."""
    formula = (
        "<p>Where {0}: <math xmlns='http://www.w3.org/1998/Math/MathML'><mfrac><mrow><mi>a</mi><mo>+</mo><mn>{0}</mn></mrow>"
        "<msqrt><msup><mi>x</mi><mn>2</mn></msup><mo>-</mo><msub><mi>y</mi><mn>{0}</mn></msub></msqrt></mfrac></math>.</p>"
    )
    each = size // 10 // len(formula)
    write_book(path, "Formulas", ["\n".join(formula.format(part * each + index) for index in range(each)) for part in range(10)])


def write_book(path: Path, title: str, bodies: list[str]) -> None:
    names = [f"p{index}.xhtml" for index in range(len(bodies))]
    items = "".join(f'<item id="i{index}" href="{name}" media-type="application/xhtml+xml"/>' for index, name in enumerate(names))
    spine = "".join(f'<itemref idref="i{index}"/>' for index in range(len(bodies)))
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
            f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">{title}</dc:identifier><dc:title>{title}</dc:title>'
            f"<dc:language>en</dc:language></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>",
        )
        for index, (name, body) in enumerate(zip(names, bodies)):
            book.writestr(name, f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{index}</title></head><body>{body}</body></html>')
