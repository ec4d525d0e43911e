"""Page turns in a browser: the reader of `recto serve` beside epub.js, foliate-js and pdf.js's viewer, on the same EPUB and the same PDF."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import texts
import web_readers
from serving import Found
from tools import Tools, answer

KEY = "reader-turns"
TITLE = "Page turns in a browser, beside epub.js, foliate-js and pdf.js's viewer"
NOTE = (
    "Milliseconds from the key press (or the jump) to the frame after the one in which the other page is there, whole: recto's picture decoded, "
    "pdf.js's canvas drawn, the document of epub.js and foliate-js laid out; one page in a window of 820 x 1180, no animation; text over the picture may come later in recto "
    "and in pdf.js. First: from the start of a navigation, with the reader's own files and the source on loopback, nothing cached; in recto by a server that has "
    "just been started, which also starts its workers and, for an EPUB, lays out its first chapters. The rest of the book is laid out behind the "
    "first turns, of which one that comes to its end waits. Reading: the next page after 800 ms of looking, "
    "with which neighbors are ready. Leafing: the next at once. Jumps: into parts that were not shown before, of an EPUB mostly another chapter. "
    "The PDF is the sample issue sixteen times, the EPUB sixty chapters of made-up text. recto's pages are pictures made by a server, with which "
    "it shares the cores here; epub.js and foliate-js set type in the browser, and so have no pages beyond the chapter that is open. After a turn "
    "foliate-js takes no other for 100 ms, which leafing waits for."
)
COPIES = 16  # of the sample issue of eight pages, each with objects of its own
CHAPTERS = 60
CHAPTER_SIZE = 8_000  # letters, some three pages
TURNS = 30  # of each kind
ROUNDS = 2  # at most, of --runs: one takes four minutes
TIMEOUT = 400.0  # seconds for one reader
FIGURES = {"reading": "reading", "leafing": "leafing", "jumps": "jump"}
PLAYWRIGHT = "import importlib.metadata; print(importlib.metadata.version('playwright'))"


@dataclass
class Row:
    label: str
    first: list[float] = field(default_factory=list)
    turns: dict[str, list[float | None]] = field(default_factory=lambda: {key: [] for key in FIGURES})

    def cells(self) -> list[str]:
        cells = [f"{percentile(self.first, 0.5):,.0f}"]
        for took in self.turns.values():
            known = [one for one in took if one is not None]
            cells += [f"{percentile(known, share):,.0f}" if known else "-" for share in [0.5, 0.95]]
        return cells

    def ratios(self, own: Row) -> list[str]:
        """How many times as long as in our reader."""
        pairs = [(self.first, own.first, 0.5)]
        pairs += [(self.turns[key], own.turns[key], share) for key in FIGURES for share in [0.5, 0.95]]
        return [f"{percentile(peer, share) / percentile(ours, share):.2f}x" for peer, ours, share in pairs]


def percentile(values: list[float | None], share: float) -> float:
    known = sorted(value for value in values if value is not None)
    return known[min(len(known) - 1, int(len(known) * share))] if known else float("nan")


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    if "recto" not in tools.programs or not tools.samples:
        return Found([], [], ["Not measured: it needs --recto and --samples."])
    missing = [name for name in ["chromium-headless-shell", "qpdf"] if not shutil.which(name)]
    missing += [] if texts.WORDS.exists() else ["wamerican"]
    missing += [] if answer(tools.python, "-c", PLAYWRIGHT) else ["playwright (requirements.txt)"]
    if missing:
        return Found([], [], [f"Not measured: {' and '.join(missing)} not installed."])
    if not tools.web_readers or not tools.web_readers.exists():
        return Found([], [], ["Not measured: it needs --web-readers, the wheel of Calibre-Web; `make bench` has it."])
    folder = scratch / "turns"
    folder.mkdir()
    sources = {"source.epub": folder / "source.epub", "source.pdf": folder / "source.pdf"}
    epubjs, pdfjs = web_readers.versions(tools.web_readers)
    book, issue = Row("EPUB: recto"), Row("PDF: recto")
    book_peers = {"epub.js": Row(f"EPUB: epub.js {epubjs}")} | ({"foliate-js": Row("EPUB: foliate-js")} if tools.foliate else {})
    viewer, notes = Row(f"PDF: pdf.js {pdfjs}"), []
    if not tools.foliate:
        notes.append("foliate-js is not measured: it needs --foliate, the folder of its modules.")
    try:
        make_book(sources["source.epub"])
        make_issue(tools, sources["source.pdf"], folder)
        for _ in range(min(runs, ROUNDS)):
            with web_readers.served(tools.web_readers, tools.foliate, sources) as address:
                turn(tools, book, "recto", sources["source.epub"], scratch)
                for name, row in book_peers.items():
                    turn(tools, row, name, f"{address}/{name.removesuffix('.js').removesuffix('-js')}.html", scratch)
                turn(tools, issue, "recto", sources["source.pdf"], scratch)
                turn(tools, viewer, "pdf.js", f"{address}/pdf.html", scratch)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        said = (getattr(error, "stderr", None) or "").strip().splitlines()
        return Found([], [], [f"{KEY}: {error}: {said[-1] if said else ''}"], failed=True)
    finally:
        shutil.rmtree(folder)
    grid = [["ms", "first page", *(f"{name}: {share}" for name in FIGURES.values() for share in ["median", "95 %"])]]
    for own, peers in [(book, list(book_peers.values())), (issue, [viewer])]:
        grid.append([own.label, *own.cells()])
        for peer in peers:
            grid += [[peer.label, *peer.cells()], [f"{peer.label.split()[1]} / recto", *peer.ratios(own)]]
    rows = [book, *book_peers.values(), issue, viewer]
    lost = {row.label: sum(took.count(None) for took in row.turns.values()) for row in rows}
    notes += [f"{label}: {count} turns did not end in time, and are not in the figures" for label, count in lost.items() if count]
    return Found(grid, [{"label": row.label, "first": row.first} | row.turns for row in rows], notes, failed=any(lost.values()))


def turn(tools: Tools, row: Row, name: str, where: Path | str, scratch: Path) -> None:
    """Has pages turned in a reader; of recto, in one that is served for that."""
    server = None
    try:
        if isinstance(where, Path):
            # An earlier round has left its chapters there.
            shutil.rmtree(scratch / "cache", ignore_errors=True)
            environment = dict(os.environ, RECTO_CACHE_DIR=str(scratch / "cache"))
            argv = [*tools.programs["recto"], "serve", "--port", "0", "--access-log", "none", "--cache-size", "0", str(where)]
            server = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True, env=environment)
            address = urlsplit(server.stdout.readline().strip())
            where = f"http://127.0.0.1:{address.port}/#/{where.name}"
        script = Path(__file__).with_name("turn_pages.py")
        argv = [tools.python, str(script), name, where, str(TURNS)]
        done = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=TIMEOUT)
    finally:
        if server:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
    found = json.loads(done.stdout)
    row.first.append(found["first"])
    for key, took in row.turns.items():
        took += found[key]


def make_issue(tools: Tools, target: Path, folder: Path) -> None:
    """The sample issue again and again. Of the same file qpdf would share pictures, which readers keep."""
    copies = [shutil.copy(tools.samples / "quay.pdf", folder / f"copy-{number}.pdf") for number in range(COPIES)]
    pages = [word for copy in copies for word in [str(copy), "1-z"]]
    subprocess.run([*tools.programs["qpdf"], "--empty", "--pages", *pages, "--", str(target)], check=True, capture_output=True, text=True)


def make_book(target: Path, heading: str = "Chapter") -> None:
    paragraphs = iter(texts.english().splitlines())
    names = [f"chapter-{number}.xhtml" for number in range(1, CHAPTERS + 1)]
    items = "".join(f'<item id="i{at}" href="{name}" media-type="application/xhtml+xml"/>' for at, name in enumerate(names))
    spine = "".join(f'<itemref idref="i{at}"/>' for at in range(CHAPTERS))
    entries = "".join(f'<li><a href="{name}">Chapter {at}</a></li>' for at, name in enumerate(names, 1))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr(
            "META-INF/container.xml",
            '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        )
        book.writestr(
            "book.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
            '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:recto:bench:turns</dc:identifier>'
            "<dc:title>Made-up chapters</dc:title><dc:language>en</dc:language>"
            '<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>'
            f'<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{items}</manifest>'
            f"<spine>{spine}</spine></package>",
        )
        book.writestr(
            "nav.xhtml",
            '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head>'
            f'<body><nav epub:type="toc"><ol>{entries}</ol></nav></body></html>',
        )
        for number, name in enumerate(names, 1):
            text = ""
            while len(text) < CHAPTER_SIZE:
                text += f"<p>{next(paragraphs)}</p>\n"
            book.writestr(
                name,
                f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Chapter {number}</title></head>'
                f"<body><h1>{heading} {number}</h1>\n{text}</body></html>",
            )
