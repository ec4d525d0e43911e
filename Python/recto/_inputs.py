"""Inputs of `recto.open`: paths, bytes, descriptors and file objects."""

from __future__ import annotations

import io
import os
import stat
from typing import Any

from . import _errors, _library


def begin(engine: int, source: Any, name: Any, options: Any) -> tuple[_library.Request, str]:
    """Begins to open a source; gives the request and what errors call the source."""
    if not isinstance(name, (str, os.PathLike, type(None))):
        raise _errors.BadRequest(f"name must be a file's name, not {_library.shown(name)}")
    name = None if name is None else _plain(os.fsdecode(name))
    if isinstance(source, (str, os.PathLike)):
        return _begin_path(engine, os.fsdecode(source), name, options)
    data = descriptor = None
    if isinstance(source, int) and not isinstance(source, bool):
        # ctypes would cut it off.
        if not 0 <= source < 1 << 31:
            raise _errors.BadRequest(f"a descriptor must be from 0 to {(1 << 31) - 1}, not {_library.shown(source)}")
        descriptor = source
    elif (data := _bytes(source)) is None:
        name = name or _file_name(source)
        binary = getattr(source, "buffer", source)
        descriptor = _descriptor(source, binary)
        if descriptor is None:
            data = _content(binary)
    label = _library.text("name", name)
    shown = name or ("bytes" if descriptor is None else f"descriptor {descriptor}")
    if data is not None:
        return _library.Request("open_bytes", engine, data, len(data), label, options, source=shown), shown
    return _library.Request("open_descriptor", engine, descriptor, label, options, source=shown), shown


def _begin_path(engine: int, path: str, name: str | None, options: Any) -> tuple[_library.Request, str]:
    """Begins to open a file or a folder by its path."""
    if not path:
        raise _errors.BadRequest("the path is empty")
    encoded = _library.text("the path", path)
    shown = _plain(path)
    # A name with the path's extension adds nothing, and by the path files beside it are found.
    is_named = bool(name) and _ending(name or "") != _ending(path)
    if shown == path and not is_named:
        return _library.Request("open", engine, encoded, options, source=path), path
    # With a descriptor, which the library copies, paths need not be UTF-8 and files can have other names.
    with _file(path, shown) as file:
        label = _library.text("name", name or _file_name(file))
        return _library.Request("open_descriptor", engine, file.fileno(), label, options, source=shown), path


def _plain(path: str) -> str:
    """A path or a name with replacement characters in place of bytes that are not UTF-8."""
    return path.encode("utf-8", "replace").decode()


def _ending(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _file(path: str, shown: str) -> io.BufferedReader:
    """The open file of a path. Raises `SourceNotFound`, `Unreadable` and `BadRequest`."""
    try:
        # Do not wait for a pipe's writer.
        file = open(path, "rb", opener=lambda path, flags: os.open(path, flags | os.O_NONBLOCK))
    except (FileNotFoundError, NotADirectoryError):
        raise _errors.SourceNotFound("no such file", source=shown) from None
    except IsADirectoryError:
        if shown == path:
            raise _errors.BadRequest("is a folder, which takes no other name: leave name out", source=shown) from None
        raise _errors.Unreadable("is a folder whose path is not UTF-8: rename it", source=shown) from None
    except OSError as error:
        raise _errors.Unreadable(f"cannot be read: {error.strerror}", source=shown) from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise _errors.Unreadable("cannot be read: it is not a regular file", source=shown)
    return file


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
    last = _plain(os.path.basename(os.fsdecode(name)))
    return last if last and "\0" not in last else None


def _descriptor(file: Any, binary: Any) -> int | None:
    """The descriptor whose file has the content of a file object; that of a `GzipFile` has compressed bytes.

    None for a pipe and a socket too, whose content is there only once.
    """
    is_spooled = hasattr(file, "rollover")
    if not is_spooled and not isinstance(getattr(binary, "raw", binary), io.FileIO):
        return None
    try:
        # A spooled file does not say so before Python 3.11.
        if is_spooled or file.writable():
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
        raise _errors.BadRequest(f"a source must be a path, bytes or a file, not {_library.shown(file)}")
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
