"""A batch from its sources to its output, on any pool of processes."""

from __future__ import annotations

import collections
import concurrent.futures
import concurrent.futures.process
import heapq
import itertools
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from . import _errors, _rows, _runs
from ._request import Request
from ._rows import Run
from ._store import Store, bundle_name

#: Sources that one task opens.
_CHUNK = 8
_SLOWEST = 10
_KEPT_FAILURES = 10_000


class Pool(Protocol):
    """Processes that carry out tasks. A task whose process is lost is done again."""

    width: int

    def map(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        """The results, in the order in which they come."""
        ...


@dataclass
class Report:
    """The counts of a batch."""

    documents: int = 0
    #: Rows that were written, failures included.
    rows: int = 0
    #: Pages that were drawn and read for them.
    rendered: int = 0
    #: Documents whose results were complete before.
    skipped: int = 0
    tasks: int = 0
    tasks_done: int = 0
    seconds: float = 0
    errors: collections.Counter[str] = field(default_factory=collections.Counter)
    #: Source, page from 0 or None, code and message; of very many only the first.
    failures: list[tuple[str, int | None, str, str]] = field(default_factory=list)
    #: Seconds and source, the slowest first.
    slowest: list[tuple[float, str]] = field(default_factory=list)

    def __str__(self) -> str:
        failed = sum(self.errors.values())
        lines = [
            f"{self.documents} documents, {self.rendered} pages in {self.seconds:.1f} s, "
            f"{self.skipped} documents were there already, {failed} failures"]
        lines += [f"  {count} {code}" for code, count in self.errors.most_common()]
        lines += [f"  {seconds:.1f} s  {source}" for seconds, source in self.slowest]
        return "\n".join(lines)


@dataclass(frozen=True)
class Inspecting:
    """The task of opening a few sources."""

    sources: tuple[tuple[str, _runs.Done], ...]
    request: Request
    filesystem: Any

    def __call__(self) -> list[Run]:
        return [
            run for source, done in self.sources
            for run in _runs.inspect(source, self.request, self.filesystem, done)]


@dataclass(frozen=True)
class Writing:
    """The task of making the pages of a bundle and writing them."""

    runs: tuple[Run, ...]
    store: Store
    filesystem: Any

    def __call__(self) -> list[_rows.Row]:
        name = bundle_name((run.source, run.digest, run.first, run.count) for run in self.runs)
        rows = _rows.rows(self.runs, self.store.request, self.filesystem, workers=1)
        return self.store.write(rows, name)


def call(task: Callable[[], Any]) -> Any:
    """The result of a task."""
    return task()


def inspected(
    sources: Iterable[str], request: Request, filesystem: Any, pool: Pool,
    done: dict[str, dict[str, Any]],
) -> Iterator[list[Run]]:
    """The runs that are left of the sources, as they come."""
    left = iter(sources)
    chunks = iter(lambda: tuple(itertools.islice(left, _CHUNK)), ())
    tasks = (
        Inspecting(
            tuple((source, done.get(source, {})) for source in chunk), request, filesystem)
        for chunk in chunks)
    yield from pool.map(call, tasks)


def write(
    sources: list[str], request: Request, output: str, pool: Pool, *, filesystem: Any = None,
    output_filesystem: Any = None, progress: Callable[[Report], object] | None = None,
) -> Report:
    """Writes the missing results. Raises `NotWritable` and `Unreadable` for the output."""
    began = time.monotonic()
    store = Store(output, request, output_filesystem)
    store.prepare()
    report = Report(documents=len(sources))
    runs: list[Run] = []
    left: set[str] = set()
    seconds: collections.Counter[str] = collections.Counter()

    def tell() -> None:
        report.seconds = time.monotonic() - began
        report.slowest = [
            (spent, source) for source, spent in heapq.nlargest(
                _SLOWEST, seconds.items(), key=lambda item: item[1])]
        if progress is not None:
            progress(report)

    for found in inspected(sources, request, filesystem, pool, store.done()):
        runs += found
        left.update(run.source for run in found)
        tell()
    report.skipped = len(sources) - len(left)
    bundles = _runs.bundles(runs, pool.width)
    report.tasks = len(bundles)
    for rows in pool.map(call, (Writing(tuple(runs), store, filesystem) for runs in bundles)):
        report.tasks_done += 1
        for row in rows:
            _count(report, row)
            seconds[row["source"]] += row["seconds"] or 0
        tell()
    tell()
    return report


def _count(report: Report, row: _rows.Row) -> None:
    report.rows += 1
    report.rendered += row["page"] is not None
    if problem := row["error"]:
        report.errors[problem["code"]] += 1
        if len(report.failures) < _KEPT_FAILURES:
            report.failures.append(
                (row["source"], row["page"], problem["code"], problem["message"]))


class Processes:
    """A pool of processes of this machine."""

    def __init__(self, width: int) -> None:
        self.width = width

    def map(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        left = iter(items)
        lost: collections.deque[tuple[Any, int]] = collections.deque()
        while True:
            outstanding: dict[concurrent.futures.Future[Any], tuple[Any, int]] = {}
            executor = concurrent.futures.ProcessPoolExecutor(
                self.width, multiprocessing.get_context("spawn"), initializer=_begin)
            try:
                while True:
                    while len(outstanding) < 2 * self.width:
                        again = lost.popleft() if lost else (next(left, None), 0)
                        if again[0] is None:
                            break
                        outstanding[executor.submit(function, again[0])] = again
                    if not outstanding:
                        return
                    ended, _ = concurrent.futures.wait(
                        outstanding, return_when=concurrent.futures.FIRST_COMPLETED)
                    for future in ended:
                        result = future.result()
                        del outstanding[future]
                        yield result
            except concurrent.futures.process.BrokenProcessPool:
                # A process was killed, with it the pool, and all tasks that were not done.
                for item, losses in outstanding.values():
                    if losses == 3:
                        raise _errors.InternalError(
                            "a process of the batch was lost four times at the same task") from None
                    lost.append((item, losses + 1))
            except BaseException:
                for process in list((executor._processes or {}).values()):
                    process.terminate()
                raise
            finally:
                executor.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """Leaves an interruption by the keyboard to the host, which then ends this process in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
