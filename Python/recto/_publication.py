"""Publications that are open, and opening them."""

from __future__ import annotations

import collections
import ctypes
import math
import operator
import os
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, SupportsIndex, TypeVar, overload

from . import _errors, _inputs, _library, _lists
from ._locks import fork_safe_lock
from ._markdown import Markdown
from ._page import Image, Page, Text

Value = TypeVar("Value")
_KINDS = (None, "page", "url", "file", "action", "broken")


@dataclass(frozen=True)
class Info:
    """A publication's own metadata; None for values that it does not state."""

    format: str
    backend: str
    title: str | None
    author: str | None
    subject: str | None
    keywords: str | None
    language: str | None
    creator: str | None
    producer: str | None
    created: str | None
    modified: str | None
    direction: str
    is_reflowable: bool
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class Link:
    """A link on a page. `quads` are eight numbers each."""

    quads: tuple[tuple[float, ...], ...]
    #: page, url, file, action, broken, or None.
    kind: str | None
    #: The index of the page that it leads to, or None.
    page: int | None
    #: The place on that page, where one is stated.
    point: tuple[float, float] | None
    #: The URL, file, action or name, which has not been checked.
    target: str | None


@dataclass(frozen=True)
class OutlineEntry:
    """An entry of the table of contents."""

    title: str
    #: 0 for the top; an entry is followed by those below it.
    depth: int
    kind: str | None
    page: int | None
    point: tuple[float, float] | None
    target: str | None


@dataclass(frozen=True)
class Hit:
    """A hit of a search."""

    #: The page that it begins on.
    page: int
    text: str
    before: str
    after: str
    #: A page and a quad for each line that it touches.
    quads: tuple[tuple[int, tuple[float, ...]], ...]


class Hits(list[Hit]):
    """The hits of a search, in the order of the pages."""

    #: Pages that could not be read, with the reason: they may have further hits.
    failures: dict[int, str]

    def __init__(self, hits: Iterable[Hit], failures: dict[int, str]) -> None:
        super().__init__(hits)
        self.failures = failures


@dataclass(frozen=True)
class Article:
    """A story of the publication as it is read."""

    title: str
    language: str | None
    #: CommonMark with front matter, without pictures.
    markdown: str
    pages: tuple[int, ...]
    word_count: int


def _target(struct: Any, index: int) -> dict[str, Any]:
    page, x, y = struct.target_pages[index], *struct.target_points[2 * index : 2 * index + 2]
    return {
        "kind": _KINDS[struct.target_kinds[index]], "page": page if page >= 0 else None,
        "point": None if math.isnan(x) else (x, y),
        "target": _library.string(struct.target_names[index]),
    }


def _quad(struct: Any, index: int) -> tuple[float, ...]:
    return tuple(struct.quads[8 * index : 8 * index + 8])


def links(request: _library.Request) -> list[Link]:
    """The links of an answer."""
    struct = request.get("links")
    starts = struct.quad_starts[: struct.link_count + 1]
    return [
        Link(
            tuple(_quad(struct, place) for place in range(starts[i], starts[i + 1])),
            **_target(struct, i))
        for i in range(struct.link_count)
    ]


class Engine:
    """Opens publications with one process of the recto command. `recto.open` uses an engine of its own.

    `program` is the recto command of this version, `cache` a folder for counts of pages and indices of
    searches. Raises `NotInstalled` where there is no recto command.
    """

    def __init__(
        self, program: str | None = None, *, cache: str | os.PathLike[str] | None = None,
        sandboxed: bool = True,
    ) -> None:
        library = _library.library()
        options = _library.EngineOptions(
            program=_library.text(program),
            cache_directory=_library.text(None if cache is None else os.fspath(cache)),
            flags=0 if sandboxed else 1)
        handle, error = ctypes.c_void_p(), _library.Error()
        if library.recto_engine_new(
            ctypes.byref(options), ctypes.byref(handle), ctypes.byref(error)
        ):
            raise _library.failure(error)
        self._handle: int = handle.value or 0
        weakref.finalize(self, library.recto_engine_free, self._handle).atexit = False

    def _begin(
        self, source: Any, name: str | None, password: str | None, time_limit: float | None,
        memory_limit: int | None, workers: int | None, page_size: tuple[float, float] | None,
        font_scale: float | None, margin: float | None, theme: str | None, engine: str | None,
        **style: Any,
    ) -> tuple[_library.Request, str]:
        width, height = checked_page_size(page_size)
        try:
            options = _library.OpenOptions(
                password=_library.text(password), time_limit=time_limit or 0,
                memory_limit=memory_limit or 0, workers=workers or 0, page_width=width, page_height=height,
                font_scale=font_scale or 0, margin=checked_margin(margin), theme=_library.text(theme),
                style=_library.text(style_text(style)), engine=_library.text(engine))
        except _errors.BadRequest:
            raise
        except (TypeError, ValueError) as error:
            raise _errors.BadRequest(f"an argument is invalid: {error}") from None
        return _inputs.begin(self._handle, source, name, ctypes.byref(options))

    def __reduce__(self):
        raise TypeError("an engine cannot be copied or pickled: make one in each process")

    def open(
        self, source: Any, *, name: str | os.PathLike[str] | None = None, password: str | None = None,
        time_limit: float | None = None, memory_limit: int | None = None,
        workers: int | None = None, page_size: tuple[float, float] | None = None,
        font_scale: float | None = None, margin: float | None = None, theme: str | None = None,
        typeface: str | None = None, line_spacing: float | None = None, justify: bool | None = None,
        hyphens: bool | None = None, word_spacing: float | None = None,
        letter_spacing: float | None = None, text_color: str | None = None,
        paper_color: str | None = None, publisher_styles: bool | None = None,
        engine: str | None = None,
    ) -> Publication:
        """Opens a path, bytes, a descriptor of a regular file, or a binary file object.

        A file object is opened from its beginning, and may be closed at once; one without a descriptor,
        such as a `BytesIO` or a member of an archive, is read first. `name`, such as "story.md",
        identifies formats without a signature; most file objects have one. `time_limit` is seconds
        that a page may take (10), `memory_limit` MiB of a worker (512), `workers` processes at most
        (one a processor). `page_size` and `margin` (points), `font_scale` and `theme` lay a reflowable
        source out, as do the reader's wishes for type: `typeface` (serif, sans, dyslexic),
        `line_spacing` (times the size of type), `justify`, `hyphens`, `word_spacing` and
        `letter_spacing` (ems), `text_color` and `paper_color` (#rrggbb), and `publisher_styles`, which
        is False to leave out a book's style sheets. `engine` (poppler, pdfium) reads a PDF first; another
        takes over where it fails. Raises a subclass of `RectoError`.
        """
        request, label = self._begin(
            source, name, password, time_limit, memory_limit, workers, page_size, font_scale,
            margin, theme, engine, typeface=typeface, line_spacing=line_spacing, justify=justify,
            hyphens=hyphens, word_spacing=word_spacing, letter_spacing=letter_spacing,
            text_color=text_color, paper_color=paper_color, publisher_styles=publisher_styles)
        return Publication(request.wait(), label, self)

    async def open_async(self, source: Any, **options: Any) -> Publication:
        """`open` in an event loop."""
        wanted = dict.fromkeys(
            ("name", "password", "time_limit", "memory_limit", "workers", "page_size",
             "font_scale", "margin", "theme", "engine"))
        if unknown := options.keys() - wanted.keys() - STYLE_OPTIONS:
            raise TypeError(f"open_async() got an unexpected argument {min(unknown)!r}")
        request, label = self._begin(source, **(wanted | options))
        return Publication(await request.wait_async(), label, self)


#: The arguments of `open` for the reader's type.
STYLE_OPTIONS = frozenset((
    "typeface", "line_spacing", "justify", "hyphens", "word_spacing", "letter_spacing", "text_color",
    "paper_color", "publisher_styles"))


def checked_page_size(size: Any) -> tuple[float, float]:
    """A width and a height in points, both 0 for None. Raises `BadRequest`."""
    if size is None:
        return 0, 0
    try:
        width, height = map(float, size)
    except (TypeError, ValueError):
        width = height = 0
    if not (width > 0 and height > 0):
        raise _errors.BadRequest("page_size must be a width and a height in points, such as (420, 595)")
    return width, height


def checked_margin(margin: float | None) -> float:
    """A margin as librecto has it: 0 for the source's own, less for none. Raises `BadRequest`."""
    if margin is None:
        return 0
    if margin < 0:
        raise _errors.BadRequest("margin must be at least 0")
    return margin or -1


def style_text(settings: dict[str, Any]) -> str | None:
    """The settings that are not None, as librecto reads them. Raises `BadRequest`."""
    given = {name.replace("_", "-"): value for name, value in settings.items() if value is not None}
    for name, value in given.items():
        # It would begin another setting.
        if "," in str(value):
            raise _errors.BadRequest(f"{name} {value!r} is not known")
    words = {True: "on", False: "off"}
    return ",".join(
        f"{name}={words[value] if isinstance(value, bool) else value}"
        for name, value in given.items()) or None


_engines: dict[int, Engine] = {}
_lock = fork_safe_lock()


def _engine() -> Engine:
    """The engine of this process; a fork gets one of its own."""
    process = os.getpid()
    with _lock:
        if process not in _engines:
            _engines[process] = Engine()
        return _engines[process]


def open(source: Any, **options: Any) -> Publication:  # noqa: A001
    """Opens a source with the engine of this process; see `Engine.open`."""
    return _engine().open(source, **options)


async def open_async(source: Any, **options: Any) -> Publication:
    """`open` in an event loop."""
    return await _engine().open_async(source, **options)


class Publication:
    """An open publication: a sequence of pages. Closed by `with`, `async with`, `close`, or its last reference.

    It may be used from several threads at once.
    """

    def __init__(self, request: _library.Request, source: str, engine: Engine) -> None:
        library = _library.library()
        handle, error = ctypes.c_void_p(), _library.Error()
        if library.recto_take_publication(
            request.handle, ctypes.byref(handle), ctypes.byref(error)
        ):
            raise _library.failure(error)
        self.source = source
        self.engine = engine
        self._handle: int = handle.value or 0
        self._count: int = library.recto_page_count(self._handle)
        self._close = weakref.finalize(self, library.recto_publication_free, self._handle)
        self._close.atexit = False

    def close(self) -> None:
        """Closes it; later requests raise `Closed`."""
        self._close()

    def __enter__(self) -> Publication:
        if not self._close.alive:
            raise _errors.Closed("the publication was closed")
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Publication:
        return self.__enter__()

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self):
        raise TypeError("an open publication cannot be copied or pickled: open it in each process")

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: SupportsIndex) -> Page: ...

    @overload
    def __getitem__(self, index: slice) -> list[Page]: ...

    def __getitem__(self, index: SupportsIndex | slice) -> Page | list[Page]:
        if isinstance(index, slice):
            return [Page(self, page) for page in range(self._count)[index]]
        number = operator.index(index)
        if not -self._count <= number < self._count:
            raise _errors.NoSuchPage(f"the publication has {self._count} pages", number)
        return Page(self, number % self._count)

    def __iter__(self) -> Iterator[Page]:
        return (Page(self, index) for index in range(self._count))

    def _ask(self, name: str) -> _library.Request:
        return _library.Request(name, self._handle, None)

    @property
    def info(self) -> Info:
        """The publication's metadata; warnings grow as its pages are read."""
        request = self._ask("info").wait()
        struct = request.get("info")
        names = (
            "format", "backend", "title", "author", "subject", "keywords", "language", "creator",
            "producer", "created", "modified")
        return Info(
            **{name: _library.string(getattr(struct, name)) for name in names},
            direction=("ltr", "rtl", "ttb")[struct.direction],
            is_reflowable=bool(struct.is_reflowable),
            warnings=tuple(
                _library.string(struct.warnings[i]) or "" for i in range(struct.warning_count)))

    @property
    def outline(self) -> list[OutlineEntry]:
        """The table of contents; each entry is followed by those below it."""
        request = self._ask("outline").wait()
        struct = request.get("outline")
        return [
            OutlineEntry(
                _library.string(struct.titles[i]) or "", struct.depths[i], **_target(struct, i))
            for i in range(struct.entry_count)
        ]

    @property
    def attachments(self) -> list[_lists.Attachment]:
        """The files that the publication carries."""
        return _lists.attachments(self)

    @property
    def layers(self) -> list[_lists.Layer]:
        """The layers that `Page.render` can show and hide, nested as the source has them."""
        return _lists.layers(self)

    @property
    def fonts(self) -> list[_lists.Font]:
        """The fonts of the publication, each once."""
        return _lists.fonts(self)

    def articles(self) -> list[Article]:
        """The stories of the publication; the text of every page is read for them."""
        request = self._ask("articles").wait()
        struct = request.get("articles")
        starts = struct.page_starts[: struct.article_count + 1]
        return [
            Article(
                _library.string(struct.titles[i]) or "", _library.string(struct.languages[i]),
                _library.string(struct.markdown[i]) or "",
                tuple(struct.pages[starts[i] : starts[i + 1]]), struct.word_counts[i])
            for i in range(struct.article_count)
        ]

    def markdown(self) -> Markdown:
        """The articles one after the other, with the page and place of each word.

        Pages that belong to none, such as those that are only a picture, are not in it;
        `Page.markdown` has them. Pages that cannot be read are in `failures`.
        """
        return Markdown(_library.Request("markdown", self._handle, 0, 0, None).wait())

    def _begin_search(
        self, query: str, regex: bool, case: bool, accents: bool, whole_words: bool,
    ) -> _library.Request:
        chosen = (regex, case, accents, whole_words)
        flags = sum(bool(choice) << place for place, choice in enumerate(chosen))
        options = _library.SearchOptions(flags=flags)
        return _library.Request(
            "search", self._handle, _library.text(query), ctypes.byref(options))

    @staticmethod
    def _hits(request: _library.Request) -> Hits:
        struct = request.get("hits")
        starts = struct.quad_starts[: struct.hit_count + 1]
        hits = []
        for i in range(struct.hit_count):
            quads = tuple(
                (struct.quad_pages[place], _quad(struct, place))
                for place in range(starts[i], starts[i + 1]))
            texts = (struct.texts[i], struct.befores[i], struct.afters[i])
            hits.append(Hit(quads[0][0], *(_library.string(text) or "" for text in texts), quads))
        return Hits(hits, _library.failures(struct))

    def search(
        self, query: str, *, regex: bool = False, case: bool = False, accents: bool = False,
        whole_words: bool = False,
    ) -> Hits:
        """Finds text over the ends of lines, columns and pages, in the order of the pages.

        Pages that cannot be read are in `failures`.
        """
        return self._hits(
            self._begin_search(query, regex, case, accents, whole_words).wait())

    async def search_async(
        self, query: str, *, regex: bool = False, case: bool = False, accents: bool = False,
        whole_words: bool = False,
    ) -> Hits:
        """`search` in an event loop."""
        request = self._begin_search(query, regex, case, accents, whole_words)
        return self._hits(await request.wait_async())

    def render_pages(
        self, pages: Iterable[int] | None = None, *,
        progress: Callable[[int, int], object] | None = None, errors: str = "raise",
        **options: Any,
    ) -> Iterator[Image | _errors.RectoError]:
        """The images of pages in their order, made by all workers at once; see `Page.render`.

        A page that fails raises; with errors="return" it gives its exception instead. `progress` is
        called with the pages done and their number.
        """
        settings: dict[str, Any] = dict(
            dpi=None, fit=None, region=None, rotation=0, mode="RGB", background=None, dark=False,
            annotations=True, layers=None, time_limit=None, priority="export")
        if unknown := options.keys() - settings.keys():
            raise _errors.BadRequest(f"there is no option {min(unknown)}")
        settings |= options
        return self._ahead(
            pages, lambda page: page._begin_render(**settings),
            lambda request: Image(request, settings["mode"]), progress, errors)

    def read_pages(
        self, pages: Iterable[int] | None = None, *,
        progress: Callable[[int, int], object] | None = None, errors: str = "raise",
        time_limit: float | None = None,
    ) -> Iterator[Text | _errors.RectoError]:
        """The words of pages in their order, read by all workers at once; see `Page.read`.

        `errors` and `progress` are those of `render_pages`.
        """
        return self._ahead(pages, lambda page: page._ask("text", time_limit), Text, progress, errors)

    def _ahead(
        self, pages: Iterable[int] | None, begin: Callable[[Page], _library.Request],
        finish: Callable[[_library.Request], Value],
        progress: Callable[[int, int], object] | None, errors: str,
    ) -> Iterator[Value | _errors.RectoError]:
        if errors not in ("raise", "return"):
            raise _errors.BadRequest("errors must be raise or return")
        wanted = list(range(self._count) if pages is None else pages)
        return self._results(wanted, begin, finish, progress, errors == "return")

    def _results(
        self, wanted: list[int], begin: Callable[[Page], _library.Request],
        finish: Callable[[_library.Request], Value],
        progress: Callable[[int, int], object] | None, returns_errors: bool,
    ) -> Iterator[Value | _errors.RectoError]:
        """The results of requests, of which some are begun before they are asked for."""
        waiting: collections.deque[_library.Request | _errors.NoSuchPage] = collections.deque()
        ahead = (os.cpu_count() or 1) + 2
        begun = 0
        for done in range(1, len(wanted) + 1):
            while begun < len(wanted) and len(waiting) < ahead:
                try:
                    waiting.append(begin(self[wanted[begun]]))
                except _errors.NoSuchPage as error:
                    waiting.append(error)
                begun += 1
            try:
                first = waiting.popleft()
                if isinstance(first, _errors.NoSuchPage):
                    raise first
                result: Value | _errors.RectoError = finish(first.wait())
            except _errors.RectoError as error:
                if not returns_errors:
                    raise
                result = error
            if progress is not None:
                progress(done, len(wanted))
            yield result

    def __repr__(self) -> str:
        return f"<recto.Publication {self.source}, {self._count} pages>"
