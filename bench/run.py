#!/usr/bin/env python3
"""The speed and memory use of recto compared with Poppler, MuPDF and PDFium. See README.md."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import articles
import books
import documents as general
import evenness
import inside
import live
import marked_articles
import newsstand
import packages
import rasterizers
import reader_turns
import report
import served_tiles
import serving
import snapshots
import typesetting
import words
from inside import INSIDE, Inside
from measure import run
from tables import TABLES, Cell, Contender, Table
from tools import Tools, elsewhere, machine, stolen

LONG = 10.0  # seconds: a contender whose run takes longer gets fewer rounds, so that a row ends in reasonable time
Document = tuple[Path, int]  # the file, and how many of its pages are used
EXTERNAL = [typesetting, live, serving, served_tiles, newsstand, reader_turns, books, snapshots, rasterizers, packages, evenness, words, articles, marked_articles]  # each has KEY, TITLE, NOTE and measure()
SCRATCH_SIZE = 2**30  # free bytes that make /dev/shm large enough to write to


def log(*words: object) -> None:
    print("bench:", *words, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Section:
    """A table as it is printed and kept."""

    title: str
    note: str
    grids: list[list[list[str]]]
    notes: list[str]
    plain: dict[str, object]

    def text(self) -> str:
        return "\n\n".join([f"\n{self.title}\n{self.note}", *map(report.text, self.grids), "\n".join(self.notes)])

    def markdown(self) -> list[str]:
        return [f"## {self.title}", self.note, *map(report.markdown, self.grids), *(f"- {note}" for note in self.notes)]


class Bench:
    def __init__(self, tools: Tools, runs: int, scratch: Path) -> None:
        self.tools, self.runs, self.scratch = tools, runs, scratch
        self.broken = False
        self.notes: list[str] = []

    def compare(self, table: Table, documents: list[Document]) -> Section:
        """Programs beside one another."""
        rows = self.fill(table, documents)
        plain = {"commands": {one.name: one.command for one in table.contenders}, "rows": [row.plain() for row in rows]}
        return Section(table.title, table.note, [report.grid(table, rows, metric) for metric in table.show], self.notes, plain)

    def measure_in_process(self, one: Inside, documents: list[Document], limit: int | None) -> Section:
        """What LatencyBench measures."""
        log(one.key)
        before = Busy()
        found = inside.measure(one, self.tools, documents, limit, self.runs, self.scratch)
        self.broken |= found.failed
        grids = [found.lines()] if found.rows else []
        return Section(one.title, one.note, grids, found.notes + before.notes(), {"rows": found.rows})

    def measure_external(self, one: ModuleType) -> Section:
        """What a module measures that starts programs of its own."""
        log(one.KEY)
        before = Busy()
        found = one.measure(self.tools, self.runs, self.scratch)
        self.broken |= found.failed
        grids = [found.grid] if found.grid else []
        return Section(one.TITLE, one.NOTE, grids, found.notes + before.notes(), {"rows": found.rows})

    def fill(self, table: Table, documents: list[Document]) -> list[report.Row]:
        """Measures `table`: a row for each document."""
        self.notes = []
        rows = []
        before = Busy()
        for file, pages in documents:
            pages = min(pages, table.max_pages or pages)
            if pages < table.min_pages:
                continue
            label = f"{file.name} ({pages} p)"
            log(f"{table.key}: {label}")
            cells = {one.name: Cell(pages) for one in table.contenders}
            rounds: dict[str, int] = {}
            for one in table.contenders:  # the warm-up, which also tells what works and how long it takes
                self.measure(table, one, cells[one.name], label, file)
                if warm := cells[one.name].runs:
                    rounds[one.name] = max(1, min(self.runs, int(self.runs * LONG / max(warm[0].wall, LONG))))
            if not table.memory:
                for cell in cells.values():
                    cell.runs.clear()
                for number in range(self.runs):
                    for one in table.contenders:
                        if number < rounds.get(one.name, 0) and not cells[one.name].trouble:
                            self.measure(table, one, cells[one.name], label, file)
            rows.append(report.Row(label, cells))
        self.notes += before.notes()
        return rows

    def measure(self, table: Table, one: Contender, cell: Cell, label: str, file: Path) -> None:
        """One run, added to `cell`, or what went wrong."""
        if one.program not in self.tools.programs:
            cell.trouble = "not installed"
            return
        argv = one.argv(self.tools.programs, file, self.scratch / "out", cell.pages)
        if table.one_core:
            argv = ["taskset", "-c", str(min(os.sched_getaffinity(0))), *argv]
        result = run(argv, self.scratch / "out", watch=table.memory)
        expected = cell.pages if table.files is None else table.files
        says = f"{one.name}, {label}: exit {result.exit}, {result.files} of {expected} files: {result.message}"
        if result.exit is None:
            cell.trouble = "timeout"
        elif result.exit == 64 and one.optional:
            cell.trouble = "not offered"
        elif result.exit < 0 or result.files != expected or (expected and not result.bytes):
            cell.trouble, self.broken = "failed", True
            self.notes.append(says)
            log(says)
        else:
            cell.runs.append(result)
            if result.exit and says not in self.notes:  # all there, with a complaint: mutool of a damaged page
                self.notes.append(says)


class Busy:
    """The processor time that other processes have used since it was created."""

    def __init__(self) -> None:
        self.start, self.others, self.stolen = time.perf_counter(), elsewhere(), stolen()

    def notes(self) -> list[str]:
        """Says so if that was much."""
        seconds = time.perf_counter() - self.start
        others, taken = (elsewhere() - self.others) / seconds, (stolen() - self.stolen) / seconds
        notes = []
        if others > 0.1:
            notes += [f"Besides the runs, {others:.1f} of the machine's {os.cpu_count()} cores were busy on average (other "
                      "work, or processes a tool did not wait for): times are too high, and less certain."]  # fmt: skip
        if taken > 0.1:
            notes += [f"The host of this virtual machine gave {taken:.1f} of its {os.cpu_count()} cores to others on average: "
                      "times are too high, and less certain."]  # fmt: skip
        return notes


def documents_of(paths: list[Path], tools: Tools, limit: int | None) -> list[Document]:
    files = [file for path in paths for file in (sorted(path.glob("*.pdf")) if path.is_dir() else [path])]
    if not files or not all(map(Path.exists, files)):
        raise SystemExit(f"bench: no PDF at {', '.join(map(str, paths))}: pass --files, or set RECTO_CORPORA")
    return [(file, min(tools.pages(file), limit or sys.maxsize)) for file in files]


def books_of(documents: list[Document], tools: Tools, scratch: Path) -> list[Document]:
    """The first 100, 500 and 1,000 pages of the longest document, repeated."""
    source = max((file for file, _ in documents), key=tools.pages)
    book = scratch / f"repeated-{source.name}"
    if not tools.thousand_pages(source, tools.pages(source), book):
        log("memory: no 1,000 page document: qpdf is not installed or failed")
        return []
    return [(book, pages) for pages in [100, 500, 1000]]


def arguments() -> argparse.Namespace:
    keys = [*(table.key for table in [*TABLES, *INSIDE]), *(one.KEY for one in EXTERNAL)]
    corpus = Path(os.environ.get("RECTO_CORPORA", ".")) / "bench"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recto", help="the recto binary; without it, the peers alone")
    parser.add_argument("--files", nargs="+", type=Path, default=[corpus], help="PDFs or folders of them (default: $RECTO_CORPORA/bench)")
    parser.add_argument("--general", choices=["known", "held-out"], help="take the documents of documents.py in place of --files")
    parser.add_argument("--pages", type=int, help="at most the first N pages of each file (default: all)")
    parser.add_argument("--runs", type=int, default=5, help="rounds after the warm-up (default: 5)")
    parser.add_argument("--tables", nargs="+", choices=keys, default=keys, metavar="TABLE", help=f"of {', '.join(keys)} (default: all)")
    parser.add_argument("--python", default=sys.executable, help="a Python that has requirements.txt installed (default: this one)")
    parser.add_argument("--latency", type=Path, help="the LatencyBench program, for what is measured from inside")
    parser.add_argument("--typesetting", type=Path, help="the TypesettingBench program, for the table of that name")
    parser.add_argument("--snapshots", type=Path, help="the SnapshotBench program, for the table of that name")
    parser.add_argument("--plugin", type=Path, help="the manifest of Tests/Plugins/misbehaving, built; needed with --latency")
    parser.add_argument("--samples", type=Path, help="the folder of the sample issue, for pages that a browser lays out")
    parser.add_argument("--web-readers", type=Path, help="the wheel of calibreweb, which carries epub.js and pdf.js")
    parser.add_argument("--foliate", type=Path, help="the folder of foliate-js, with view.js")
    parser.add_argument("--json", type=Path, help="write every run here")
    parser.add_argument("--markdown", type=Path, help="write the tables here")
    options = parser.parse_args()
    if options.recto and not shutil.which(options.recto):
        parser.error(f"{options.recto}: not a program; build it first")
    if options.runs < 1:
        parser.error("--runs: at least 1")
    return options


def main() -> int:
    options = arguments()
    shared = Path("/dev/shm")
    roomy = shared.is_dir() and shutil.disk_usage(shared).free >= SCRATCH_SIZE
    with tempfile.TemporaryDirectory(prefix="recto-bench-", dir=shared if roomy else None) as folder, tempfile.TemporaryDirectory() as disk:
        scratch = Path(folder)
        recto = options.recto and os.path.abspath(shutil.which(options.recto))
        tools = Tools(recto, options.python, scratch, options.latency, options.plugin, options.typesetting, options.samples, options.snapshots,
                      options.web_readers, options.foliate)  # fmt: skip
        if "pdfinfo" not in tools.programs:
            raise SystemExit("bench: pdfinfo is not installed: see packages.txt")
        if options.general:
            chosen = [one for one in general.GENERAL if one.is_held_out == (options.general == "held-out")]
            options.files, missing = general.unpack(chosen, scratch)
            log(*missing)
        documents = documents_of(options.files, tools, options.pages)
        facts = machine() | {"scratch": f"{scratch.parent} ({'memory' if roomy else 'disk'})", "rounds": str(options.runs)}
        facts |= {name: version or "not installed" for name, version in tools.versions.items()}
        print("\n".join(f"{name:12} {value}" for name, value in facts.items()), flush=True)
        bench, sections = Bench(tools, options.runs, scratch), {}
        for table in (table for table in TABLES if table.key in options.tables):
            sections[table.key] = bench.compare(table, books_of(documents, tools, scratch) if table.memory else documents)
            print(sections[table.key].text(), flush=True)
        for one in (one for one in EXTERNAL if one.KEY in options.tables):
            sections[one.KEY] = bench.measure_external(one)
            print(sections[one.KEY].text(), flush=True)
        bench.scratch = Path(disk)  # what a cache on disk costs is not to be measured in memory
        for one in (one for one in INSIDE if one.key in options.tables):
            sections[one.key] = bench.measure_in_process(one, documents, options.pages)
            print(sections[one.key].text(), flush=True)
    if options.json:
        tables = [{"table": key, "title": one.title} | one.plain | {"notes": one.notes} for key, one in sections.items()]
        options.json.write_text(json.dumps({"machine": facts, "tables": tables}, indent=1) + "\n")
    if options.markdown:
        head = "\n".join(f"- {name}: {value}" for name, value in facts.items())
        options.markdown.write_text("\n\n".join([head, *(line for one in sections.values() for line in one.markdown())]) + "\n")
    return 1 if bench.broken else 0


if __name__ == "__main__":
    sys.exit(main())
