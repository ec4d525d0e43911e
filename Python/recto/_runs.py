"""Sources cut into tasks of a few seconds each: runs of pages, and bundles of runs."""

from __future__ import annotations

import dataclasses
import itertools
import math
import time
from collections.abc import Iterable, Mapping
from typing import Any

from . import _errors, _rows, _sources
from ._request import Request
from ._rows import Run

#: The seconds that a task is cut to, so that hardly one takes longer than 20.
TASK_SECONDS = 14.0
#: Documents of fewer pages are not measured, since drawing one page twice costs too much.
_MEASURED = 5
_UNMEASURED_SECONDS = 0.3

#: By digest, the number of pages and those that are there already; None for sources without pages.
Done = Mapping[str, tuple[int, set[int] | None]]


def inspect(source: str, request: Request, filesystem: Any = None, done: Done = {}) -> list[Run]:  # noqa: B006
    """The runs of a source, without those pages that are done; the reason if it cannot be opened.

    Opens the source and draws one page in its middle. Where nothing is left to do, opens nothing and gives
    a run without pages.
    """
    start = time.monotonic()
    digest = None
    try:
        with _sources.local_copy(source, filesystem) as local:
            digest = local.digest
            count, there = done.get(digest, (-1, set()))
            if there is None or len(there) == count:
                return [Run(source, count=0, digest=digest)]
            with _rows.opened(local.path, request, workers=1) as publication:
                opening = time.monotonic() - start
                left = [index for index in range(len(publication)) if index not in there]
                if not publication:
                    raise _errors.Damaged(f"{source} has no pages")
                seconds = _UNMEASURED_SECONDS
                if len(left) >= _MEASURED:
                    seconds = _measure(publication, left, request)
    except Exception as error:
        problem = _rows.failure(error)
        return [Run(
            source, digest=digest, seconds=time.monotonic() - start,
            error=(problem["code"], problem["message"]))]
    most = max(1, int(_room(TASK_SECONDS, opening) / max(seconds, 0.001)))
    return [
        Run(source, first, count, digest, opening + count * seconds, opening=opening)
        for first, count in _cut(left, most)
    ]


def _room(target: float, opening: float) -> float:
    """The seconds for the pages of a task: at least as long as opening takes, which each run repeats."""
    return max(target - opening, opening)


def _measure(publication: Any, left: list[int], request: Request) -> float:
    """The seconds for a page: the slower of two, since pages are not alike."""
    document = _rows.Document(Run(""), publication, "", lambda: None)
    places = (left[len(left) // 2], left[-1]) if len(left) >= 20 else (left[len(left) // 2],)
    return max(_rows.page_row(document, place, request)["seconds"] for place in places)


def _cut(pages: list[int], most: int) -> list[tuple[int, int]]:
    """Runs of neighbors with at most `most` pages, as first and count."""
    runs: list[tuple[int, int]] = []
    for page in pages:
        if runs and runs[-1][0] + runs[-1][1] == page and runs[-1][1] < most:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((page, 1))
    return runs


def bundles(runs: Iterable[Run], processors: int) -> list[list[Run]]:
    """Runs in groups that take about as long as a task may, and shorter where there is little to do."""
    runs = list(runs)
    total = sum(run.seconds for run in runs if not run.error)
    target = min(TASK_SECONDS, max(2.0, total / (8 * max(1, processors))))
    groups: list[list[Run]] = []
    size = 0.0
    for run in itertools.chain.from_iterable(_parts(run, target) for run in runs):
        seconds = 0 if run.error else run.seconds
        if not groups or size + seconds > target or len(groups[-1]) >= 256:
            groups.append([])
            size = 0
        groups[-1].append(run)
        size += seconds
    return groups


def _parts(run: Run, target: float) -> list[Run]:
    """A run in parts that take about as long as the target."""
    pages = run.seconds - run.opening
    room = _room(target, run.opening)
    if run.error or not run.count or pages <= room:
        return [run]
    count = math.ceil(run.count / math.ceil(pages / room))
    return [
        dataclasses.replace(
            run, first=first, count=min(count, run.first + run.count - first),
            seconds=run.opening + pages * count / run.count)
        for first in range(run.first, run.first + run.count, count)]
