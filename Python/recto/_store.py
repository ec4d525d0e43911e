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
from dataclasses import dataclass, field
from typing import Any

import pyarrow
import pyarrow.parquet
from fsspec.implementations.local import LocalFileSystem

from . import _errors, _folders, _rows, _sources, arrow
from ._request import Request

#: As `arrow.schema`, with the path of the image in the output instead of its bytes.
SCHEMA = pyarrow.schema([
    pyarrow.field("image", pyarrow.string()) if column.name == "image" else column
    for column in arrow.schema()])


@dataclass
class Earlier:
    """The results that earlier runs left."""

    #: By source and digest, how many pages there are and which are done; see `_runs.Done`.
    done: dict[str, dict[str, tuple[int, set[int] | None]]] = field(default_factory=dict)
    #: By source and digest, the failures among them: page or None, code and message.
    failures: dict[tuple[str, str], list[tuple[int | None, str, str]]] = field(default_factory=dict)


class Store:
    """The results of one request in an output. Raises `NotWritable`."""

    def __init__(
        self, output: str | os.PathLike[str], request: Request, filesystem: Any = None,
    ) -> None:
        output = os.fspath(output)
        if not output and filesystem is None:
            raise _errors.BadRequest("the output is empty: name a folder or a URL")
        self.output, self.request, self.key = output, request, request.key
        if filesystem is None and "://" not in output:
            # A path may have what chains file systems in URLs.
            filesystem = LocalFileSystem()
        self.filesystem, self.root = _sources.filesystem_of(output, filesystem)
        self.root = self.root.rstrip("/")

    def without_results(self, sources: Iterable[str]) -> list[str]:
        """The sources that are not results of this output, which a pattern may find as well."""
        roots = (self.root, self.filesystem.unstrip_protocol(self.root))
        results = tuple(f"{root}/{folder}/" for root in roots for folder in _folders.RESULTS)
        return [source for source in sources if not source.startswith(results)]

    def prepare(self, sources: Iterable[str]) -> None:
        """Checks that the output can be written, and removes failures of these sources, which are tried again."""
        self._write(f"requests/{self.key}.json", self.request.description.encode())
        tried = set(map(_sources.shown, sources))
        for name in self._parts("failed"):
            table = self._read(name)
            rows = table.to_pylist() if table else []
            others = [row for row in rows if row["source"] not in tried]
            if not others:
                self._remove(name)
            elif len(others) < len(rows):
                self._write(name, _parquet(others))

    def earlier(self) -> Earlier:
        """The results that are not made again.

        Removes parts that were cut off, whose pages are made again.
        """
        found = Earlier()
        columns = ["source", "digest", "page", "page_count", "error"]
        for name in self._parts("rows"):
            table = self._read(name, columns)
            if table is None:
                self._remove(name)
                continue
            for row in table.to_pylist():
                documents = found.done.setdefault(row["source"], {})
                _, pages = documents.setdefault(row["digest"], (0, None))
                if problem := row["error"]:
                    found.failures.setdefault((row["source"], row["digest"]), []).append(
                        (row["page"], problem["code"], problem["message"]))
                if row["page"] is None:
                    continue
                if pages is None:
                    # A document with pages is not done by a failure to open it.
                    pages = set()
                    documents[row["digest"]] = (row["page_count"], pages)
                pages.add(row["page"])
        return found

    def table(self) -> pyarrow.Table:
        """All rows that are there, failures included."""
        parts = [
            table for name in self._parts("rows", "failed") if (table := self._read(name)) is not None]
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
            (passing if _rows.is_transient(row) else lasting).append(row)
            facts.append({name: row.get(name) for name in ("source", "page", "seconds", "error")})
        for folder, part in (("rows", lasting), ("failed", passing)):
            name = f"{folder}/{self.key}/{bundle}.parquet"
            if part:
                self._write(name, _parquet(part))
            else:
                self._remove(name)
        return facts

    def remove(self, bundle: str) -> None:
        """Removes the rows of a bundle, where it was written."""
        for folder in ("rows", "failed"):
            self._remove(f"{folder}/{self.key}/{bundle}.parquet")

    def _parts(self, *folders: str) -> list[str]:
        """The names of the files with rows in these folders."""

        def listed() -> list[str]:
            self.filesystem.invalidate_cache()
            found: list[str] = []
            for folder in folders:
                with contextlib.suppress(FileNotFoundError):
                    paths = self.filesystem.ls(f"{self.root}/{folder}/{self.key}", detail=False)
                    found += [f"{folder}/{self.key}/{posixpath.basename(path)}" for path in paths]
            return sorted(name for name in found if name.endswith(".parquet"))

        try:
            return _sources.retrying(listed)
        except Exception as error:
            raise _errors.Unreadable(
                f"{self.output} cannot be listed: {_sources.sentence(error)}") from None

    def _read(self, name: str, columns: list[str] | None = None) -> pyarrow.Table | None:
        """The rows of a file; None for one that was cut off, as by a machine that went down."""
        path = f"{self.root}/{name}"

        def table() -> pyarrow.Table:
            data = pyarrow.BufferReader(self.filesystem.cat_file(path))
            try:
                return pyarrow.parquet.read_table(data, columns=columns)
            except OSError as error:
                # It is about the content, which is in memory.
                raise pyarrow.ArrowInvalid(str(error)) from None

        try:
            # A network may cut a file that is whole.
            return table() if _sources.is_local(self.filesystem) else _sources.retrying(table)
        except pyarrow.ArrowInvalid:
            return None
        except Exception as error:
            raise _errors.Unreadable(f"{path} cannot be read: {_sources.sentence(error)}") from None

    def _remove(self, name: str) -> None:
        """Removes a file, if it is there."""
        path = f"{self.root}/{name}"

        def remove() -> None:
            self.filesystem.invalidate_cache()
            if self.filesystem.exists(path):
                self.filesystem.rm_file(path)

        try:
            _sources.retrying(remove)
        except FileNotFoundError:
            pass
        except Exception as error:
            raise self._failure(error) from None

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
            # Else a machine that goes down may leave a file of this name without its content.
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
