"""Whether goldens pass that another rasterizer drew, and whether one change on a page is found: SnapshotBench on pages of PDFs.

usage, with numpy, Pillow, pikepdf and pypdfium2: rasterizers.py RECTO SNAPSHOTBENCH ROWS [--changes N] [FILE...]

ROWS is a file of JSON lines that has each row once it is measured: a run that is ended keeps what it has.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import rasterized_pages as pages
import report
from tools import Tools

KEY = "rasterizers"
TITLE = "Pages by other rasterizers, and pages with one change"
NOTE = (
    "First pages of PDFs, in as many pixels: recto's is the golden, another rasterizer's stands in for the page of now. They pass where they are drawn "
    "alike; documents of which a rasterizer draws something else (another font, no border of a link, another phase of a pattern) are counted by themselves: "
    "those where at the highest resolution the mean of some square of 6 points is another by more than 32 of 255, or a common color (of 3 in 10,000 "
    "pixels, edges apart) by more than 16. Then one change a page, at 150 dpi: drawn by recto, and by one of the others, where it has to be told from the "
    "rasterizer. Found: the page does not pass. Named: it is called what it is. The model's measures come from one half of the documents (tuned); "
    "pages and changes of the other (held) were seen where they failed. Goals: 95 % of unchanged pages pass, 99 % of changes are found and named."
)
RESOLUTIONS = [72, 150, 300]
DOCUMENTS = 60  # of each half
CHANGES = 34  # of each kind and half
MOST_PIXELS = 14_000_000
SQUARE = 6  # points: the side of the squares that are averaged to see what is drawn
LEAST_SQUARE = 12  # and in pixels
APART = 32  # levels of 255 above which the means of a square are not those of the same page
OTHER_COLOR = 16  # levels from the nearest color, above which a common one is another
NAMES = {
    "letter": {"text-replaced", "text-added", "text-removed", "rewrapped"},
    "comma": {"text-replaced", "text-added", "text-removed", "rewrapped"},
    "digit": {"text-replaced", "text-added", "text-removed", "rewrapped"},
    "hairline": {"line-added", "line-removed", "moved", "shape-added", "shape-removed", "recolored"},
    "color": {"recolored"},
    "picture": {"moved", "picture-changed"},
}


Rows = list[dict[str, object]]
Test = Callable[[dict[str, object]], bool]


@dataclass(frozen=True)
class Found:
    grid: list[list[str]]
    rows: Rows
    notes: list[str]
    failed: bool = False


@dataclass(frozen=True)
class Pair:
    golden: Path
    golden_words: Path
    current: Path
    current_words: Path
    dpi: int
    about: dict[str, object]


def half(document: Path) -> str:
    return "held" if hashlib.sha256(f"r{document.name}".encode()).digest()[0] % 2 else "tuned"


def documents(samples: Path | None) -> dict[str, list[Path]]:
    """The PDFs of the corpora, or else the samples, in an order that stays."""
    corpora = os.environ.get("RECTO_CORPORA")
    folders = [Path(corpora) / name for name in ["pdf", "bench", "pdf-pages"]] if corpora else []
    files = [file for folder in [*folders, *([samples] if samples else [])] for file in sorted(folder.glob("*.pdf"))]
    halves = {name: [file for file in files if half(file) == name] for name in ["tuned", "held"]}
    for some in halves.values():
        random.Random(26).shuffle(some)
    return {name: some[:DOCUMENTS] for name, some in halves.items()}


def unchanged(tools: Tools, name: str, pdf: Path, folder: Path) -> list[Pair]:
    """A first page by all rasterizers."""
    recto, pairs, text = tools.programs["recto"][0], [], folder / "words.json"
    if not pages.words(recto, pdf, text):
        return []
    for dpi in RESOLUTIONS:
        golden = folder / f"{dpi}.png"
        if not pages.golden(recto, pdf, dpi, golden):
            break
        width, height = pages.size(golden)
        if width * height > MOST_PIXELS:
            break
        for rasterizer in pages.RASTERIZERS:
            current = folder / f"{dpi}-{rasterizer}.png"
            if pages.redrawn(rasterizer, tools.python, pdf, width, height, current):
                pairs.append(Pair(golden, text, current, text, dpi, {"half": name, "document": pdf.name, "rasterizer": rasterizer}))
    return pairs


def changed(tools: Tools, name: str, some: list[Path], count: int, scratch: Path) -> Iterator[list[Pair]]:
    """Pages with one change, each drawn by recto, and by another rasterizer. A change that pdftocairo does not show does not count."""
    command = [tools.python, str(Path(__file__).with_name("seed_changes.py")), tools.programs["recto"][0], str(scratch), name, str(count)]
    with TemporaryFile("w+") as errors, subprocess.Popen([*command, *map(str, some)], stdout=subprocess.PIPE, stderr=errors, text=True) as seeding:
        for row in map(json.loads, seeding.stdout):
            about = {"half": name, "document": row["document"], "change": row["kind"], "what": row["what"]}
            golden = Path(row["golden"]), Path(row["golden_words"])
            pairs = [Pair(*golden, Path(row["current"]), Path(row["current_words"]), 150, about)]
            if row["other"]:
                about = about | {"rasterizer": row["rasterizer"]}
                pairs.append(Pair(*golden, Path(row["other"]), Path(row["current_words"]), 150, about))
            yield pairs
        if seeding.wait():
            errors.seek(0)
            raise ChildProcessError(f"seed_changes.py: exit {seeding.returncode}: {errors.read().strip()[-200:]}")


def compared(tools: Tools, pairs: list[Pair]) -> Rows:
    lines = "".join(f"{p.golden}\t{p.golden_words}\t{p.current}\t{p.current_words}\t{p.dpi / 72}\n" for p in pairs)
    done = subprocess.run([*tools.programs["snapshots"], "--pairs"], input=lines, capture_output=True, text=True)
    if done.returncode:
        raise ChildProcessError(f"SnapshotBench: exit {done.returncode}: {done.stderr.strip()[-200:]}")
    return [pair.about | {"dpi": pair.dpi} | json.loads(line) for pair, line in zip(pairs, done.stdout.splitlines(), strict=True)]


def apart(tools: Tools, pairs: list[Pair]) -> list[list[float]]:
    """How far each two pictures are apart, detail aside: in the mean of a square, and in a common color. See drawn_alike.py."""
    lines = "".join(f"{p.golden}\t{p.current}\t{max(LEAST_SQUARE, round(SQUARE * p.dpi / 72))}\n" for p in pairs)
    command = [tools.python, str(Path(__file__).with_name("drawn_alike.py"))]
    done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    return [list(map(float, line.split())) for line in done.stdout.splitlines()]


def drawn_otherwise(rows: Rows) -> set[tuple[str, str]]:
    """Documents and the rasterizers that draw something else on their first page than recto, at the highest resolution that there is."""
    last = {(row["document"], row["rasterizer"]): row["apart"] for row in sorted(rows, key=lambda row: row["dpi"]) if "apart" in row}
    return {pair for pair, (mean, color) in last.items() if mean > APART or color > OTHER_COLOR}


def share(rows: Rows, test: Test) -> str:
    count = sum(map(test, rows))
    return f"{count} of {len(rows)} ({100 * count / len(rows):.1f} %)" if rows else "-"


def names(row: dict[str, object]) -> set[str]:
    return {change["kind"] for change in row["found"]}


def measured(tools: Tools, halves: dict[str, list[Path]], count: int, scratch: Path) -> Iterator[Rows]:
    """The rows of the documents, and of `count` changes of each kind and half, a few at a time."""
    for name, some in halves.items():
        for pdf in some:
            with TemporaryDirectory(dir=scratch) as folder:
                pairs = unchanged(tools, name, pdf, Path(folder))
                rows = compared(tools, pairs)
                yield [row | {"apart": levels} for row, levels in zip(rows, apart(tools, pairs), strict=True)]
        if some:
            with TemporaryDirectory(dir=scratch) as folder:
                for pairs in changed(tools, name, some, count, Path(folder)):
                    yield compared(tools, pairs)


def measure(tools: Tools, _: int, scratch: Path) -> Found:
    missing = [name for name in ["snapshots", "recto", "pdftoppm", "pdftocairo", "mutool", "pdfium_png"] if name not in tools.programs]
    if missing:
        return Found([], [], [f"Not measured: {', '.join(missing)} not there."])
    rows: Rows = []
    try:
        for more in measured(tools, documents(tools.samples), CHANGES, scratch):
            rows += more
    except (ChildProcessError, subprocess.SubprocessError) as error:
        return Found([], [], [str(error)], failed=True)
    return Found(*tabled(rows))


def tabled(rows: Rows) -> tuple[list[list[str]], Rows, list[str]]:
    others = drawn_otherwise(rows)
    for row in rows:
        row["is_other"] = "change" not in row and (row["document"], row["rasterizer"]) in others
    grid = [["", "tuned", "held"]]

    def line(title: str, chosen: Test, test: Test) -> None:
        grid.append([title, *(share([row for row in rows if row["half"] == name and chosen(row)], test) for name in ["tuned", "held"])])

    def passes(row: dict[str, object]) -> bool:
        return row["passes"]

    def found(row: dict[str, object]) -> bool:
        return not row["passes"]

    def named(row: dict[str, object]) -> bool:
        return bool(names(row) & NAMES[row["change"]])

    def is_alike(row: dict[str, object]) -> bool:
        return "change" not in row and not row["is_other"]

    for rasterizer in pages.RASTERIZERS:
        for dpi in RESOLUTIONS:
            line(f"{rasterizer}, {dpi} dpi: pass", lambda row: is_alike(row) and (row["rasterizer"], row["dpi"]) == (rasterizer, dpi), passes)
    line("all unchanged: pass", is_alike, passes)
    line("drawn otherwise: pass", lambda row: row["is_other"], passes)
    for kind in NAMES:
        line(f"{kind}: found", lambda row: row.get("change") == kind and "rasterizer" not in row, found)
    line("all changes: found", lambda row: "change" in row and "rasterizer" not in row, found)
    line("all changes: named", lambda row: "change" in row and "rasterizer" not in row, named)
    for kind in NAMES:
        line(f"{kind}, by another: found", lambda row: row.get("change") == kind and "rasterizer" in row, found)
    line("all changes, by another: found", lambda row: "change" in row and "rasterizer" in row, found)
    line("all changes, by another: named", lambda row: "change" in row and "rasterizer" in row, named)
    return grid, rows, [failure(row) for row in rows if failure(row)]


def failure(row: dict[str, object]) -> str | None:
    """A line about an unexpected result; None if the result is as expected."""
    told = ", ".join(sorted(names(row))) or "nothing"
    if "change" not in row:
        wrong = not row["is_other"] and not row["passes"]
        return f"{row['document']}, {row['rasterizer']}, {row['dpi']} dpi: {told}" if wrong else None
    if row["passes"] or not names(row) & NAMES[row["change"]]:
        return f"{row['document']}, {row['change']} ({row['what']}), by {row.get('rasterizer', 'recto')}: {'missed' if row['passes'] else told}"
    return None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("recto")
    parser.add_argument("snapshots", type=Path)
    parser.add_argument("rows", type=Path)
    parser.add_argument("--changes", type=int, default=CHANGES, help=f"of each kind and half (default: {CHANGES})")
    parser.add_argument("files", nargs="*", type=Path, help="PDFs (default: those of $RECTO_CORPORA)")
    options = parser.parse_intermixed_args()
    halves = {name: [file for file in options.files if half(file) == name] for name in ["tuned", "held"]} if options.files else documents(None)
    rows: Rows = []
    with TemporaryDirectory() as folder, options.rows.open("w") as kept:
        tools = Tools(options.recto, sys.executable, Path(folder), None, None, None, None, options.snapshots, None)
        for more in measured(tools, halves, options.changes, Path(folder)):
            rows += more
            kept.writelines(json.dumps(row) + "\n" for row in more)
            kept.flush()
    grid, _, notes = tabled(rows)
    print("\n".join([report.text(grid), *notes]))


if __name__ == "__main__":
    main()
