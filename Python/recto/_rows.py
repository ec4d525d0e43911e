"""Rows of a batch: one a page, made in order with bounded memory."""

from __future__ import annotations

import collections
import concurrent.futures
import contextlib
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _errors, _processors, _sources

if TYPE_CHECKING:
    from ._publication import Publication
    from ._request import Request

Row = dict[str, Any]
#: Codes of failures that may not recur, for example with another password or limit.
TRANSIENT = {
    "bad_request", "busy", "cancelled", "internal_error", "limit_reached", "not_installed", "password_needed",
    "source_not_found", "unreadable"}


@dataclass(frozen=True)
class Run:
    """Pages of a source that follow one another, or the reason why it has none."""

    source: str
    first: int = 0
    #: None for all pages from `first`.
    count: int | None = None
    digest: str | None = None
    #: The seconds that it takes, as far as is known, and those of them for opening the source.
    seconds: float = 0
    error: tuple[str, str] | None = None
    opening: float = 0


def code(error: BaseException) -> str:
    """The kind of an exception in lower case: damaged, password_needed, limit_reached, …"""
    kind = type(error) if isinstance(error, _errors.RectoError) else _errors.InternalError
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def failure(error: BaseException) -> Row:
    """The error column for an exception."""
    return {"code": code(error), "message": _sources.shown(_sources.sentence(error))}


def printable(text: str) -> str:
    """A text in one line, with its control characters escaped: names of files may have any."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def is_transient(row: Row) -> bool:
    """True for a failure that another run may not meet."""
    problem = row.get("error")
    # Parts are of documents that could be opened before.
    return problem is not None and (row.get("is_part", False) or problem["code"] in TRANSIENT)


def document_row(run: Run, error: Row, digest: str | None, seconds: float) -> Row:
    """The row of a document that has no pages, or of pages whose document could not be opened again."""
    return {
        "source": _sources.shown(run.source), "digest": digest or run.digest, "page": None,
        "seconds": seconds, "error": error, "is_part": run.count is not None}


class Document:
    """An open source, closed when its last page is done."""

    def __init__(self, run: Run, publication: Publication, digest: str, close: Callable[[], object]) -> None:
        self.run, self.publication, self.digest = run, publication, digest
        last = len(publication) if run.count is None else min(run.first + run.count, len(publication))
        self.pages = range(run.first, last)
        self._close, self._left, self._lock = close, len(self.pages), threading.Lock()

    def row(self, index: int, request: Request) -> Row:
        try:
            return page_row(self, index, request)
        finally:
            with self._lock:
                self._left -= 1
                if self._left == 0:
                    self._close()


def page_row(document: Document, index: int, request: Request) -> Row:
    """The row of a page; failures are in its error, and results that succeeded are kept."""
    start = time.monotonic()
    row: Row = {
        "source": _sources.shown(document.run.source), "digest": document.digest, "page": index,
        "page_count": len(document.publication)}
    page = document.publication[index]
    try:
        facts = page.facts
        row["label"] = facts.label
        row["size"] = {"width": facts.width, "height": facts.height}
        if request.format is not None:
            image = page.render(
                request.dpi, fit=request.fit, mode=request.mode, annotations=request.annotations,
                priority="export")
            row["pixels"] = {"width": image.width, "height": image.height}
            row["image"] = request.encode(image)
        if request.text or request.words:
            text = page.read()
            row["order"] = text.order
            if request.text:
                row["text"] = text.plain
            if request.words:
                row["words"] = text.rows()
    except Exception as error:
        row["error"] = failure(error)
    row["seconds"] = time.monotonic() - start
    return row


def opened(path: str, request: Request, workers: int | None) -> Publication:
    """The publication at a path, without the password where that is of other documents.

    The library refuses a wrong password for documents that open without one, too.
    """
    from . import _publication

    options = request.opening
    try:
        return _publication.open(path, workers=workers, **options)
    except _errors.PasswordNeeded:
        if not request.password:
            raise
        with contextlib.suppress(_errors.PasswordNeeded):
            return _publication.open(path, workers=workers, **options | {"password": None})
        raise


def _open(run: Run, request: Request, filesystem: Any, workers: int | None) -> Document | Row:
    start = time.monotonic()
    digest = None
    stack = contextlib.ExitStack()
    try:
        if run.error:
            error, message = run.error
            return document_row(run, {"code": error, "message": message}, None, run.seconds)
        local = stack.enter_context(_sources.local_copy(run.source, filesystem))
        digest = local.digest
        if run.digest not in (None, digest):
            raise _errors.Unreadable(f"{run.source} was changed during the batch: run it again")
        publication = stack.enter_context(opened(local.path, request, workers))
        document = Document(run, publication, digest, stack.close)
        if not document.pages:
            raise _errors.Damaged(f"{run.source} has no page {run.first}")
        return document
    except Exception as error:
        stack.close()
        return document_row(run, failure(error), digest, time.monotonic() - start)


def rows(
    runs: Iterable[Run], request: Request, filesystem: Any = None, workers: int | None = None,
) -> Iterator[Row]:
    """The rows of runs in their order.

    At most `workers` pages are worked on at once, and the next document is read and opened meanwhile.
    """
    width = workers or _processors.count()
    opener = concurrent.futures.ThreadPoolExecutor(1, "recto-open")
    pool = concurrent.futures.ThreadPoolExecutor(width, "recto-page")

    def begun() -> Iterator[concurrent.futures.Future[Row] | Row]:
        left = iter(runs)
        opening: collections.deque[concurrent.futures.Future[Document | Row]] = collections.deque()
        while True:
            while len(opening) < 2 and (run := next(left, None)) is not None:
                opening.append(opener.submit(_open, run, request, filesystem, workers))
            if not opening:
                return
            document = opening.popleft().result()
            if isinstance(document, dict):
                yield document
                continue
            for index in document.pages:
                yield pool.submit(document.row, index, request)

    waiting: collections.deque[concurrent.futures.Future[Row] | Row] = collections.deque()
    try:
        for job in begun():
            waiting.append(job)
            if len(waiting) > width + 1:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        opener.shutdown(wait=False, cancel_futures=True)


def _result(job: concurrent.futures.Future[Row] | Row) -> Row:
    return job if isinstance(job, dict) else job.result()
