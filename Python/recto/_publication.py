"""Publications that are open, and opening them."""

from __future__ import annotations

import collections
import contextlib
import ctypes
import inspect
import itertools
import math
import operator
import os
import weakref
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    Generic,
    Literal,
    ParamSpec,
    SupportsIndex,
    TypeVar,
    overload,
)

from . import _errors, _inputs, _library, _lists, _processors
from ._library import FailedResult, PendingResult, in_event_loop, waiting
from ._lists import Box
from ._locks import fork_safe_lock
from ._markdown import Markdown
from ._page import Image, Page, RenderOptions, Text

if TYPE_CHECKING:
    # A checker of types knows it whether it is installed or not; Python has it from 3.11 on.
    from typing_extensions import Unpack

Value = TypeVar("Value")
P = ParamSpec("P")
Progress = Callable[[int, int], object]
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
class Cell:
    """A cell of a table's row."""

    #: Counted from 0.
    column: int
    text: str
    box: Box


@dataclass(frozen=True)
class Block:
    """A paragraph of an article, or another part of it."""

    #: heading, paragraph, listItem, quote, code or picture.
    kind: str
    text: str
    #: The index of the page that it begins on.
    page: int
    #: The area on that page.
    box: Box
    #: The level of a heading, from 1; None for others.
    level: int | None
    #: The cells of a row of a table; empty for others.
    cells: tuple[Cell, ...]


def _block(item: dict[str, Any]) -> Block:
    texts = [run["text"] for run in item["runs"]]
    cells = tuple(
        # Without the space between cells.
        Cell(cell["column"], "".join(texts[slice(*cell["runs"])]).strip(), _lists.box(cell["box"]))
        for cell in item.get("row", {}).get("cells", ()))
    return Block(item["kind"], "".join(texts), item["page"], _lists.box(item["box"]), item.get("level"), cells)


class _Blocks(Sequence[tuple[Block, ...]]):
    """The blocks of the articles of an answer, which are read when they are first asked for."""

    def __init__(self, request: _library.Request) -> None:
        self._request: _library.Request | None = request
        self._blocks: list[tuple[Block, ...]] = []

    def _read(self) -> list[tuple[Block, ...]]:
        # Another thread may be here as well.
        request = self._request
        if request:
            self._blocks = [tuple(map(_block, article["blocks"])) for article in request.json()["articles"]]
            self._request = None
        return self._blocks

    def __getitem__(self, index: Any) -> Any:
        return self._read()[index]

    def __len__(self) -> int:
        return len(self._read())


@dataclass(frozen=True)
class Article:
    """A story of the publication as it is read."""

    title: str
    language: str | None
    #: CommonMark with front matter, without pictures.
    markdown: str
    pages: tuple[int, ...]
    word_count: int
    # No fields, since they are read from the answer, and are not what makes articles equal.
    _blocks: ClassVar[Sequence[tuple[Block, ...]]] = ((),)
    _index: ClassVar[int] = 0

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Its headings, paragraphs, list items, pictures and rows of tables, with their places."""
        return self._blocks[self._index]

    def __getstate__(self) -> dict[str, Any]:
        # An answer stays in its process.
        return self.__dict__ | {"_blocks": [self.blocks], "_index": 0}


def _target(struct: Any, index: int) -> dict[str, Any]:
    page = struct.target_pages[index]
    x, y = struct.target_points[2 * index : 2 * index + 2]
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


def _outline(request: _library.Request) -> list[OutlineEntry]:
    struct = request.get("outline")
    return [
        OutlineEntry(_library.string(struct.titles[i]) or "", struct.depths[i], **_target(struct, i))
        for i in range(struct.entry_count)
    ]


def _info(request: _library.Request) -> Info:
    struct = request.get("info")
    names = (
        "format", "backend", "title", "author", "subject", "keywords", "language", "creator",
        "producer", "created", "modified")
    texts: dict[str, Any] = {name: _library.string(getattr(struct, name)) for name in names}
    return Info(
        **texts,
        direction=("ltr", "rtl", "ttb")[struct.direction],
        is_reflowable=bool(struct.is_reflowable),
        warnings=tuple(
            _library.string(struct.warnings[i]) or "" for i in range(struct.warning_count)))


def _articles(request: _library.Request) -> list[Article]:
    struct = request.get("articles")
    starts, blocks = struct.page_starts[: struct.article_count + 1], _Blocks(request)
    found = []
    for i in range(struct.article_count):
        found.append(Article(
            _library.string(struct.titles[i]) or "", _library.string(struct.languages[i]),
            _library.string(struct.markdown[i]) or "",
            tuple(struct.pages[starts[i] : starts[i + 1]]), struct.word_counts[i]))
        vars(found[i]).update(_blocks=blocks, _index=i)
    return found


def _hits(request: _library.Request) -> Hits:
    struct = request.get("hits")
    starts = struct.quad_starts[: struct.hit_count + 1]
    hits = []
    for i in range(struct.hit_count):
        quads = tuple(
            (struct.quad_pages[place], _quad(struct, place))
            for place in range(starts[i], starts[i + 1]))
        text, before, after = (
            _library.string(texts[i]) or "" for texts in (struct.texts, struct.befores, struct.afters))
        hits.append(Hit(quads[0][0], text, before, after, quads))
    return Hits(hits, _library.failures(struct))


def _range(first_page: int, page_count: int | None) -> tuple[int, int]:
    """Pages as the library has them: a count of 0 is for all that follow. Raises `BadRequest`."""
    return _library.whole("first_page", first_page, 0), _library.whole("page_count", page_count, 1)


class Opening(Coroutine[Any, Any, "Publication"]):
    """The result of `open_async`: `await` opens the publication; `async with` also closes it."""

    def __init__(self, opening: Coroutine[Any, Any, Publication]) -> None:
        self._opening = opening

    def __await__(self) -> Generator[Any, Any, Publication]:
        return self._opening.__await__()

    def send(self, value: Any) -> Any:
        return self._opening.send(value)

    def throw(self, *failure: Any) -> Any:
        return self._opening.throw(*failure)

    def close(self) -> None:
        self._opening.close()

    async def __aenter__(self) -> Publication:
        self._publication = await self._opening
        return self._publication

    async def __aexit__(self, *_: object) -> None:
        self._publication.close()


def _opening(method: Callable[P, Coroutine[Any, Any, Publication]]) -> Callable[P, Opening]:
    """The method with a result that `async with` takes too."""
    def opening(*arguments: P.args, **options: P.kwargs) -> Opening:
        return Opening(method(*arguments, **options))

    return _library.described(opening, method, result="Opening")


class Engine:
    """Opens publications with one process of the recto command. `recto.open` uses an engine of its own.

    `program` is the recto command of this version, `cache` a folder for counts of pages and indices of
    searches. Raises `NotInstalled` where there is no recto command.
    """

    def __init__(
        self, program: str | os.PathLike[str] | None = None, *, cache: str | os.PathLike[str] | None = None,
        sandboxed: bool = True,
    ) -> None:
        options = _library.EngineOptions(
            program=_library.path("program", program), cache_directory=_library.path("cache", cache),
            flags=0 if sandboxed else 1)
        library = _library.library()
        handle, error = ctypes.c_void_p(), _library.Error()
        if library.recto_engine_new(
            ctypes.byref(options), ctypes.byref(handle), ctypes.byref(error)
        ):
            raise _library.failure(error)
        self._handle: int = handle.value or 0
        weakref.finalize(self, library.recto_engine_free, self._handle).atexit = False

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("an engine cannot be copied or pickled: make one in each process")

    @waiting
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
    ) -> PendingResult[Publication]:
        """Opens a path, bytes, a descriptor of a regular file, or a binary file object.

        A file object is opened from its beginning, and may be closed at once; one without a descriptor,
        such as a `BytesIO` or a member of an archive, is read first. `name`, such as "story.md",
        identifies formats without a signature; paths and most file objects have one. A file that has
        another name than its path is read alone, without files beside it. `time_limit` is seconds
        that a page may take (10), `memory_limit` MiB of a worker (512), `workers` processes at most
        (one a processor). `page_size` and `margin` (points), `font_scale` and `theme` lay a reflowable
        source out, as do the reader's wishes for type: `typeface` (serif, sans, dyslexic),
        `line_spacing` (times the size of type), `justify`, `hyphens`, `word_spacing` and
        `letter_spacing` (ems), `text_color` and `paper_color` (#rrggbb), and `publisher_styles`, which
        is False to leave out a book's style sheets. `engine` (poppler, pdfium) reads a PDF first; another
        takes over where it fails. Raises a subclass of `RectoError`.
        """
        style = dict(
            typeface=typeface, line_spacing=line_spacing, justify=justify, hyphens=hyphens,
            word_spacing=word_spacing, letter_spacing=letter_spacing, text_color=text_color,
            paper_color=paper_color, publisher_styles=publisher_styles)
        if engine == "":
            raise _errors.BadRequest("engine must be a name such as pdfium, and is empty")
        width, height = checked_page_size(page_size)
        options = _library.OpenOptions(
            password=_library.text("password", password),
            time_limit=_library.seconds("time_limit", time_limit),
            memory_limit=_library.whole("memory_limit", memory_limit, 16, 1 << 20, " of MiB"),
            workers=_library.whole("workers", workers, 1, 256), page_width=width, page_height=height,
            font_scale=_library.number("font_scale", font_scale, 0.25, 5), margin=checked_margin(margin),
            theme=_library.text("theme", theme), style=_library.text("style", style_text(style)),
            engine=_library.text("engine", engine))
        request, label = _inputs.begin(self._handle, source, name, ctypes.byref(options))
        return PendingResult(request, lambda request: Publication(request, label, self))

    open_async = _opening(in_event_loop(open))


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
    except (TypeError, ValueError, OverflowError):
        width = height = 0
    if not (width > 0 and height > 0):
        raise _errors.BadRequest("page_size must be a width and a height in points, such as (420, 595)")
    return width, height


def checked_margin(margin: Any) -> float:
    """A margin as librecto has it: 0 for the source's own, less for none. Raises `BadRequest`."""
    if margin is None:
        return 0
    try:
        points = math.nan if isinstance(margin, (str, bytes)) else float(margin)
    except (TypeError, ValueError, OverflowError):
        points = math.nan
    if not 0 <= points < math.inf:
        raise _errors.BadRequest(f"margin must be a number of points of at least 0, not {_library.shown(margin)}")
    return points or -1


def style_text(settings: dict[str, Any]) -> str | None:
    """The settings that are not None, as librecto reads them. Raises `BadRequest`."""
    words = {True: "on", False: "off"}
    given = []
    for name, value in settings.items():
        if value is None:
            continue
        try:
            word = words[value] if isinstance(value, bool) else str(value)
        except ValueError:
            # An integer of thousands of digits.
            word = ","
        # A comma would begin another setting.
        if "," in word:
            raise _errors.BadRequest(f"{name} {_library.shown(value)} is not known")
        given.append(f"{name.replace('_', '-')}={word}")
    return ",".join(given) or None


_engines: dict[int, Engine] = {}
_lock = fork_safe_lock()


def _engine() -> Engine:
    """The engine of this process; a fork gets one of its own."""
    process = os.getpid()
    with _lock:
        if process not in _engines:
            _engines[process] = Engine()
        return _engines[process]


def _of_this_process(method: Callable[Concatenate[Engine, P], Value]) -> Callable[P, Value]:
    """A method of `Engine` as a function, with the engine of this process."""
    def function(*arguments: P.args, **options: P.kwargs) -> Value:
        return method(_engine(), *arguments, **options)

    signature = inspect.signature(method)
    described = _library.described(function, method)
    described.__dict__["__signature__"] = signature.replace(parameters=[*signature.parameters.values()][1:])
    return described


open = _of_this_process(Engine.open)  # noqa: A001
open_async = _of_this_process(Engine.open_async)


def _with_options_of(method: Any, /, **defaults: Any) -> Callable[[Callable[P, Value]], Callable[P, Value]]:
    """Shows the options of a method in place of `**options` in the signature of a function."""
    def signed(function: Callable[P, Value]) -> Callable[P, Value]:
        signature = inspect.signature(function)
        own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
        options = [
            each.replace(kind=each.KEYWORD_ONLY, default=defaults.get(each.name, each.default))
            for each in inspect.signature(method).parameters.values() if each.name != "self"]
        function.__dict__["__signature__"] = signature.replace(parameters=[*own, *options])
        return function

    return signed


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

    def __reduce__(self) -> tuple[Any, ...]:
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

    def _ask(
        self, name: str, finish: Callable[[_library.Request], Value], time_limit: float | None,
    ) -> PendingResult[Value]:
        """Asks for something of the publication; `finish` makes it of the answer."""
        return PendingResult(_library.Request(name, self._handle, _library.request_options(time_limit)), finish)

    @waiting
    def read_info(self, time_limit: float | None = None) -> PendingResult[Info]:
        """The publication's metadata; warnings grow as its pages are read."""
        return self._ask("info", _info, time_limit)

    read_info_async = in_event_loop(read_info)

    @property
    def info(self) -> Info:
        """The publication's metadata; warnings grow as its pages are read."""
        return self.read_info()

    @waiting
    def read_outline(self, time_limit: float | None = None) -> PendingResult[list[OutlineEntry]]:
        """The table of contents; each entry is followed by those below it."""
        return self._ask("outline", _outline, time_limit)

    read_outline_async = in_event_loop(read_outline)

    @property
    def outline(self) -> list[OutlineEntry]:
        """The table of contents; each entry is followed by those below it."""
        return self.read_outline()

    @waiting
    def read_attachments(self, time_limit: float | None = None) -> PendingResult[list[_lists.Attachment]]:
        """The files that the publication carries."""
        return _lists.ask_attachments(self, time_limit)

    read_attachments_async = in_event_loop(read_attachments)

    @property
    def attachments(self) -> list[_lists.Attachment]:
        """The files that the publication carries."""
        return self.read_attachments()

    @waiting
    def read_layers(self, time_limit: float | None = None) -> PendingResult[list[_lists.Layer]]:
        """The layers that `Page.render` can show and hide, nested as the source has them."""
        return _lists.ask_layers(self, time_limit)

    read_layers_async = in_event_loop(read_layers)

    @property
    def layers(self) -> list[_lists.Layer]:
        """The layers that `Page.render` can show and hide, nested as the source has them."""
        return self.read_layers()

    @waiting
    def read_fonts(self, time_limit: float | None = None) -> PendingResult[list[_lists.Font]]:
        """The fonts of the publication, each once."""
        return _lists.ask_fonts(self, time_limit)

    read_fonts_async = in_event_loop(read_fonts)

    @property
    def fonts(self) -> list[_lists.Font]:
        """The fonts of the publication, each once."""
        return self.read_fonts()

    @waiting
    def articles(self, time_limit: float | None = None) -> PendingResult[list[Article]]:
        """The stories of the publication; the text of every page is read for them."""
        return self._ask("articles", _articles, time_limit)

    articles_async = in_event_loop(articles)

    @waiting
    def markdown(
        self, *, first_page: int = 0, page_count: int | None = None, time_limit: float | None = None,
    ) -> PendingResult[Markdown]:
        """The articles one after the other, or some pages, with the page and place of each word.

        Pages that belong to no article, such as those that are only a picture, are not in the articles.
        They are in the Markdown of pages: `page_count` from `first_page` on, or all that follow. Pages
        that cannot be read are in `failures`.
        """
        first, count = _range(first_page, page_count)
        return PendingResult(_library.Request(
            "markdown", self._handle, first, count, _library.request_options(time_limit)), Markdown)

    markdown_async = in_event_loop(markdown)

    @waiting
    def search(
        self, query: str, *, regex: bool = False, case: bool = False, accents: bool = False,
        whole_words: bool = False, first_page: int = 0, page_count: int | None = None,
        regex_limit: float | None = None, time_limit: float | None = None,
    ) -> PendingResult[Hits]:
        """Finds text over the ends of lines, columns and pages, in the order of the pages.

        It searches `page_count` pages from `first_page` on, or all that follow. A regular expression may
        take `regex_limit` seconds (1), and each page `time_limit`. Pages that cannot be read are in
        `failures`.
        """
        chosen = (regex, case, accents, whole_words)
        first, count = _range(first_page, page_count)
        options = _library.SearchOptions(
            flags=sum(bool(choice) << place for place, choice in enumerate(chosen)), first_page=first,
            page_count=count, regex_limit=_library.seconds("regex_limit", regex_limit),
            time_limit=_library.seconds("time_limit", time_limit))
        return PendingResult(_library.Request(
            "search", self._handle, _library.text("query", query), ctypes.byref(options)), _hits)

    search_async = in_event_loop(search)

    @overload
    def render_pages(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None,
        errors: Literal["raise"] = "raise", **options: Unpack[RenderOptions],
    ) -> Iterator[Image]: ...

    @overload
    def render_pages(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None,
        errors: Literal["return"], **options: Unpack[RenderOptions],
    ) -> Iterator[Image | _errors.RectoError]: ...

    @_with_options_of(Page.render, priority="export")
    def render_pages(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None, errors: str = "raise",
        **options: Any,
    ) -> Iterator[Any]:
        """The images of pages in their order, made by all workers at once; see `Page.render`.

        A page that fails raises; with errors="return" it gives its exception instead. `progress` is
        called with the pages done and their number.
        """
        return _Ahead(self, pages, _rendering(options), progress, errors).results()

    @overload
    def render_pages_async(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None,
        errors: Literal["raise"] = "raise", **options: Unpack[RenderOptions],
    ) -> AsyncGenerator[Image, None]: ...

    @overload
    def render_pages_async(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None,
        errors: Literal["return"], **options: Unpack[RenderOptions],
    ) -> AsyncGenerator[Image | _errors.RectoError, None]: ...

    @_with_options_of(Page.render, priority="export")
    def render_pages_async(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None, errors: str = "raise",
        **options: Any,
    ) -> AsyncGenerator[Any, None]:
        """`render_pages` in an event loop: `async for image in issue.render_pages_async()`.

        A task that is cancelled, or a loop that ends early, stops the workers.
        """
        return _Ahead(self, pages, _rendering(options), progress, errors).results_async()

    @overload
    def read_pages(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None,
        errors: Literal["raise"] = "raise", time_limit: float | None = None,
    ) -> Iterator[Text]: ...

    @overload
    def read_pages(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None,
        errors: Literal["return"], time_limit: float | None = None,
    ) -> Iterator[Text | _errors.RectoError]: ...

    def read_pages(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None, errors: str = "raise",
        time_limit: float | None = None,
    ) -> Iterator[Any]:
        """The words of pages in their order, read by all workers at once; see `Page.read`.

        `errors` and `progress` are those of `render_pages`.
        """
        return _Ahead(self, pages, _reading(time_limit), progress, errors).results()

    @overload
    def read_pages_async(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None,
        errors: Literal["raise"] = "raise", time_limit: float | None = None,
    ) -> AsyncGenerator[Text, None]: ...

    @overload
    def read_pages_async(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None,
        errors: Literal["return"], time_limit: float | None = None,
    ) -> AsyncGenerator[Text | _errors.RectoError, None]: ...

    def read_pages_async(
        self, pages: Iterable[int] | None = None, *, progress: Progress | None = None, errors: str = "raise",
        time_limit: float | None = None,
    ) -> AsyncGenerator[Any, None]:
        """`read_pages` in an event loop, as `render_pages_async` does it."""
        return _Ahead(self, pages, _reading(time_limit), progress, errors).results_async()

    def __repr__(self) -> str:
        return f"<recto.Publication {self.source}, {self._count} pages>"


def _rendering(options: dict[str, Any]) -> Callable[[Page], PendingResult[Image]]:
    """Begins to render a page. Raises `BadRequest` for options that `Page.render` does not have."""
    if unknown := options.keys() - RenderOptions.__annotations__.keys():
        raise _errors.BadRequest(f"there is no option {min(unknown)}")
    begin = _library.beginning(Page.render)
    return lambda page: begin(page, **{"priority": "export", **options})


def _reading(time_limit: float | None) -> Callable[[Page], PendingResult[Text]]:
    """Begins to read a page."""
    begin = _library.beginning(Page.read)
    return lambda page: begin(page, time_limit)


class _Ahead(Generic[Value]):
    """The results of many pages in their order, of which some are begun before they are asked for."""

    def __init__(
        self, publication: Publication, pages: Iterable[int] | None, begin: Callable[[Page], PendingResult[Value]],
        progress: Progress | None, errors: str,
    ) -> None:
        if errors not in ("raise", "return"):
            raise _errors.BadRequest(f"errors must be raise or return, not {_library.shown(errors)}")
        self._publication = publication
        self._pages = list(range(len(publication)) if pages is None else pages)
        self._begin = begin
        self._progress = progress
        self._returns_errors = errors == "return"

    def results(self) -> Iterator[Value | _errors.RectoError]:
        with contextlib.closing(self._begun()) as begun:
            for done, asked in enumerate(begun, 1):
                result: Value | _errors.RectoError
                try:
                    result = asked.wait()
                except _errors.RectoError as error:
                    result = self._kept(error)
                self._tell(done)
                yield result

    async def results_async(self) -> AsyncGenerator[Value | _errors.RectoError, None]:
        with contextlib.closing(self._begun()) as begun:
            for done, asked in enumerate(begun, 1):
                result: Value | _errors.RectoError
                try:
                    result = await asked.wait_async()
                except _errors.RectoError as error:
                    result = self._kept(error)
                self._tell(done)
                yield result

    def _begun(self) -> Generator[PendingResult[Value], None, None]:
        """The requests for the pages; those that are waiting are cancelled when it is closed."""
        waiting: collections.deque[PendingResult[Value]] = collections.deque()
        left = iter(self._pages)
        ahead = _processors.count() + 2
        while True:
            for page in itertools.islice(left, ahead - len(waiting)):
                try:
                    waiting.append(self._begin(self._publication[page]))
                except _errors.NoSuchPage as error:
                    waiting.append(FailedResult(error))
            if not waiting:
                return
            yield waiting.popleft()

    def _kept(self, error: _errors.RectoError) -> _errors.RectoError:
        if not self._returns_errors:
            raise error
        return error

    def _tell(self, done: int) -> None:
        if self._progress is not None:
            self._progress(done, len(self._pages))
