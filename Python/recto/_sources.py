"""Sources of a batch: found by paths, URLs and patterns, and read with their digest."""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from . import _errors

Value = TypeVar("Value")
_CHUNK = 4 << 20
_TRIES = 6
#: Failures that a retry does not fix.
_LASTING = (FileNotFoundError, PermissionError, IsADirectoryError, NotADirectoryError, ImportError)


@dataclass(frozen=True)
class Local:
    """A source on the disk of this machine, for as long as it is held."""

    path: str
    #: The SHA-256 of the bytes; of a folder that of its files' names and digests.
    digest: str


def retrying(action: Callable[[], Value]) -> Value:
    """The result of the action, tried up to six times over some 6 s where a network may fail."""
    for attempt in range(_TRIES):
        try:
            return action()
        except Exception as error:
            reason = _reason(error)
            if attempt == _TRIES - 1 or _is_permanent(reason):
                raise reason from None
            time.sleep(0.2 * 2**attempt * random.uniform(0.5, 1))
    raise AssertionError("unreachable")


def _reason(error: Exception) -> Exception:
    """The underlying failure: over HTTP, fsspec reports every failure as a missing file."""
    cause = error.__cause__
    is_of_http = isinstance(error, FileNotFoundError) and type(cause).__module__.startswith("aiohttp")
    if not is_of_http or not isinstance(cause, Exception) or getattr(cause, "status", None) in (404, 410):
        return error
    return cause


def _is_permanent(error: Exception) -> bool:
    """True for a failure that a retry does not fix."""
    status = getattr(error, "status", None)
    # A server answers 408 and 429 when it is slow and when it is asked too much.
    is_refused = isinstance(status, int) and 400 <= status < 500 and status not in (408, 429)
    return isinstance(error, _LASTING) or is_refused


def filesystem_of(path: str, filesystem: Any = None) -> tuple[Any, str]:
    """The file system of a path or URL, and its path there. Raises `NotInstalled`, `BadRequest`."""
    import fsspec

    if filesystem is not None:
        if not isinstance(filesystem, fsspec.AbstractFileSystem):
            from fsspec.implementations.arrow import ArrowFSWrapper

            try:
                filesystem = ArrowFSWrapper(filesystem)
            except AttributeError:
                raise _errors.BadRequest(
                    f"filesystem must be one of fsspec or pyarrow, not {filesystem!r:.80}") from None
        return filesystem, filesystem._strip_protocol(path)
    if os.path.isabs(path):
        # It may have what chains file systems in URLs.
        return fsspec.filesystem("file"), path
    try:
        return fsspec.core.url_to_fs(path)
    except ImportError as error:
        raise _errors.NotInstalled(f"{path} needs a package that is missing: {error}") from None
    except (ValueError, TypeError) as error:
        raise _errors.BadRequest(f"{path} is neither a path nor a URL of a known kind: {error}") from None


def is_local(filesystem: Any) -> bool:
    """True for files of this machine that have paths."""
    from fsspec.implementations.local import LocalFileSystem

    return isinstance(filesystem, LocalFileSystem)


def shown(source: str) -> str:
    """A source as rows have it: bytes of a file name that are not UTF-8 are escaped, since Arrow takes none."""
    return source.encode("utf-8", "backslashreplace").decode()


def sentence(error: BaseException) -> str:
    """The first line of what an exception says."""
    text = getattr(error, "message", None) or (isinstance(error, OSError) and error.strerror) or str(error)
    lines = str(text).strip().splitlines()
    return lines[0].strip() if lines else type(error).__name__


def expand(paths: Any, filesystem: Any = None) -> list[str]:
    """The sources that paths, URLs and patterns (`*`, `?`, `[]`, `**`) stand for, each once.

    A path stands for itself whether it exists or not, and is made absolute, so that a file is one source
    however it is spelled. Raises `SourceNotFound` for a pattern that matches nothing and `Unreadable` for a
    place that cannot be listed.
    """
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    if not isinstance(paths, Iterable) or isinstance(paths, (bytes, bytearray)):
        raise _errors.BadRequest(f"paths must be strings, not {paths!r}")
    if filesystem is not None:
        filesystem_of("", filesystem)
    found: dict[str, None] = {}
    for path in paths:
        if not isinstance(path, (str, os.PathLike)):
            raise _errors.BadRequest(f"a path must be a string, not {path!r}")
        if not os.fspath(path):
            # It would stand for the current folder.
            raise _errors.BadRequest("a path is empty")
        found.update(dict.fromkeys(_matches(os.fsdecode(path), filesystem)))
    if not found:
        raise _errors.SourceNotFound("there are no sources: the list of paths is empty")
    return list(found)


def _matches(path: str, filesystem: Any) -> list[str]:
    is_path = "://" not in path and ("::" not in path or os.path.exists(path))
    if filesystem is None and is_path:
        path = os.path.abspath(os.path.expanduser(path))
    # A question mark begins the query of a web address.
    is_web = path.startswith(("http://", "https://"))
    if not any(sign in path for sign in ("*" if is_web else "*?[")):
        return [path]
    if filesystem is None and os.path.exists(path):
        return [path]
    system, pattern = filesystem_of(path, filesystem)

    def entries() -> dict[str, dict[str, Any]]:
        system.invalidate_cache()
        # Buckets that do not exist look empty to a pattern.
        fixed = pattern.split("*")[0].split("?")[0].split("[")[0].rpartition("/")[0]
        if fixed and not is_web and not system.exists(fixed):
            raise FileNotFoundError(fixed)
        return system.glob(pattern, detail=True)

    try:
        listed = retrying(entries)
    except FileNotFoundError:
        raise _errors.SourceNotFound(f"nothing matches {path}: its folder or bucket does not exist") from None
    except Exception as error:
        raise _errors.Unreadable(f"{path} cannot be listed: {sentence(error)}") from None
    files = sorted(
        name for name, facts in listed.items()
        if facts.get("type") == "file" or facts.get("islink") and system.isfile(name))
    if not files:
        raise _errors.SourceNotFound(f"nothing matches {path}")
    if filesystem is not None or is_local(system):
        return files
    if "::" not in path:
        return [system.unstrip_protocol(name) for name in files]
    # In a chain such as zip://*.pdf::s3://bucket/a.zip, the part with the pattern names the files.
    parts = path.split("::")
    place = next(place for place, part in enumerate(parts) if any(sign in part for sign in "*?["))
    protocol = "".join(parts[place].partition("://")[:2]) if "://" in parts[place] else ""
    return [
        "::".join([*parts[:place], name if "://" in name else protocol + name, *parts[place + 1 :]])
        for name in files]


@contextlib.contextmanager
def local_copy(source: str, filesystem: Any = None) -> Iterator[Local]:
    """A source as a file or folder of this machine: itself, or a copy that is removed afterwards.

    Raises `SourceNotFound`, `Unreadable` and what `filesystem_of` raises.
    """
    with contextlib.ExitStack() as stack:
        yield _local(source, filesystem, stack)


def _local(source: str, filesystem: Any, stack: contextlib.ExitStack) -> Local:
    """The same; `stack` removes the copy."""
    try:
        system, path = filesystem_of(source, filesystem)
        if is_local(system):
            if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
                # Reading a pipe waits, and some devices have no end.
                raise _errors.Unreadable(f"{source} is neither a file nor a folder")
            return Local(path, _digest(path))
        name = os.path.basename(path.split("?")[0].split("#")[0].rstrip("/"))[-200:] or "source"
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="recto-"))
        copy = os.path.join(folder, name)
        return Local(copy, retrying(lambda: _copy(system, path, copy)))
    except FileNotFoundError:
        raise _errors.SourceNotFound(f"{source} does not exist") from None
    except _errors.RectoError:
        raise
    except Exception as error:
        raise _errors.Unreadable(f"{source} cannot be read: {sentence(error)}") from None


def _copy(system: Any, path: str, target: str) -> str:
    digest, length = hashlib.sha256(), 0
    with system.open(path, "rb", cache_type="readahead", block_size=_CHUNK) as remote, open(target, "wb") as file:
        while chunk := remote.read(_CHUNK):
            digest.update(chunk)
            length += len(chunk)
            file.write(chunk)
        expected = getattr(remote, "size", None)
    if expected is not None and expected != length:
        raise OSError(f"{length} of {expected} bytes came")
    return digest.hexdigest()


def _digest(path: str) -> str:
    if not os.path.isdir(path):
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() if hasattr(
                hashlib, "file_digest") else _digest_of(file)
    whole = hashlib.sha256()
    for folder, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            file = os.path.join(folder, name)
            if os.path.isfile(file):
                relative = os.path.relpath(file, path)
                whole.update(f"{_digest(file)} {relative}\n".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()


def _digest_of(file: Any) -> str:
    digest = hashlib.sha256()
    while chunk := file.read(_CHUNK):
        digest.update(chunk)
    return digest.hexdigest()
