"""Inputs of `recto.open`: paths, bytes, descriptors and file objects."""

from __future__ import annotations

import io
import os
from typing import Any

from . import _errors, _library


def begin(engine: int, source: Any, name: str | None, options: Any) -> tuple[_library.Request, str]:
    """Begins to open a source; gives the request and what errors call the source."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fsdecode(source)
        encoded = _library.text(path)
        try:
            path.encode()
        except UnicodeEncodeError:
            # The library takes paths in UTF-8 alone; it copies a descriptor.
            with _file(path) as file:
                return begin(engine, file, None, options)[0], path
        return _library.Request("open", engine, encoded, options, source=path), path
    data = descriptor = None
    if isinstance(source, int):
        descriptor = source
    elif (data := _bytes(source)) is None:
        name = name or _file_name(source)
        descriptor = _descriptor(source)
        if descriptor is None:
            data = _content(source)
    label = _library.text(name)
    shown = name or ("bytes" if descriptor is None else f"descriptor {descriptor}")
    if data is not None:
        return _library.Request("open_bytes", engine, data, len(data), label, options, source=shown), shown
    return _library.Request("open_descriptor", engine, descriptor, label, options, source=shown), shown


def _file(path: str) -> io.BufferedReader:
    """The open file of a path. Raises `SourceNotFound` and `Unreadable`."""
    try:
        return open(path, "rb")
    except FileNotFoundError:
        raise _errors.SourceNotFound(f"{path!r} does not exist") from None
    except OSError as error:
        raise _errors.Unreadable(f"{path!r} cannot be read: {error.strerror}") from None


def _bytes(source: Any) -> bytes | None:
    """The bytes of an object with a buffer: bytes, an array, a mapped file."""
    try:
        return source if isinstance(source, bytes) else memoryview(source).tobytes()
    except (TypeError, BufferError):
        return None


def _file_name(file: Any) -> str | None:
    """The last part of a file object's path, whose ending tells the kind of files without a signature."""
    name = getattr(file, "name", None)
    if not isinstance(name, (str, bytes)):
        return None
    last = os.path.basename(os.fsdecode(name)).encode("utf-8", "replace").decode()
    return last if last and "\0" not in last else None


def _descriptor(file: Any) -> int | None:
    """The descriptor whose file has the content of a file object; that of a `GzipFile` has compressed bytes."""
    binary = getattr(file, "buffer", file)
    is_spooled = hasattr(file, "rollover")
    if not is_spooled and not isinstance(getattr(binary, "raw", binary), io.FileIO):
        return None
    try:
        if file.writable():
            file.flush()
        return file.fileno()
    except ValueError as error:
        raise _errors.BadRequest(f"the file cannot be read: {error}") from None


def _content(file: Any) -> bytes:
    """The whole content of a file object without a descriptor, which stays where it was."""
    if not hasattr(file, "read"):
        raise _errors.BadRequest(f"a source must be a path, bytes or a file, not {file!r:.80}")
    try:
        place = file.tell() if file.seekable() else None
        if place is not None:
            file.seek(0)
        data = file.read()
        if place is not None:
            file.seek(place)
    except (OSError, EOFError) as error:
        raise _errors.Unreadable(f"the file cannot be read: {error}") from None
    except (AttributeError, ValueError, TypeError) as error:
        raise _errors.BadRequest(f"the file cannot be read: {error}") from None
    if not isinstance(data, (bytes, bytearray)):
        raise _errors.BadRequest("the file gives text: open it in binary mode")
    return bytes(data)
