#!/usr/bin/env python3
"""How fast and how large recto is beside Poppler, MuPDF and PDFium. See README.md."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import report
from measure import run
from tables import TABLES, Cell, Contender, Table
from tools import Tools, elsewhere, machine

LONG = 10.0  # seconds: a contender whose run takes longer gets fewer rounds, so that a row ends in reasonable time
Document = tuple[Path, int]  # the file, and how many of its pages are used
SCRATCH_SIZE = 2**30  # free bytes that make /dev/shm large enough to write to


def log(*words: object) -> None:
    print("bench:", *words, file=sys.stderr, flush=True)


class Bench:
    def __init__(self, tools: Tools, runs: int, scratch: Path) -> None:
        self.tools, self.runs, self.scratch = tools, runs, scratch
        self.broken = False
        self.notes: list[str] = []

    def fill(self, table: Table, documents: list[Document]) -> list[report.Row]:
        """Measures `table`: a row for each document."""
        self.notes = []
        rows = []
        start, busy = time.perf_counter(), elsewhere()
        for file, pages in documents:
            pages = min(pages, table.max_pages or pages)
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
        others = (elsewhere() - busy) / (time.perf_counter() - start)
        if others > 0.1:
            self.notes.append(f"Besides the runs, {others:.1f} of the machine's {os.cpu_count()} cores were busy on average (other "
                              "work, or processes a tool did not wait for): times are too high, and less certain.")  # fmt: skip
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
    keys = [table.key for table in TABLES]
    corpus = Path(os.environ.get("RECTO_CORPORA", ".")) / "bench"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recto", help="the recto binary; without it, the peers alone")
    parser.add_argument("--files", nargs="+", type=Path, default=[corpus], help="PDFs or folders of them (default: $RECTO_CORPORA/bench)")
    parser.add_argument("--pages", type=int, help="at most the first N pages of each file (default: all)")
    parser.add_argument("--runs", type=int, default=5, help="rounds after the warm-up (default: 5)")
    parser.add_argument("--tables", nargs="+", choices=keys, default=keys, metavar="TABLE", help=f"of {', '.join(keys)} (default: all)")
    parser.add_argument("--python", default=sys.executable, help="a Python that has requirements.txt installed (default: this one)")
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
    with tempfile.TemporaryDirectory(prefix="recto-bench-", dir=shared if roomy else None) as folder:
        scratch = Path(folder)
        tools = Tools(options.recto and os.path.abspath(shutil.which(options.recto)), options.python, scratch)
        if "pdfinfo" not in tools.programs:
            raise SystemExit("bench: pdfinfo is not installed: see packages.txt")
        documents = documents_of(options.files, tools, options.pages)
        facts = machine() | {"scratch": f"{scratch.parent} ({'memory' if roomy else 'disk'})", "rounds": str(options.runs)}
        facts |= {name: version or "not installed" for name, version in tools.versions.items()}
        plain = ["\n".join(f"{name:12} {value}" for name, value in facts.items())]
        marked = ["\n".join(f"- {name}: {value}" for name, value in facts.items())]
        print(plain[0], flush=True)
        bench, measured = Bench(tools, options.runs, scratch), []
        for table in (table for table in TABLES if table.key in options.tables):
            rows = bench.fill(table, books_of(documents, tools, scratch) if table.memory else documents)
            grids = [report.grid(table, rows, metric) for metric in table.show]
            print(f"\n{table.title}\n{table.note}", *map(report.text, grids), "\n".join(bench.notes), sep="\n\n", flush=True)
            marked += [f"## {table.title}", table.note, *map(report.markdown, grids), *(f"- {note}" for note in bench.notes)]
            measured.append({"table": table.key, "title": table.title, "commands": {one.name: one.command for one in table.contenders},
                             "rows": [row.plain() for row in rows], "notes": bench.notes})  # fmt: skip
    if options.json:
        options.json.write_text(json.dumps({"machine": facts, "tables": measured}, indent=1) + "\n")
    if options.markdown:
        options.markdown.write_text("\n\n".join(marked) + "\n")
    return 1 if bench.broken else 0


if __name__ == "__main__":
    sys.exit(main())
