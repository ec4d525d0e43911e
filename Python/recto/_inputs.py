"""Inputs of `recto.open`: paths, bytes, descriptors and file objects."""

from __future__ import annotations

import io
import os
import stat
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
    if isinstance(name, os.PathLike):
        name = os.fsdecode(name)
    if isinstance(source, int) and not isinstance(source, bool):
        descriptor = source
    elif (data := _bytes(source)) is None:
        name = name or _file_name(source)
        binary = getattr(source, "buffer", source)
        descriptor = _descriptor(source, binary)
        if descriptor is None:
            data = _content(binary)
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
    # The `name` of an upload can be that of its field in a form; files of Python have no other.
    attributes = ("name",) if isinstance(file, io.IOBase) else ("filename", "name")
    names = (getattr(file, attribute, None) for attribute in attributes)
    name = next((name for name in names if name and isinstance(name, (str, bytes))), None)
    if name is None:
        return None
    last = os.path.basename(os.fsdecode(name)).encode("utf-8", "replace").decode()
    return last if last and "\0" not in last else None


def _descriptor(file: Any, binary: Any) -> int | None:
    """The descriptor whose file has the content of a file object; that of a `GzipFile` has compressed bytes.

    None for a pipe and a socket too, whose content is there only once.
    """
    is_spooled = hasattr(file, "rollover")
    if not is_spooled and not isinstance(getattr(binary, "raw", binary), io.FileIO):
        return None
    try:
        if file.writable():
            file.flush()
        descriptor = file.fileno()
    except ValueError as error:
        raise _errors.BadRequest(f"the file cannot be read: {error}") from None
    mode = os.fstat(descriptor).st_mode
    return None if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) else descriptor


def _content(file: Any) -> bytes:
    """The whole content of a file object without a descriptor, which stays where it was."""
    import inspect

    if not hasattr(file, "read"):
        raise _errors.BadRequest(f"a source must be a path, bytes or a file, not {file!r:.80}")
    if inspect.iscoroutinefunction(file.read):
        raise _errors.BadRequest("the file is read by an event loop: read it first, and give its bytes and its name")
    try:
        place = file.tell() if _is_seekable(file) else None
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


def _is_seekable(file: Any) -> bool:
    """True if a file object has a place; those that programs make often have `read` and little else."""
    return bool(file.seekable()) if hasattr(file, "seekable") else hasattr(file, "seek") and hasattr(file, "tell")
