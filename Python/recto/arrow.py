"""Pages as Arrow record batches, for Polars, Daft, Spark and other readers.

    import recto.arrow

    for batch in recto.arrow.pages("scans/**/*.pdf", dpi=144, text=True):
        print(batch.num_rows, batch["error"].null_count)

A row is a page. A document that cannot be opened is one row, and so is a page that fails: with `error`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

try:
    import fsspec as _fsspec  # noqa: F401
    import PIL as _PIL  # noqa: F401
    import pyarrow
except ImportError as _error:
    raise ImportError(
        f"recto.arrow needs pyarrow, fsspec and Pillow ({_error}): pip install 'recto[arrow]'"
    ) from None

from . import _errors, _folders, _rows, _sources
from ._request import Request

__all__ = ["mapper", "pages", "schema"]

_SIZE = pyarrow.struct([("width", pyarrow.float64()), ("height", pyarrow.float64())])
_PIXELS = pyarrow.struct([("width", pyarrow.int32()), ("height", pyarrow.int32())])
_BOX = pyarrow.struct([(name, pyarrow.float64()) for name in ("x", "y", "width", "height")])
_WORD = pyarrow.struct([
    ("text", pyarrow.string()), ("box", _BOX), ("font", pyarrow.string()),
    ("size", pyarrow.float64()), ("line", pyarrow.int32()), ("block", pyarrow.int32()),
    ("direction", pyarrow.string())])
_ERROR = pyarrow.struct([("code", pyarrow.string()), ("message", pyarrow.string())])
_COLUMNS = [
    ("source", pyarrow.string()), ("digest", pyarrow.string()), ("page", pyarrow.int32()),
    ("page_count", pyarrow.int32()), ("label", pyarrow.string()), ("size", _SIZE),
    ("pixels", _PIXELS), ("image", pyarrow.binary()), ("words", pyarrow.list_(_WORD)),
    ("text", pyarrow.string()), ("order", pyarrow.string()), ("seconds", pyarrow.float64()),
    ("error", _ERROR)]
#: A column of a batch has at most 2 GiB, and the last of its images is behind this.
_MOST_BYTES = 1 << 30


def schema() -> pyarrow.Schema:
    """The columns of every batch; columns that were not requested are null.

    `source`, `digest` (SHA-256 of its bytes), `page` (from 0; null for a document without pages),
    `page_count`, `label`, `size` (points), `pixels`, `image` (a file), `words` (their boxes in
    points from the top left), `text`, `order`, `seconds`, `error` (code and message; null where
    all went well).
    """
    return pyarrow.schema(_COLUMNS)


def pages(
    paths: Any, *, filesystem: Any = None, workers: int | None = None, batch_rows: int = 64,
    batch_bytes: int = 64 << 20, **options: Any,
) -> Iterator[pyarrow.RecordBatch]:
    """Record batches with a row a page, in the order of the sources.

    `paths` are files, folders of this machine, URLs (s3://, https://, …) and patterns with `**`; `filesystem`
    is one of fsspec or pyarrow, for paths in it. A folder stands for the publications in it, as `recto serve`
    finds them; one of page images, or of a story, is itself a publication. `workers` pages are worked on at once (one a processor).
    A batch ends after `batch_rows` rows or `batch_bytes` bytes of images. The other options (see
    `recto.open` and `Page.render`): dpi, fit, format, quality, mode, text, words, annotations, password,
    time_limit, memory_limit, page_size, font_scale, margin, theme, engine, and the settings of type of
    `recto.open`.

    Raises `BadRequest`, `SourceNotFound` for a pattern without matches, `Unreadable` or `NotInstalled` for a
    location that cannot be listed, and `NotInstalled` without the library, all at the call. Later failures
    become rows with an `error`.
    """
    request = Request.of(options)
    _check(workers, batch_rows, batch_bytes)
    runs = [_rows.Run(source) for source in _folders.sources(paths, filesystem)]
    return batches(_rows.rows(runs, request, filesystem, workers), batch_rows, batch_bytes)


def _check(workers: Any = None, batch_rows: Any = 1, batch_bytes: Any = 1) -> None:
    """Raises `BadRequest` for numbers that are not whole and greater than zero."""
    numbers = {"workers": 1 if workers is None else workers, "batch_rows": batch_rows, "batch_bytes": batch_bytes}
    for name, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise _errors.BadRequest(f"{name} must be a whole number greater than zero, not {number!r:.80}")


def batches(
    rows: Iterable[_rows.Row], batch_rows: int, batch_bytes: int,
) -> Iterator[pyarrow.RecordBatch]:
    """Rows in batches of no more than these."""
    made = schema()
    batch_bytes = min(batch_bytes, _MOST_BYTES)
    kept: list[_rows.Row] = []
    size = 0
    for row in rows:
        kept.append(row)
        size += len(row.get("image") or b"") + 200 * len(row.get("words") or ())
        if len(kept) >= batch_rows or size >= batch_bytes:
            yield pyarrow.RecordBatch.from_pylist(kept, made)
            kept, size = [], 0
    if kept:
        yield pyarrow.RecordBatch.from_pylist(kept, made)


def mapper(
    column: str = "source", *, filesystem: Any = None, workers: int | None = 1, **options: Any,
) -> Callable[[Iterator[pyarrow.RecordBatch]], Iterator[pyarrow.RecordBatch]]:
    """A function from batches with paths in `column` to batches of pages, as Spark's `mapInArrow` has it.

    The options are those of `pages`, and the same are refused at the call. A path that cannot be listed is a
    row with an `error`, since a batch in the middle of a job cannot be refused.
    """
    sizes = {name: options[name] for name in ("batch_rows", "batch_bytes") if name in options}
    _check(workers, **sizes)
    if filesystem is not None:
        _sources.filesystem_of("", filesystem)
    Request.of({name: options[name] for name in options.keys() - sizes}, is_for_others=True)

    def pages_of(given: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in given:
            for path in batch.column(column).to_pylist():
                try:
                    yield from pages(path, filesystem=filesystem, workers=workers, **options)
                except _errors.RectoError as error:
                    row = _rows.document_row(
                        _rows.Run(str(path)), _rows.failure(error), None, 0)
                    yield pyarrow.RecordBatch.from_pylist([row], schema())

    return pages_of
