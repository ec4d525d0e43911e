"""Results of a batch in a folder or bucket, under names that the next run finds again.

    images/REQUEST/DI/DIGEST-PAGE.png
    rows/REQUEST/BUNDLE.parquet
    failed/REQUEST/BUNDLE.parquet       failures that another run may not meet
    requests/REQUEST.json
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import posixpath
import tempfile
from collections.abc import Iterable
from typing import Any

import pyarrow
import pyarrow.parquet

from . import _errors, _rows, _sources, arrow
from ._request import Request

#: As `arrow.schema`, with the path of the image in the output instead of its bytes.
SCHEMA = pyarrow.schema([
    pyarrow.field("image", pyarrow.string()) if field.name == "image" else field
    for field in arrow.schema()])


class Store:
    """The results of one request in an output. Raises `NotWritable`."""

    def __init__(self, output: str, request: Request, filesystem: Any = None) -> None:
        self.output, self.request, self.key = output, request, request.key
        self.filesystem, self.root = _sources.filesystem_of(output, filesystem)
        self.root = self.root.rstrip("/")

    def prepare(self) -> None:
        """Checks that the output can be written, and removes failures that are tried again."""
        self._write(f"requests/{self.key}.json", self.request.description.encode())
        folder = f"{self.root}/failed/{self.key}"
        try:
            if self.filesystem.exists(folder):
                self.filesystem.rm(folder, recursive=True)
        except Exception as error:
            raise self._failure(error) from None

    def done(self) -> dict[str, dict[str, tuple[int, set[int] | None]]]:
        """By source and digest, how many pages there are and which are done; see `_runs.Done`."""
        found: dict[str, dict[str, tuple[int, set[int] | None]]] = {}
        columns = ["source", "digest", "page", "page_count"]
        for path in self._parts():
            table = _sources.retrying(lambda: self._read(path, columns))
            for row in table.to_pylist():
                documents = found.setdefault(row["source"], {})
                if row["page"] is None:
                    documents[row["digest"]] = (0, None)
                    continue
                _, pages = documents.setdefault(row["digest"], (row["page_count"], set()))
                if pages is not None:
                    pages.add(row["page"])
        return found

    def table(self) -> pyarrow.Table:
        """All rows that are there, failures included."""
        parts = [
            _sources.retrying(lambda: self._read(path)) for path in self._parts("rows", "failed")]
        return pyarrow.concat_tables(parts) if parts else SCHEMA.empty_table()

    def write(self, rows: Iterable[_rows.Row], bundle: str) -> list[_rows.Row]:
        """Writes the images of rows as they come, then the rows; gives them without their content.

        A bundle of the same name replaces its earlier version.
        """
        lasting, passing, facts = [], [], []
        for row in rows:
            image = row.get("image")
            if image is not None:
                digest = row["digest"]
                row["image"] = (
                    f"images/{self.key}/{digest[:2]}/{digest}-{row['page']:05}.{self.request.format}")
                self._write(row["image"], image)
            problem = row.get("error")
            (passing if problem and problem["code"] in _rows.PASSING else lasting).append(row)
            facts.append({name: row.get(name) for name in ("source", "page", "seconds", "error")})
        for folder, part in (("rows", lasting), ("failed", passing)):
            if part:
                self._write(f"{folder}/{self.key}/{bundle}.parquet", _parquet(part))
        return facts

    def _parts(self, *folders: str) -> list[str]:
        def listed() -> list[str]:
            self.filesystem.invalidate_cache()
            found: list[str] = []
            for folder in folders or ("rows",):
                with contextlib.suppress(FileNotFoundError):
                    found += self.filesystem.ls(f"{self.root}/{folder}/{self.key}", detail=False)
            return sorted(path for path in found if path.endswith(".parquet"))

        try:
            return _sources.retrying(listed)
        except Exception as error:
            raise _errors.Unreadable(
                f"{self.output} cannot be listed: {_sources.sentence(error)}") from None

    def _read(self, path: str, columns: list[str] | None = None) -> pyarrow.Table:
        data = pyarrow.BufferReader(self.filesystem.cat_file(path))
        return pyarrow.parquet.read_table(data, columns=columns, schema=None)

    def _write(self, name: str, data: bytes) -> None:
        """Writes a file whole or not at all."""
        path = f"{self.root}/{name}"
        try:
            if _sources.is_local(self.filesystem):
                _replace(path, data)
            else:
                _sources.retrying(lambda: self.filesystem.pipe_file(path, data))
        except Exception as error:
            raise self._failure(error) from None

    def _failure(self, error: Exception) -> _errors.NotWritable:
        return _errors.NotWritable(f"{self.output} cannot be written: {_sources.sentence(error)}")


def bundle_name(keys: Iterable[tuple[Any, ...]]) -> str:
    """A name that stands for runs of pages."""
    return hashlib.sha256(repr(sorted(map(repr, keys))).encode()).hexdigest()[:32]


def _parquet(rows: list[_rows.Row]) -> bytes:
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, SCHEMA), sink, compression="zstd")
    return sink.getvalue().to_pybytes()


def _replace(path: str, data: bytes) -> None:
    folder = posixpath.dirname(path)
    os.makedirs(folder, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=".recto-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
