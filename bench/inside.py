"""What is measured from inside a program that uses the library: each table is one run of LatencyBench (latency/)."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tools import Tools

TIMEOUT = 1800.0  # seconds for one table
Document = tuple[Path, int]
Lines = list[list[str]]


@dataclass(frozen=True)
class Inside:
    key: str  # also LatencyBench's name for it
    title: str
    note: str
    documents: int | None  # so many of the longest; None: all, and pictures of a page
    times: int  # so often for each of --runs


@dataclass(frozen=True)
class Found:
    """What LatencyBench printed, or why it did not."""

    rows: list[dict[str, object]]
    notes: list[str]
    failed: bool = False

    def lines(self) -> Lines:
        if not self.rows:
            return []
        names = list(self.rows[0]["figures"])
        columns = [[row["figures"][name] for row in self.rows] for name in names]
        return [["", *names], *([row["label"], *cells] for row, cells in zip(self.rows, zip(*map(shown, columns))))]


def shown(values: list[float | None]) -> list[str]:
    """A column: whole numbers as they are, others with three digits or so."""
    if all(value is not None and value == int(value) for value in values):
        return [f"{value:,.0f}" for value in values]

    def digits(value: float) -> int:
        return 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 else 3

    return ["-" if value is None else f"{value:,.{digits(value)}f}" for value in values]


INSIDE = [
    Inside(
        "turns",
        "Page turns, from inside",
        "Milliseconds from turning to a page, in a ReaderView that fits pages into 1600 x 1200, to its bitmap; a worker a core. To any page: "
        "nothing is rendered ahead. To a neighbor: each page is looked at for 250 ms, in which the next is rendered ahead. The export makes "
        "150 dpi PNG files of all pages, again and again, on every thread of the same open publication, or of one that was opened beside it.",
        documents=2,
        times=40,
    ),
    Inside(
        "cache",
        "Hits in the cache, from inside",
        "Milliseconds to a PNG file of about 1 MB from `image(of:)`. From memory: shared, not copied. From disk, first hit: a new ResultCache on "
        "the folder of an earlier one, each image asked for once; the kernel may still have the file in memory. Goal: below 2 ms.",
        documents=1,
        times=200,
    ),
    Inside(
        "poison",
        "1,000 requests, ten of which crash, hang or eat memory, from inside",
        "Ten open publications, eight requests in flight. Five are the longest document, five are scripts of the misbehaving plugin, whose sound "
        "pages take 20 ms; each script has two poison pages. Limits: 0.5 s a page, 256 MiB. The same requests with sound pages in "
        "their place are `none`. Behind a poison page is what was asked of the same publication while that was running: "
        "with one worker it waits for the deadline. Goal: the others within 2x, and none wrong.",
        documents=1,
        times=0,
    ),
    Inside(
        "tiles",
        "Tiles of 512 pixels of a page 20,000 pixels wide, from inside",
        "Page 1 of each, one worker, warm; tiles spread evenly over the page and walked in rows. worker MB is the most it ever had, with libraries "
        "and the mapped source; its own is what no other process has; host MB is the peak of the program itself. wide.jpg and wide.tif are a page "
        "enlarged to a picture. Goal: each tile below 100 ms, memory for the region only.",
        documents=None,
        times=80,
    ),
    Inside(
        "browser",
        "Pages that a browser lays out, from inside",
        "The sample issue as pages of HTML, 1024 x 768 CSS pixels each, and as an EPUB. Opened: a new worker and a new browser, to the bitmap "
        "of page 1; of the EPUB all is laid out before. Warm: bitmap and text of a page that the browser does not have. "
        "Goals: 700 ms, 130 ms with text, 150 ms for the first page of a chapter, 10 pages a second on two cores.",
        documents=0,
        times=16,
    ),
]
BROWSER = "browser"  # measures the sample issue and no document
REQUESTS = 1000  # of which a hundredth is poison, however many runs


def measure(one: Inside, tools: Tools, documents: list[Document], limit: int | None, runs: int, scratch: Path) -> Found:
    missing = [name for name in ["recto", "latency", "misbehaving"] if name not in tools.programs]
    if missing:
        return Found([], [f"Not measured: {' and '.join(missing)} not given; `make bench` does."])
    longest = sorted(documents, key=lambda document: -tools.pages(document[0]))
    files = [file for file, _ in longest[: one.documents]] + (pictures(tools, documents, scratch) if one.documents is None else [])
    if one.key == BROWSER:
        files = [tools.samples / name for name in ["quay-html", "quay.epub"]] if tools.samples else []
    if not files:
        return Found([], ["Not measured: the sample issue is not given; `make bench` does."])
    folder = scratch / one.key
    folder.mkdir()
    argv = [*tools.programs["latency"], one.key, "--recto", *tools.programs["recto"], "--plugin", *tools.programs["misbehaving"]]
    argv += ["--folder", str(folder), "--count", str(one.times * runs or REQUESTS)]
    argv += ["--pages", str(limit)] if limit else []
    try:
        done = subprocess.run([*argv, *map(str, files)], capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return Found([], [f"LatencyBench {one.key}: stopped after {TIMEOUT:.0f} s"], failed=True)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or [""])[-1]
        return Found([], [f"LatencyBench {one.key}: exit {done.returncode}: {said}"], failed=True)
    answer = json.loads(done.stdout)
    return Found(answer["rows"], answer["notes"])


def pictures(tools: Tools, documents: list[Document], scratch: Path) -> list[Path]:
    """A page of the last document as a JPEG and a TIFF file of 20,000 pixels' width; none without Pillow."""
    if "wide_pictures" not in tools.programs:
        return []
    page = scratch / "page.png"
    subprocess.run([*tools.programs["recto"], "render", documents[-1][0], "--pages", "1", "--fit", "5000x5000", "-o", page], check=True)
    subprocess.run([*tools.programs["wide_pictures"], page, scratch], check=True)
    return [scratch / "wide.jpg", scratch / "wide.tif"]
