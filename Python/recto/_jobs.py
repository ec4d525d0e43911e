"""A batch from its sources to its output, on any pool of processes."""

from __future__ import annotations

import atexit
import collections
import concurrent.futures
import concurrent.futures.process
import dataclasses
import heapq
import itertools
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from . import _errors, _rows, _runs, _sources
from ._request import Request
from ._rows import Run
from ._store import Store, bundle_name

#: Sources that one task opens.
_CHUNK = 8
_SLOWEST = 10
_LISTED_FAILURES = 10_000
#: How often a task may lose its process, and after how many losses it runs alone: another task may have
#: ended the process before.
_MOST_LOSSES, _LOSSES_TO_RUN_ALONE = 4, 2
#: The error of a task that loses its process each time.
_LOST = ("internal_error", "every process that worked on it ended unexpectedly")


class Task(Protocol):
    """A unit of work for one process of a batch."""

    def __call__(self) -> Any: ...

    def parts(self) -> Sequence[Task]:
        """The same work in as many tasks as possible, so that one that ends its process ends no other."""
        ...

    def lost(self) -> Any:
        """The result where a process was lost each time."""
        ...


class Pool(Protocol):
    """Processes that carry out tasks. A task whose process is lost is done again."""

    width: int

    def map(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """The results, in the order in which they come; several for a task that was done in parts."""
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
    #: Failures that earlier runs wrote, and that would come again.
    kept: int = 0
    #: Source, page from 0 or None, code and message; those that are kept first, and of very many only the first.
    failures: list[tuple[str, int | None, str, str]] = field(default_factory=list)
    #: Seconds and source, the slowest first.
    slowest: list[tuple[float, str]] = field(default_factory=list)

    def __str__(self) -> str:
        failed = sum(self.errors.values())
        complete = f" ({self.skipped} complete before)" if self.skipped else ""
        kept = f" ({self.kept} kept from earlier runs)" if self.kept else ""
        lines = [
            f"{_counted(self.documents, 'document')}{complete}, {_counted(self.rendered, 'page')} in "
            f"{self.seconds:.1f} s, {_counted(failed, 'failure')}{kept}"]
        lines += [f"  {count} {code}" for code, count in self.errors.most_common()]
        lines += [f"  {seconds:.1f} s  {_rows.printable(source)}" for seconds, source in self.slowest]
        return "\n".join(lines)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


@dataclass(frozen=True)
class InspectTask:
    """The task of opening a few sources."""

    sources: tuple[tuple[str, _runs.Done], ...]
    request: Request
    filesystem: Any

    def __call__(self) -> list[Run]:
        return [
            run for source, done in self.sources
            for run in _runs.inspect(source, self.request, self.filesystem, done)]

    def parts(self) -> list[InspectTask]:
        return [dataclasses.replace(self, sources=(source,)) for source in self.sources]

    def lost(self) -> list[Run]:
        return [Run(source, error=_LOST) for source, _ in self.sources]


@dataclass(frozen=True)
class WriteTask:
    """The task of making the pages of a bundle and writing them."""

    runs: tuple[Run, ...]
    store: Store
    filesystem: Any

    def __call__(self) -> list[_rows.Row]:
        return self._write(_rows.rows(self.runs, self.store.request, self.filesystem, workers=1))

    def _write(self, rows: Iterable[_rows.Row]) -> list[_rows.Row]:
        return self.store.write(rows, self._bundle)

    @property
    def _bundle(self) -> str:
        return bundle_name((run.source, run.digest, run.first, run.count) for run in self.runs)

    def parts(self) -> list[WriteTask]:
        # Its process may have ended after it wrote; the parts write under other names.
        self.store.remove(self._bundle)
        return [dataclasses.replace(self, runs=(run,)) for run in self.runs]

    def lost(self) -> list[_rows.Row]:
        code, message = _LOST
        error = {"code": code, "message": message}
        return self._write(_rows.document_row(run, error, None, run.seconds) for run in self.runs)


def inspected(
    sources: Iterable[str], request: Request, filesystem: Any, pool: Pool,
    done: dict[str, dict[str, Any]],
) -> Iterator[list[Run]]:
    """The runs that are left of the sources, as they come; without pages for sources that are complete."""
    left = iter(sources)
    chunks = iter(lambda: tuple(itertools.islice(left, _CHUNK)), ())
    tasks = (
        InspectTask(
            tuple((source, done.get(_sources.shown(source), {})) for source in chunk), request,
            filesystem)
        for chunk in chunks)
    yield from pool.map(tasks)


def write(
    sources: list[str], request: Request, output: str | os.PathLike[str], pool: Pool, *, filesystem: Any = None,
    output_filesystem: Any = None, progress: Callable[[Report], object] | None = None,
) -> Report:
    """Writes the missing results. Raises `NotWritable` and `Unreadable` for the output."""
    began = time.monotonic()
    store = Store(output, request, output_filesystem)
    sources = store.without_results(sources)
    store.prepare(sources)
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

    earlier = store.earlier()
    for found in inspected(sources, request, filesystem, pool, earlier.done):
        for run in found:
            source = _sources.shown(run.source)
            # Report the failures of the source's current content, once for all its runs.
            for page, code, message in earlier.failures.pop((source, run.digest), ()):
                report.kept += 1
                _count_failure(report, (source, page, code, message))
            if run.count != 0:
                runs.append(run)
                left.add(run.source)
        tell()
    report.skipped = len(sources) - len(left)
    bundles = _runs.bundles(runs, pool.width)
    report.tasks = len(bundles)
    for rows in pool.map(WriteTask(tuple(runs), store, filesystem) for runs in bundles):
        # A task that was done in parts has several results.
        report.tasks_done = min(report.tasks_done + 1, report.tasks)
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
        _count_failure(report, (row["source"], row["page"], problem["code"], problem["message"]))


def _count_failure(report: Report, failure: tuple[str, int | None, str, str]) -> None:
    report.errors[failure[2]] += 1
    if len(report.failures) < _LISTED_FAILURES:
        report.failures.append(failure)


class Processes:
    """A pool of processes of this machine."""

    def __init__(self, width: int) -> None:
        self.width = width

    def map(self, tasks: Iterable[Task]) -> Iterator[Any]:
        left = iter(tasks)
        #: Tasks that lost their process, and how often.
        lost: collections.deque[tuple[Task, int]] = collections.deque()
        context = multiprocessing.get_context("spawn")
        has_begun = context.RawValue("b", 0)
        while True:
            outstanding: dict[concurrent.futures.Future[Any], tuple[Task, int]] = {}
            executor = concurrent.futures.ProcessPoolExecutor(
                self.width, context, initializer=_begin, initargs=(has_begun,))
            try:
                while True:
                    while len(outstanding) < 2 * self.width:
                        task, losses = lost.popleft() if lost else (next(left, None), 0)
                        if task is None:
                            break
                        if losses == _MOST_LOSSES:
                            yield task.lost()
                            continue
                        is_alone = losses >= _LOSSES_TO_RUN_ALONE
                        if is_alone and outstanding:
                            lost.appendleft((task, losses))
                            break
                        try:
                            outstanding[executor.submit(call, task)] = task, losses
                        except concurrent.futures.process.BrokenProcessPool:
                            lost.appendleft((task, losses))
                            raise
                        if is_alone:
                            break
                    if not outstanding:
                        return
                    ended, _ = concurrent.futures.wait(
                        outstanding, return_when=concurrent.futures.FIRST_COMPLETED)
                    for future in ended:
                        result = future.result()
                        del outstanding[future]
                        yield result
            except concurrent.futures.process.BrokenProcessPool:
                # A process was killed, and with it the pool and all unfinished tasks. Tasks begin in order, so
                # only the first `width` of them can have been running.
                for place, (task, losses) in enumerate(outstanding.values()):
                    losses += place < self.width
                    if losses == _MOST_LOSSES and not has_begun.value:
                        raise _errors.InternalError("the processes of the batch end as soon as they start") from None
                    parts = task.parts() if losses == _LOSSES_TO_RUN_ALONE else [task]
                    lost.extend((part, losses) for part in parts)
            except BaseException:
                for process in list((executor._processes or {}).values()):
                    process.terminate()
                raise
            finally:
                executor.shutdown(wait=False, cancel_futures=True)


#: True in a process that was asked to end.
_is_ending = False


def call(task: Callable[[], Any]) -> Any:
    """The result of a task, in a process of the pool."""
    try:
        return task()
    finally:
        if _is_ending:
            # The executor would take the exit for the task's result, and go on with the next task.
            atexit._run_exitfuncs()
            os._exit(1)


def _begin(has_begun: Any) -> None:
    """Ignores interrupts from the keyboard: the host handles them, and then ends this process properly.

    Without its host this process ends as well.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_end_with_host, name="recto-host", daemon=True).start()
    has_begun.value = 1


def _end(*_: object) -> None:
    global _is_ending
    _is_ending = True
    sys.exit(1)


def _end_with_host() -> None:
    host = multiprocessing.parent_process()
    assert host is not None
    host.join()
    # To the main thread, whose waiting ends with it.
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
