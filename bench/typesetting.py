"""Setting type: TypesettingBench (typesetting/) beside Pango, each a process that measures itself."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import texts
from tools import Tools

KEY = "typesetting"
TITLE = "Setting type, one core"
NOTE = (
    "A megabyte of made-up text in columns of 210 points, 10 pt, justified. recto chooses the lines of a paragraph together and "
    "hyphenates; Pango takes line after line and does not. Processor seconds; fonts and patterns are loaded in them. Letters: a box for each, "
    "words and lines with them in recto. Page: 210 x 600 pt at 150 dpi, drawn for the second time. First page: of the same text as one story. "
    "Goals: layout and boxes of English in 0.25 s, mixed scripts no slower than Pango, a page in 1 ms, the first in 50 ms."
)
FAMILIES = "EB Garamond,Amiri,Noto Serif Devanagari,IPAMincho"
FIGURES = {
    "layout, s": lambda run: run["layout"],
    "with boxes, s": lambda run: run["layout"] + run["boxes"],
    "page, ms": lambda run: run["draw"],
    "first page, ms": lambda run: run["first"],
}
TIMEOUT = 120.0


@dataclass(frozen=True)
class Found:
    grid: list[list[str]]
    rows: list[dict[str, object]]
    notes: list[str]
    failed: bool = False


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    peers = [name for name in ["typesetting", "pango_peer"] if name in tools.programs]
    notes = [f"{name}: not there" for name in ["typesetting", "pango_peer"] if name not in peers]
    if not texts.WORDS.exists():
        return Found([], [], [f"Not measured: {texts.WORDS} is not there: install wamerican."])
    rows: list[dict[str, object]] = []
    for name, text, language in [("English", texts.english(), "en-US"), ("Arabic, Hindi, Chinese, English", texts.mixed(), "en-US")]:
        file = scratch / f"{language}-{len(rows)}.txt"
        file.write_text(text)
        found: dict[str, list[dict[str, float]]] = {peer: [] for peer in peers}
        for number in range(runs + 1):  # the first warms files and processor
            for peer in peers:
                core = str(min(os.sched_getaffinity(0)))
                done = subprocess.run(
                    ["taskset", "-c", core, *tools.programs[peer], str(file), FAMILIES, language],
                    capture_output=True, text=True, timeout=TIMEOUT)  # fmt: skip
                if done.returncode:
                    return Found([], rows, [*notes, f"{peer}: exit {done.returncode}: {done.stderr.strip()[-200:]}"], failed=True)
                if number:
                    found[peer].append(json.loads(done.stdout))
        rows += [{"label": f"{name}: {peer}", "runs": found[peer]} for peer in peers]
        if len(peers) == 2:
            rows.append({"label": f"{name}: pango / recto", "ratio": peers})
    grid = [["", *FIGURES]]
    for index, row in enumerate(rows):
        label = str(row["label"]).replace("typesetting", "recto").replace("pango_peer", "Pango")
        if "runs" in row:
            cells = [f"{median(map(figure, row['runs'])):.3g}" for figure in FIGURES.values()]
        else:
            own, other = rows[index - 2]["runs"], rows[index - 1]["runs"]
            cells = [f"{median(map(figure, other)) / median(map(figure, own)):.2f}x" for figure in FIGURES.values()]
        grid.append([label, *cells])
    return Found(grid, [row for row in rows if "runs" in row], notes)
