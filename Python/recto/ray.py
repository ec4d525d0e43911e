"""Pages of many documents on a Ray cluster.

    import recto.ray

    pages = recto.ray.read_pages("s3://bucket/2026/**/*.pdf", dpi=144, text=True)
    print(recto.ray.write(pages, "s3://out/"))

`read_pages` gives a Ray Dataset with the rows of `recto.arrow`. `write` skips rows that the output already has.
"""

from __future__ import annotations

import os
import pickle
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

try:
    import ray
    import ray.data
    import ray.data.datasource
    import ray.exceptions
except ImportError as _error:
    raise ImportError(f"recto.ray needs Ray ({_error}): pip install 'recto[ray]'") from None

from . import _errors, _folders, _jobs, _rows, _runs, arrow
from ._jobs import Report
from ._request import Request

__all__ = ["Report", "read_pages", "write"]

#: MiB that a worker of Recto may take where nothing else is asked for, and Python beside it.
_WORKER, _BESIDE = 512, 512
#: What Ray raises when a task has lost its process each time.
_LOSSES = (
    ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError)
#: Rows and bytes of images of a block.
_BLOCK = (64, 64 << 20)


@dataclass(frozen=True)
class _Plan:
    sources: tuple[str, ...]
    request: Request
    filesystem: Any


_plans: weakref.WeakKeyDictionary[ray.data.Dataset, _Plan] = weakref.WeakKeyDictionary()


def read_pages(paths: Any, *, filesystem: Any = None, **options: Any) -> ray.data.Dataset:
    """A Ray Dataset with a row a page; the columns and options are those of `recto.arrow.pages`.

    Documents are opened when the dataset is first read, on the cluster; long ones are cut into runs of
    pages, so that hardly a task takes longer than 20 s. Each task asks Ray for one processor and for
    `memory_limit` MiB (512) and half a GiB more, so that a node with `--memory` stays within that.

    Raises `BadRequest`, `SourceNotFound`, `Unreadable` and `NotInstalled` as `recto.arrow.pages`, but not
    where this machine alone lacks the library.
    """
    request = Request.of(options, is_for_others=True)
    plan = _Plan(tuple(_folders.sources(paths, filesystem)), request, filesystem)
    _start()
    # One block, as a wish: the plan has tasks of its own, whose blocks are not to be cut.
    dataset = ray.data.read_datasource(
        _Pages(plan), num_cpus=1, memory=_memory(request), override_num_blocks=1)
    _plans[dataset] = plan
    return dataset


def write(
    pages: ray.data.Dataset, output: str | os.PathLike[str], *, filesystem: Any = None,
    progress: Callable[[Report], object] | None = None,
) -> Report:
    """Writes the rows as Parquet and the images as files, except existing ones; returns the counts.

    `pages` is what `read_pages` gave. Names come of the document's digest, the page and the request, so
    that a batch that was ended goes on where it was. `filesystem` is that of the output, `progress` is
    called after each task. Raises `NotWritable` where the output cannot be written.
    """
    plan = _plans.get(pages)
    if plan is None:
        raise _errors.BadRequest(
            "write takes the dataset that read_pages gave: use write_parquet for others")
    return _jobs.write(
        list(plan.sources), plan.request, output, Cluster(_memory(plan.request)),
        filesystem=plan.filesystem, output_filesystem=filesystem, progress=progress)


class Cluster:
    """The pool of processes that Ray has."""

    def __init__(self, memory: int) -> None:
        """Reserves these bytes for each task; raises `BadRequest` if no node has as many."""
        _start()
        self.memory = memory
        largest = max(
            (node["Resources"].get("memory", 0) for node in ray.nodes() if node["Alive"]), default=0)
        if largest < memory:
            raise _errors.BadRequest(
                f"no node has the {memory >> 20} MiB that a task may take, the largest "
                f"{int(largest) >> 20}: lower memory_limit, or give a node more")

    @property
    def width(self) -> int:
        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    def map(self, tasks: Iterable[_jobs.Task]) -> Iterator[Any]:
        run = ray.remote(_attempt).options(num_cpus=1, memory=self.memory, max_retries=8)
        left = iter(tasks)
        outstanding: dict[ray.ObjectRef, _jobs.Task] = {}
        try:
            while True:
                # The cluster may grow meanwhile.
                while len(outstanding) < 2 * self.width and (task := next(left, None)) is not None:
                    outstanding[run.remote(task)] = task
                if not outstanding:
                    return
                ended, _ = ray.wait(list(outstanding), fetch_local=True)
                for reference in ended:
                    task = outstanding.pop(reference)
                    try:
                        result, error = ray.get(reference)
                    except _LOSSES:
                        parts = task.parts()
                        if len(parts) == 1:
                            yield task.lost()
                        else:
                            outstanding.update((run.remote(part), part) for part in parts)
                        continue
                    if error is not None:
                        raise error
                    yield result
        finally:
            for reference in outstanding:
                ray.cancel(reference)


def _attempt(task: Callable[[], Any]) -> tuple[Any, _errors.RectoError | None]:
    """The result, or the reason: an exception would come wrapped in a stack of Ray's."""
    try:
        return task(), None
    except _errors.RectoError as error:
        return None, error


class _Pages(ray.data.datasource.Datasource):
    """The pages of a plan; its division is determined when it is first read."""

    def __init__(self, plan: _Plan) -> None:
        super().__init__()
        self._plan = plan

    def estimate_inmemory_data_size(self) -> int | None:
        return None

    def get_read_tasks(self, parallelism: int, *_: Any, **__: Any) -> list[Any]:
        plan = self._plan
        pool = Cluster(_memory(plan.request))
        runs = [
            run for found in _jobs.inspected(
                plan.sources, plan.request, plan.filesystem, pool, {}) for run in found]
        return [
            ray.data.datasource.ReadTask(
                _Reading(pickle.dumps((tuple(bundle), plan.request, plan.filesystem))),
                ray.data.block.BlockMetadata(
                    num_rows=None, size_bytes=None, input_files=None, exec_stats=None),
                arrow.schema())
            for bundle in _runs.bundles(runs, pool.width)
        ]


@dataclass(frozen=True)
class _Reading:
    """The task of making the rows of a bundle."""

    content: bytes

    def __call__(self) -> Iterator[Any]:
        import pyarrow

        runs, request, filesystem = pickle.loads(self.content)
        rows = _rows.rows(runs, request, filesystem, workers=1)
        for batch in arrow.batches(rows, *_BLOCK):
            yield pyarrow.Table.from_batches([batch])


def _memory(request: Request) -> int:
    return ((request.memory_limit or _WORKER) + _BESIDE) << 20


def _start() -> None:
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False, logging_level="error")
