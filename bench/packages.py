"""Packages for Python: a page as a numpy array, and its words with boxes."""

from __future__ import annotations

import itertools
import json
import os
import statistics
import subprocess
from pathlib import Path

from serving import Found
from tools import HERE, Tools

KEY = "packages"
TITLE = "Python packages: pages as numpy arrays, and words with boxes"
NOTE = (
    "Up to 24 pages of each file, at 144 dpi, in a process that has done the same once before; milliseconds a page, wall and processor time of the process with all "
    "below it; medians of interleaved runs. On two cores the peers run in two processes, and arrays come back to the one that asked. First: from the start "
    "of the process to the first page. Import: its processor time. pypdfium2 has no words, docling-parse draws nothing. recto reads with Poppler, recto-pdfium with PDFium, "
    "both in sandboxed workers."
)
OURS = ["recto", "recto-pdfium"]
PACKAGES = [*OURS, "pypdfium2", "pymupdf", "pdf-oxide", "docling-parse"]
TASKS = {"images": [*OURS, "pypdfium2", "pymupdf", "pdf-oxide"], "words": [*OURS, "pymupdf", "pdf-oxide", "docling-parse"]}
PAGES = 24
LIMIT = 120  # seconds for a run
OWN = ["gnuplot/gnuplot.pdf", "libtasn1-doc/libtasn1.pdf", "fonts-lmodern/lm-info.pdf"]  # below /usr/share/doc


def documents(samples: Path | None) -> list[Path]:
    """The corpus, and documents that are not of it: the sample issue and Debian's."""
    corpus = Path(os.environ.get("RECTO_CORPORA", "."), "bench")
    own = ([samples / "quay.pdf"] if samples else []) + [Path("/usr/share/doc", path) for path in OWN]
    return [path for path in [*sorted(corpus.glob("*.pdf")), *own] if path.exists()]


def measure(tools: Tools, runs: int, scratch: Path) -> Found:
    library = os.environ.get("RECTO_LIBRECTO") or str(HERE.parent / ".build/release/libCRecto.so")
    if not Path(library).exists():
        return Found([], [], [f"Not measured: there is no librecto at {library}."])
    rows: list[dict] = []
    failed: list[str] = []
    missing: set[str] = set()
    grid = [["", "cores", *(f"{name} {unit}" for name in PACKAGES for unit in ("wall", "cpu"))]]
    for file in documents(tools.samples):
        pages = str(min(PAGES, tools.pages(file)))
        for task, names in TASKS.items():
            for cores in (1, 2):
                found: dict[str, list[dict[str, float]] | None] = {name: [] for name in names}
                for _ in range(runs):
                    for name in [name for name in names if found[name] is not None]:
                        result = run(tools.python, library, [name, task, str(file), pages, str(cores)], cores)
                        if "error" in result:
                            if result["error"] == "not installed":
                                missing.add(name)
                            failed.append(f"{name}, {task}, {file.name}: {result['error']}")
                            found[name] = None
                        else:
                            found[name].append(result)
                rows.append({"file": file.name, "task": task, "cores": cores, "runs": found})
                grid.append([f"{file.name} ({pages} p), {task}", str(cores), *cells(found, int(pages), missing)])
    return Found(grid, rows, [*summary(rows), *sorted(set(failed))])


def run(python: str, library: str, words: list[str], cores: int) -> dict:
    environment = os.environ | {
        "RECTO_LIBRECTO": library, "PYTHONPATH": str(HERE.parent / "Python"), "PYTHONDONTWRITEBYTECODE": "1"}
    pinned = ["taskset", "-c", "0"] if cores == 1 else []
    try:
        done = subprocess.run(
            [*pinned, python, str(HERE / "package_peer.py"), *words], env=environment, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return {"error": "timeout"}
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        return {"error": "not installed" if "ModuleNotFoundError" in lines[-1] else lines[-1][:200]}
    return json.loads(done.stdout.splitlines()[-1])


def cells(found: dict[str, list[dict[str, float]] | None], pages: int, missing: set[str]) -> list[str]:
    made = []
    for name in PACKAGES:
        if name not in found:
            made += ["", ""]
        elif found[name] is None:
            made += ["not installed" if name in missing else "failed", ""]
        else:
            made += [f"{1000 * statistics.median(one[key] for one in found[name]) / pages:.1f}" for key in ("wall", "processor")]
    return made


def middle(runs: list[dict[str, float]], key: str) -> float:
    """The median; of a page so small that no tick of the processor's clock was counted, a tenth of a millisecond."""
    return max(1e-4, statistics.median(one[key] for one in runs))


def summary(rows: list[dict]) -> list[str]:
    """How many times each peer takes what recto takes with either engine, as geometric means, and what starting costs."""
    notes = []
    for task, names in TASKS.items():
        for cores in (1, 2):
            for own, name in itertools.product(OURS, names[len(OURS):]):
                pairs = [
                    (row["runs"][name], row["runs"][own]) for row in rows
                    if (row["task"], row["cores"]) == (task, cores) and row["runs"][name] and row["runs"][own]]
                if not pairs:
                    continue
                ratios = [
                    statistics.geometric_mean(middle(peer, key) / middle(ours, key) for peer, ours in pairs)
                    for key in ("wall", "processor")]
                notes.append(f"{task}, {cores} core(s), {name} / {own}: {ratios[0]:.2f}x wall, {ratios[1]:.2f}x processor ({len(pairs)} files)")
    for name in PACKAGES:
        runs = [one for row in rows if row["cores"] == 1 for one in row["runs"].get(name) or []]
        if runs:
            notes.append(
                f"{name}: import {1000 * statistics.median(one['import_processor'] for one in runs):.0f} ms of processor time, "
                f"first page {1000 * statistics.median(one['first'] for one in runs):.0f} ms after the start of the process")
    return notes
