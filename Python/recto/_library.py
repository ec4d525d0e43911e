"""librecto by ctypes: the structs and functions of `recto.h`, loaded when they are first needed."""

from __future__ import annotations

import ctypes
import functools
import inspect
import math
import operator
import os
from collections.abc import Callable, Coroutine
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t
from ctypes import c_float, c_uint32, c_void_p
from typing import Any, Generic, ParamSpec, TypeVar

from . import _errors
from ._locks import fork_safe_lock
from ._version import __version__

Value = TypeVar("Value")
P = ParamSpec("P")
Doubles, Counts, Indices, Strings = POINTER(c_double), POINTER(c_uint32), POINTER(c_int32), POINTER(c_char_p)
Pages = POINTER(c_int64)


class Sized(ctypes.Structure):
    """A struct whose first member is its size. Raises `BadRequest` for a value that a member cannot hold."""

    # Members are attributes that ctypes adds.
    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __init__(self, **members: Any) -> None:
        super().__init__(size=ctypes.sizeof(type(self)))
        for name, value in members.items():
            try:
                setattr(self, name, value)
            except (TypeError, OverflowError):
                raise _errors.BadRequest(f"{name} is invalid: {shown(value)}") from None
            # ctypes cuts integers off silently.
            if type(kept := getattr(self, name)) is int and kept != value:
                raise _errors.BadRequest(f"{name} is out of range: {shown(value)}")


def _struct(name: str, **members: Any) -> type[Sized]:
    return type(name, (Sized,), {"_fields_": [("size", c_size_t), *members.items()]})


class Box(ctypes.Structure):
    _fields_ = [("x", c_double), ("y", c_double), ("width", c_double), ("height", c_double)]


Error = _struct("Error", status=c_int32, message=c_char * 512)
EngineOptions = _struct("EngineOptions", program=c_char_p, cache_directory=c_char_p, flags=c_uint32)
OpenOptions = _struct(
    "OpenOptions", password=c_char_p, time_limit=c_double, memory_limit=c_int32, workers=c_int32,
    page_width=c_double, page_height=c_double, font_scale=c_double, margin=c_double, theme=c_char_p,
    style=c_char_p, engine=c_char_p)
RequestOptions = _struct("RequestOptions", time_limit=c_double, priority=c_int32)
Info = _struct(
    "Info", format=c_char_p, backend=c_char_p, title=c_char_p, author=c_char_p, subject=c_char_p,
    keywords=c_char_p, language=c_char_p, creator=c_char_p, producer=c_char_p, created=c_char_p,
    modified=c_char_p, direction=c_int32, is_reflowable=c_int32, warning_count=c_size_t,
    warnings=Strings)
Page = _struct(
    "Page", index=c_int64, label=c_char_p, width=c_double, height=c_double, rotation=c_int32,
    media=Box, bleed=Box, trim=Box, art=Box)
RenderOptions = _struct(
    "RenderOptions", dpi=c_double, fit_width=c_int32, fit_height=c_int32, region=Box,
    rotation=c_int32, flags=c_uint32, background=c_char_p, time_limit=c_double, priority=c_int32,
    shown_layers=c_char_p, hidden_layers=c_char_p)
Image = _struct(
    "Image", width=c_int32, height=c_int32, stride=c_size_t, pixels=c_void_p, has_alpha=c_int32,
    scale=c_double, transform=c_double * 6)
Text = _struct(
    "Text", order=c_int32, plain=c_void_p, plain_length=c_size_t, word_count=c_size_t,
    word_utf8=c_void_p, word_starts=Counts, word_boxes=Doubles, word_quads=Doubles,
    word_sizes=Doubles, word_fonts=Indices, word_languages=Indices, word_flags=Counts,
    word_lines=Counts, word_glyphs=Counts, glyph_count=c_size_t, glyph_boxes=Doubles,
    line_count=c_size_t, line_boxes=Doubles, line_baselines=Doubles, line_blocks=Counts,
    block_count=c_size_t, block_boxes=Doubles, block_roles=Strings, font_count=c_size_t,
    fonts=Strings, language_count=c_size_t, languages=Strings)
SearchOptions = _struct(
    "SearchOptions", flags=c_uint32, first_page=c_int64, page_count=c_int64, regex_limit=c_double,
    time_limit=c_double, priority=c_int32)
Hits = _struct(
    "Hits", hit_count=c_size_t, texts=Strings, befores=Strings, afters=Strings, quad_starts=Counts,
    quad_count=c_size_t, quads=Doubles, quad_pages=Pages, failure_count=c_size_t,
    failed_pages=Pages, failures=Strings)
Links = _struct(
    "Links", link_count=c_size_t, quad_starts=Counts, quad_count=c_size_t, quads=Doubles,
    target_kinds=Indices, target_pages=Pages, target_points=Doubles, target_names=Strings)
Outline = _struct(
    "Outline", entry_count=c_size_t, titles=Strings, depths=Counts, target_kinds=Indices,
    target_pages=Pages, target_points=Doubles, target_names=Strings)
Articles = _struct(
    "Articles", article_count=c_size_t, titles=Strings, languages=Strings, markdown=Strings,
    page_starts=Counts, pages=Pages, word_counts=Counts)

Markdown = _struct(
    "Markdown", text=c_void_p, length=c_size_t, span_count=c_size_t, span_starts=Counts,
    span_ends=Counts, span_code_points=Counts, span_pages=Pages, span_lines=Indices,
    span_quads=Doubles, span_flags=Counts, span_characters=Counts, character_count=c_size_t,
    character_starts=Counts, character_extents=POINTER(c_float), failure_count=c_size_t,
    failed_pages=Pages, failures=Strings)

_REQUESTS: dict[str, list[Any]] = {
    "open": [c_char_p, POINTER(OpenOptions)],
    "open_descriptor": [c_int, c_char_p, POINTER(OpenOptions)],
    "open_bytes": [c_char_p, c_size_t, c_char_p, POINTER(OpenOptions)],
    "info": [POINTER(RequestOptions)],
    "page": [c_int64, POINTER(RequestOptions)],
    "render": [c_int64, POINTER(RenderOptions)],
    "text": [c_int64, POINTER(RequestOptions)],
    "links": [c_int64, POINTER(RequestOptions)],
    "outline": [POINTER(RequestOptions)],
    "articles": [POINTER(RequestOptions)],
    "markdown": [c_int64, c_int64, POINTER(RequestOptions)],
    "search": [c_char_p, POINTER(SearchOptions)],
    "list": [c_char_p, c_int64, POINTER(RequestOptions)],
    "attachment": [c_int64, POINTER(RequestOptions)],
    "medium": [c_int64, c_int64, POINTER(RequestOptions)],
}
_STRUCTS = {
    "info": Info, "page": Page, "image": Image, "text": Text, "links": Links, "outline": Outline,
    "articles": Articles, "hits": Hits, "markdown": Markdown,
}

_lock = fork_safe_lock()
_loaded: ctypes.CDLL | None = None


def library() -> ctypes.CDLL:
    """The library, of this package's version. Raises `NotInstalled`."""
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _load()
    return _loaded


def _candidates() -> list[str]:
    named = os.environ.get("RECTO_LIBRECTO")
    bundled = os.path.join(os.path.dirname(__file__), "lib", "librecto.so.0")
    return ([named] if named else []) + ([bundled] if os.path.exists(bundled) else []) + ["librecto.so.0"]


def _load() -> ctypes.CDLL:
    try:
        found = ctypes.CDLL(_candidates()[0])
    except OSError as error:
        raise _errors.NotInstalled(
            f"librecto cannot be loaded ({error}): install it, or name it in RECTO_LIBRECTO") from None
    if not hasattr(found, "recto_version"):
        raise _errors.NotInstalled(f"{_candidates()[0]} is not librecto: install it, or name it")
    found.recto_version.restype = c_char_p
    version = found.recto_version().decode()
    if version != __version__:
        raise _errors.NotInstalled(
            f"librecto is of version {version}, and this package of {__version__}: install the same")
    try:
        _declare(found)
    except AttributeError as error:
        raise _errors.NotInstalled(
            f"librecto lacks a function of version {version} ({error}): install it again") from None
    return found


def _declare(found: ctypes.CDLL) -> None:
    """Tells ctypes the types of the functions. Raises `AttributeError` for one that is missing."""
    failure = POINTER(Error)
    for name, arguments in _REQUESTS.items():
        function = getattr(found, f"recto_begin_{name}")
        function.argtypes, function.restype = [c_void_p, *arguments], c_void_p
    for name, struct in _STRUCTS.items():
        getattr(found, f"recto_get_{name}").argtypes = [c_void_p, POINTER(struct), failure]
    found.recto_get_json.argtypes = [c_void_p, POINTER(c_void_p), POINTER(c_size_t), failure]
    found.recto_get_bytes.argtypes = [c_void_p, POINTER(c_void_p), POINTER(c_size_t), failure]
    found.recto_copy_image.argtypes = [c_void_p, c_int32, c_void_p, c_size_t, c_size_t, failure]
    found.recto_engine_new.argtypes = [POINTER(EngineOptions), POINTER(c_void_p), failure]
    found.recto_take_publication.argtypes = [c_void_p, POINTER(c_void_p), failure]
    found.recto_wait.argtypes = [c_void_p, c_double, failure]
    found.recto_page_count.argtypes, found.recto_page_count.restype = [c_void_p], c_int64
    for name in ("engine_free", "publication_free", "request_free", "request_descriptor", "cancel"):
        getattr(found, f"recto_{name}").argtypes = [c_void_p]
    for name in ("engine_free", "publication_free", "request_free", "cancel"):
        getattr(found, f"recto_{name}").restype = None


def failure(error: Sized, page: int | None = None, source: str | None = None) -> _errors.RectoError:
    """The exception for the error of a call."""
    kind = _errors.KINDS.get(error.status, _errors.InternalError)
    if kind is _errors.Closed:
        return kind("the publication was closed, or belongs to the process that this one was forked from", page)
    return kind(error.message.decode("utf-8", "replace"), page, source)


def failures(struct: Sized) -> dict[int, str]:
    """The pages that could not be read for an answer, with the reason."""
    return {
        struct.failed_pages[i]: string(struct.failures[i]) or "" for i in range(struct.failure_count)}


class Request:
    """A request to the library. Its last reference frees it, with the memory that it lent."""

    def __init__(
        self, name: str, handle: int, *arguments: Any, page: int | None = None, source: str | None = None,
    ) -> None:
        self._free = library().recto_request_free
        self.page, self.source = page, source
        try:
            self.handle = getattr(library(), f"recto_begin_{name}")(handle, *arguments)
        except ctypes.ArgumentError as error:
            raise _errors.BadRequest(f"an argument is of the wrong type: {error}", page) from None

    def __del__(self) -> None:
        handle = getattr(self, "handle", None)
        if handle:
            self._free(handle)

    def _ended(self, seconds: float) -> bool:
        error = Error()
        status = library().recto_wait(self.handle, seconds, byref(error))
        if status == _errors.PENDING:
            return False
        if status != _errors.OK:
            raise failure(error, self.page, self.source)
        return True

    def wait(self) -> Request:
        """Waits until the request ends; Ctrl-C cancels it."""
        try:
            while not self._ended(0.1):
                pass
        except BaseException:
            self.cancel()
            raise
        return self

    async def wait_async(self) -> Request:
        """The same in an event loop."""
        import asyncio

        loop = asyncio.get_running_loop()
        descriptor = library().recto_request_descriptor(self.handle)
        if descriptor < 0:
            return await asyncio.to_thread(self.wait)
        ready: asyncio.Future[None] = loop.create_future()
        def set_ready() -> None:
            if not ready.done():
                ready.set_result(None)

        loop.add_reader(descriptor, set_ready)
        try:
            await ready
        except BaseException:
            self.cancel()
            raise
        finally:
            loop.remove_reader(descriptor)
        self._ended(0)
        return self

    def cancel(self) -> None:
        library().recto_cancel(self.handle)

    def get(self, name: str) -> Sized:
        """The struct of the answer, which keeps the request."""
        error, struct = Error(), _STRUCTS[name]()
        if getattr(library(), f"recto_get_{name}")(self.handle, byref(struct), byref(error)):
            raise failure(error, self.page)
        # Its pointers lead into memory of the request.
        struct.request = self
        return struct

    def json(self) -> Any:
        """The answer, parsed from JSON."""
        import json

        error, text, length = Error(), c_void_p(), c_size_t()
        if library().recto_get_json(self.handle, byref(text), byref(length), byref(error)):
            raise failure(error, self.page)
        return json.loads(ctypes.string_at(text, length.value))


class PendingResult(Generic[Value]):
    """A request that has begun, with the function that makes its result."""

    def __init__(self, request: Request, finish: Callable[[Request], Value]) -> None:
        self._request = request
        self._finish = finish

    def wait(self) -> Value:
        """The result. Raises the request's failure."""
        return self._finish(self._request.wait())

    async def wait_async(self) -> Value:
        """`wait` in an event loop."""
        return self._finish(await self._request.wait_async())


class ReadyResult(PendingResult[Value]):
    """A result that is there already."""

    def __init__(self, value: Value) -> None:
        self._value = value

    def wait(self) -> Value:
        return self._value

    async def wait_async(self) -> Value:
        return self._value


class FailedResult(PendingResult[Value]):
    """A request that failed before it began."""

    def __init__(self, error: _errors.RectoError) -> None:
        self._error = error

    def wait(self) -> Value:
        raise self._error

    async def wait_async(self) -> Value:
        raise self._error


def waiting(begin: Callable[P, PendingResult[Value]]) -> Callable[P, Value]:
    """The method that begins a request and waits for its result."""

    def method(*arguments: P.args, **options: P.kwargs) -> Value:
        return begin(*arguments, **options).wait()

    method.__dict__["begin"] = begin
    return described(method, begin)


def in_event_loop(method: Callable[P, Value]) -> Callable[P, Coroutine[Any, Any, Value]]:
    """The version of a `waiting` method for event loops. Its task can be cancelled, which stops the worker."""
    begin = beginning(method)

    async def method_async(*arguments: P.args, **options: P.kwargs) -> Value:
        return await begin(*arguments, **options).wait_async()

    return described(method_async, begin, suffix="_async", doc=f"`{begin.__name__}` in an event loop.")


def beginning(method: Callable[P, Value]) -> Callable[P, PendingResult[Value]]:
    """The function that begins the request of a `waiting` method."""
    begin: Callable[P, PendingResult[Value]] = getattr(method, "begin")
    return begin


def described(
    function: Callable[P, Value], model: Any, *, suffix: str = "", result: str | None = None, doc: str | None = None,
) -> Callable[P, Value]:
    """The function with the name, the signature and, unless it has its own, the documentation of another."""
    functools.update_wrapper(function, model)
    signature = inspect.signature(model)
    # Methods that begin a request have annotations such as PendingResult[Image].
    result = result or str(signature.return_annotation).removeprefix("PendingResult[").removesuffix("]")
    function.__dict__["__signature__"] = signature.replace(return_annotation=result)
    function.__name__ += suffix
    function.__qualname__ += suffix
    function.__doc__ = doc or model.__doc__
    return function


def shown(value: Any) -> str:
    """A value in a sentence, shortened if it is long."""
    try:
        words = repr(value)
    except Exception:
        # Python refuses to write integers of thousands of digits.
        return f"<{type(value).__name__}>"
    return words if len(words) <= 80 else f"{words[:80]}…"


def text(name: str, value: str | None) -> bytes | None:
    """An argument that is a string, for the library. Raises `BadRequest`."""
    if value is None:
        return None
    if not isinstance(value, str):
        # A password must not be in a log.
        wrong = type(value).__name__ if name == "password" else shown(value)
        raise _errors.BadRequest(f"{name} must be a string, not {wrong}")
    if "\0" in value:
        raise _errors.BadRequest(f"{name} must not have zero characters")
    try:
        return value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise _errors.BadRequest(f"{name} must not have lone surrogates") from None


def path(name: str, value: str | os.PathLike[str] | None) -> bytes | None:
    """An argument that is a path, for the library. Raises `BadRequest`."""
    if value is None:
        return None
    if not isinstance(value, (str, os.PathLike)):
        raise _errors.BadRequest(f"{name} must be a path, not {shown(value)}")
    found = os.fsdecode(value)
    if not found:
        raise _errors.BadRequest(f"{name} must be a path, and is empty")
    return text(name, found)


def number(name: str, value: float | None, low: float, high: float, unit: str = "") -> float:
    """An argument that is a number from `low` to `high`; 0, the library's default, for None. Raises `BadRequest`."""
    if value is None:
        return 0
    try:
        found = math.nan if isinstance(value, (str, bytes)) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not low <= found <= high:
        raise _errors.BadRequest(f"{name} must be a number{unit} from {low:.12g} to {high:.12g}, not {shown(value)}")
    return found


def whole(name: str, value: int | None, low: int, high: int | None = None, unit: str = "") -> int:
    """The same for a whole number; without `high`, one of 63 bits."""
    if value is None:
        return 0
    try:
        found = operator.index(value)
    except TypeError:
        found = low - 1
    if not low <= found <= ((1 << 63) - 1 if high is None else high):
        limits = f"of at least {low}" if high is None else f"from {low} to {high}"
        raise _errors.BadRequest(f"{name} must be a whole number{unit} {limits}, not {shown(value)}")
    return found


def seconds(name: str, value: float | None) -> float:
    """A time limit; 0, the library's default, for None. Raises `BadRequest`."""
    return number(name, value, 0.01, 86_400, " of seconds")


def request_options(time_limit: float | None) -> Any:
    """A pointer to the options of a request. Raises `BadRequest`."""
    return byref(RequestOptions(time_limit=seconds("time_limit", time_limit)))


def string(value: bytes | None) -> str | None:
    """A string of the library."""
    return None if value is None else value.decode("utf-8", "replace")
