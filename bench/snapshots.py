"""What changed on a page: SnapshotBench (snapshots/) beside pixelmatch and structural similarity, on seeded changes."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tools import Tools

KEY = "snapshots"
TITLE = "Seeded changes of a page, and other rasterizers"
NOTE = (
    "A page of text, pictures, areas and lines, changed in its source or in its pixels, and drawn by other rasterizers of the same outlines. "
    "Found: changes that are told from no change. Named: called what they are. Alarms: rasterizers taken for a change. recto has the words of both "
    "pages too. The others have one score a pair; any: whatever is above 0 counts; best: what is above the score of every rasterizer, which is not "
    "known beforehand. pixelmatch leaves smoothed edges out. Pages of other sizes count as found. "
    "Goals: all found and named, no alarm; two pages of 1240 x 1754 compared in 5 ms where they are equal, in 25 ms where not."
)
TIMEOUT = 1800.0


@dataclass(frozen=True)
class Found:
    grid: list[list[str]]
    rows: list[dict[str, object]]
    notes: list[str]
    failed: bool = False


def lines(command: list[str]) -> list[dict[str, object]]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    if done.returncode:
        raise ChildProcessError(f"{Path(command[0]).name}: exit {done.returncode}: {done.stderr.strip()[-200:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def names(row: dict[str, object]) -> list[str]:
    kinds = [change["kind"] for change in row["found"]]
    return [kind for index, kind in enumerate(kinds) if not index or kinds[index - 1] != kind]


def measure(tools: Tools, _: int, scratch: Path) -> Found:
    """SnapshotBench repeats what it times by itself."""
    if "snapshots" not in tools.programs:
        return Found([], [], ["Not measured: SnapshotBench is not there."])
    folder = scratch / "snapshots"
    folder.mkdir()
    try:
        *rows, speed = lines([*tools.programs["snapshots"], str(folder)])
    except (ChildProcessError, subprocess.TimeoutExpired) as error:
        return Found([], [], [str(error)], failed=True)
    changes, others = [row for row in rows if row["expected"]], [row for row in rows if not row["expected"]]
    grid = [["", "found", "named", "alarms"]]
    grid.append(["of", *map(str, [len(changes), len(changes), len(others)])])
    found = sum(not row["passes"] for row in changes)
    named = sum(names(row) == row["expected"] for row in changes)
    grid.append(["recto", *map(str, [found, named, sum(not row["passes"] for row in others)])])
    size, unequal = f"{speed['width']} x {speed['height']}", speed["unequal"]
    notes = [f"recto, two pages of {size}: equal {speed['equal']:.2f} ms, else {median(unequal):.1f} ms, at most {max(unequal):.1f} ms."]
    for row in rows:
        if names(row) != row["expected"] if row["expected"] else not row["passes"]:
            notes.append(f"recto: {row['name']}: {', '.join(names(row)) or 'nothing'}")
    try:
        *scores, times = lines([tools.python, str(Path(__file__).with_name("picture_scores.py")), str(folder), str(len(rows))])
    except (ChildProcessError, subprocess.TimeoutExpired) as error:
        return Found(grid, rows, [*notes, f"Peers not measured: {error}"])
    for row, score in zip(rows, scores):
        row["scores"] = score
    for title, key in [("pixelmatch", "pixels"), ("SSIM", "dssim")]:
        notes.append(
            f"{title}, the same pages: equal {times[key]['equal']:.0f} ms, else {times[key]['unequal']:.0f} ms, "
            f"{times[key]['unequal'] / unequal[0]:.0f}x recto's."
        )
        highest = max(row["scores"][key] for row in others)
        for kind, limit in [("any", 1e-12), ("best", highest)]:
            seen = sum(row["scores"][key] is None or row["scores"][key] > limit for row in changes)
            alarms = sum(row["scores"][key] > limit for row in others)
            grid.append([f"{title}, {kind}", str(seen), "-", str(alarms)])
    return Found(grid, rows, notes)
