"""A catalog of 5,000 issues in each format, as a store keeps it: how long until it is listed, and in how much memory."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import catalogs
from measure import run
from tools import Tools

KEY = "newsstand"
TITLE = "Listing a catalog of 5,000 issues without a network"
NOTE = (
    "`recto store show` over a catalog that was kept, in each format that publishers have: the start of the process, reading all entries, sorting "
    "and printing 5,000 lines. Beside it a catalog of one issue: what the rest of the command takes. Memory: peak of the largest process, resident. "
    "Goal: 100 ms."
)
COUNT = 5_000
TIMEOUT = 60.0


@dataclass(frozen=True)
class Found:
    grid: list[list[str]]
    rows: list[dict[str, object]]
    notes: list[str]
    failed: bool = False


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    if "recto" not in tools.programs:
        return Found([], [], ["Not measured: it needs --recto."])
    rows: list[dict[str, object]] = []
    cases = [(name, write, COUNT) for name, write in catalogs.FORMATS.items()] + [("one issue", catalogs.own, 1)]
    for name, write, count in cases:
        folder = scratch / f"newsstand-{len(rows)}"
        folder.mkdir()
        source = folder / "catalog"
        source.write_bytes(write(catalogs.issues(count)))
        recto = [*tools.programs["recto"], "store"]
        options = ["--allow-files", "--library", str(folder / "library")]
        added = subprocess.run([*recto, "add", source.as_uri(), *options], capture_output=True, text=True, timeout=TIMEOUT)
        if added.returncode or f" {count} issue" not in added.stdout:
            return Found([], rows, [f"{name}: exit {added.returncode}: {(added.stdout + added.stderr).strip()[-200:]}"], failed=True)
        show = [*recto, "show", *options]
        done = [run(show, folder / "out") for _ in range(runs + 1)][1:]  # the first warms files
        if any(one.exit for one in done):
            return Found([], rows, [f"{name}: exit {done[0].exit}: {done[0].message}"], failed=True)
        watched = run(show, folder / "out", watch=True)
        rows.append({
            "label": name, "bytes": source.stat().st_size, "wall": [one.wall for one in done],
            "processor": [one.user + one.system for one in done], "largest": watched.largest,
        })  # fmt: skip
    grid = [["", "kB", "ms", "processor, ms", "MB"]]
    for row in rows:
        figures = [row["bytes"] / 1e3, median(row["wall"]) * 1e3, median(row["processor"]) * 1e3, row["largest"] / 1e6]
        grid.append([str(row["label"]), *(f"{figure:,.0f}" for figure in figures)])
    return Found(grid, rows, [f"{os.cpu_count()} cores; the zygote that the command forks is in neither figure of memory."])
