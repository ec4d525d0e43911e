"""A page: its facts, its image and its words."""

from __future__ import annotations

import ctypes
import operator
from dataclasses import dataclass
from struct import iter_unpack
from typing import TYPE_CHECKING, Any

from . import _errors, _library, _lists
from ._markdown import Markdown

if TYPE_CHECKING:
    from ._publication import Link, Publication

MODES = {"RGB": (2, 3), "RGBA": (3, 4), "L": (4, 1), "BGRX": (0, 4), "BGRA": (1, 4)}
_ORDERS = ("structure", "articles", "layout", "geometry")
#: Bytes that an array of words may take: each word takes as many as the longest.
_LARGEST_ARRAY = 1 << 30
PRIORITIES = {"visible": 0, "neighbor": 1, "thumbnail": 2, "export": 3}


class Image:
    """Pixels of a page, rows from the top, without gaps.

    `memoryview(image.data)`, `numpy.asarray(image)` and `image.to_pil()` share its memory; Pillow
    copies RGB, which it keeps in four bytes.
    """

    def __init__(self, request: _library.Request, mode: str) -> None:
        struct = request.get("image")
        number, channels = MODES[mode]
        self.width: int = struct.width
        self.height: int = struct.height
        self.mode = mode
        #: Pixels per point.
        self.scale: float = struct.scale
        #: From points to pixels: x' = t[0] x + t[2] y + t[4], y' = t[1] x + t[3] y + t[5].
        self.transform: tuple[float, ...] = tuple(struct.transform)
        self.channels = channels
        #: The samples, red first but for BGRX and BGRA.
        self.data = bytearray(self.width * self.height * channels)
        buffer = (ctypes.c_char * len(self.data)).from_buffer(self.data)
        error = _library.Error()
        if _library.library().recto_copy_image(
            request.handle, number, buffer, len(self.data), self.width * channels,
            ctypes.byref(error),
        ):
            raise _library.failure(error, request.page)

    @property
    def shape(self) -> tuple[int, ...]:
        """Height, width and, unless it is gray, channels."""
        return (self.height, self.width) + ((self.channels,) if self.channels > 1 else ())

    def __buffer__(self, flags: int) -> memoryview:
        return memoryview(self.data).cast("B", self.shape)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        # A view, which keeps the samples from being resized below an array.
        return {"version": 3, "shape": self.shape, "typestr": "|u1", "data": memoryview(self.data)}

    def to_pil(self) -> Any:
        """The same as a `PIL.Image`. Raises `NotInstalled` without Pillow."""
        try:
            from PIL import Image as Pillow
        except ModuleNotFoundError:
            raise _errors.NotInstalled("a PIL.Image needs Pillow: install it (pip install pillow)") from None

        if self.mode.startswith("BGR"):
            raise _errors.BadRequest("Pillow does not support this mode: render with mode RGB, RGBA or L")
        size = (self.width, self.height)
        return Pillow.frombuffer(self.mode, size, self.data, "raw", self.mode, 0, 1)

    def to_pixels(self, box: Any) -> tuple[float, float, float, float]:
        """The area on the image of a box in points: x, y, width and height of both."""
        x, y, width, height = box
        t = self.transform
        xs = [t[0] * a + t[2] * b + t[4] for a in (x, x + width) for b in (y, y + height)]
        ys = [t[1] * a + t[3] * b + t[5] for a in (x, x + width) for b in (y, y + height)]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def _repr_png_(self) -> bytes:
        import struct
        import zlib

        kinds = {1: 0, 3: 2, 4: 6}
        row = self.width * self.channels
        if self.mode.startswith("BGR"):
            data = bytearray(self.data)
            data[0::4], data[2::4] = self.data[2::4], self.data[0::4]
        else:
            data = self.data
        lines = b"".join(
            b"\0" + bytes(data[place : place + row]) for place in range(0, row * self.height, row))

        def chunk(kind: bytes, content: bytes) -> bytes:
            check = zlib.crc32(kind + content)
            return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

        header = struct.pack(">IIBBBBB", self.width, self.height, 8, kinds[self.channels], 0, 0, 0)
        return (
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines, 1))
            + chunk(b"IEND", b""))

    def __repr__(self) -> str:
        return f"<recto.Image {self.width} x {self.height} {self.mode}>"


class Text:
    """The text of a page in reading order: words with boxes, quads, fonts and sizes."""

    def __init__(self, request: _library.Request) -> None:
        self._struct = struct = request.get("text")
        self.plain: str = ctypes.string_at(struct.plain, struct.plain_length).decode()
        #: How the order was found: structure, articles, layout or geometry.
        self.order: str = _ORDERS[struct.order]
        self.fonts: list[str] = [struct.fonts[i].decode() for i in range(struct.font_count)]
        utf8 = ctypes.string_at(struct.word_utf8, struct.word_starts[struct.word_count])
        self.words: list[str] = utf8.decode().split("\0")[:-1]

    def __reduce__(self):
        raise TypeError("a page's text cannot be copied or pickled: take its rows() or array()")

    def _groups(self, pointer: Any, count: int, size: int) -> list[tuple[float, ...]]:
        return list(iter_unpack(f"{size}d", ctypes.string_at(pointer, count * size * 8)))

    @property
    def boxes(self) -> list[tuple[float, ...]]:
        """x, y, width and height of each word."""
        return self._groups(self._struct.word_boxes, self._struct.word_count, 4)

    @property
    def quads(self) -> list[tuple[float, ...]]:
        """The corners of each word: top left, top right, bottom right, bottom left of the text."""
        return self._groups(self._struct.word_quads, self._struct.word_count, 8)

    @property
    def lines(self) -> list[int]:
        """The index of each word's line."""
        return self._struct.word_lines[: self._struct.word_count]

    @property
    def joins_next(self) -> list[bool]:
        """For each word, whether the next one follows without a space, on its line or the next."""
        return [bool(flags & 1) for flags in self._struct.word_flags[: self._struct.word_count]]

    def rows(self) -> list[dict[str, Any]]:
        """The words as dictionaries: text, box, font, size, line, block, direction."""
        struct = self._struct
        blocks = struct.line_blocks[: struct.line_count]
        found = []
        for index, (word, box) in enumerate(zip(self.words, self.boxes)):
            font, line, flags = (
                struct.word_fonts[index], struct.word_lines[index], struct.word_flags[index])
            found.append({
                "text": word, "box": dict(zip(("x", "y", "width", "height"), box)),
                "font": self.fonts[font] if font >= 0 else None, "size": struct.word_sizes[index],
                "line": line, "block": blocks[line],
                "direction": "rtl" if flags & 2 else "ttb" if flags & 4 else "ltr"})
        return found

    def array(self) -> Any:
        """The words as a structured numpy array.

        Raises `LimitReached` where one would take over 1 GiB, `NotInstalled` without numpy.
        """
        try:
            import numpy
        except ModuleNotFoundError:
            raise _errors.NotInstalled(
                "an array of words needs numpy: install it (pip install numpy), or use read().rows()",
                self._struct.request.page) from None

        struct, count = self._struct, self._struct.word_count
        longest = max(map(len, self.words), default=1)
        longest_font = max(map(len, self.fonts), default=1)
        row = numpy.dtype([
            ("text", f"U{longest}"), ("box", "f8", 4), ("quad", "f8", (4, 2)),
            ("font", f"U{longest_font}"), ("size", "f8"), ("line", "u4"), ("block", "u4"),
            ("joins_next", "?"), ("direction", "U3")])
        if count * row.itemsize > _LARGEST_ARRAY:
            raise _errors.LimitReached(
                f"{count} words of up to {longest} letters are too large for an array: use read().rows()",
                struct.request.page)
        words = numpy.zeros(count, dtype=row)
        if count == 0:
            return words

        def read(pointer: Any, length: int) -> Any:
            return numpy.ctypeslib.as_array(pointer, (length,))

        words["text"] = self.words
        words["box"] = read(struct.word_boxes, count * 4).reshape(count, 4)
        words["quad"] = read(struct.word_quads, count * 8).reshape(count, 4, 2)
        words["font"] = [self.fonts[i] if i >= 0 else "" for i in struct.word_fonts[:count]]
        words["size"] = read(struct.word_sizes, count)
        words["line"] = read(struct.word_lines, count)
        words["block"] = read(struct.line_blocks, struct.line_count)[words["line"]]
        flags = read(struct.word_flags, count)
        words["joins_next"] = flags & 1
        words["direction"] = numpy.where(flags & 2, "rtl", numpy.where(flags & 4, "ttb", "ltr"))
        return words


@dataclass(frozen=True)
class Facts:
    """A page's label, size and rotation; lengths in points."""

    label: str
    width: float
    height: float
    rotation: int


def _resolution(dpi: Any) -> float:
    """Pixels an inch, 0 for None. Raises `BadRequest`."""
    if dpi is None:
        return 0
    if isinstance(dpi, (str, bytes)) or not float(dpi) > 0:
        raise _errors.BadRequest("dpi must be a number greater than zero")
    return float(dpi)


def _size(fit: Any) -> tuple[int, int]:
    """A width and a height in pixels, both 0 for None. Raises `BadRequest`."""
    if fit is None:
        return 0, 0
    try:
        width, height = map(operator.index, fit)
    except (TypeError, ValueError):
        raise _errors.BadRequest("fit must be a width and a height in whole pixels, such as (600, 800)") from None
    if not (width > 0 and height > 0):
        raise _errors.BadRequest("fit must be greater than zero")
    return width, height


def _region(region: Any) -> _library.Box:
    """An area in points, all 0 for None. Raises `BadRequest`."""
    if region is None:
        return _library.Box()
    try:
        x, y, width, height = map(float, region)
    except (TypeError, ValueError):
        raise _errors.BadRequest("region must be x, y, width and height in points") from None
    if not (width > 0 and height > 0):
        raise _errors.BadRequest("the region has no area")
    return _library.Box(x, y, width, height)


def _layers(layers: Any, shown: bool) -> bytes | None:
    """The layers to show, or to hide, a line each; None for none. Raises `BadRequest`."""
    if not layers:
        return None
    if not isinstance(layers, dict) or any(not isinstance(name, str) or "\n" in name for name in layers):
        raise _errors.BadRequest('layers must be a dictionary such as {"Labels": False}')
    names = [name for name, is_shown in layers.items() if bool(is_shown) == shown]
    return _library.text("\n".join(names)) if names else None


class Page:
    """A page of an open publication. Nothing is read before it is asked for."""

    def __init__(self, publication: Publication, index: int) -> None:
        self.publication = publication
        self.index = index
        self._facts: Facts | None = None
        self._text: Text | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Page) and (self.publication, self.index) == (other.publication, other.index)

    def __hash__(self) -> int:
        return hash((self.publication, self.index))

    def __reduce__(self):
        raise TypeError("a page cannot be copied or pickled: open its publication in each process")

    def _ask(self, name: str, time_limit: float | None = None) -> _library.Request:
        options = _library.RequestOptions(time_limit=time_limit or 0)
        return _library.Request(
            name, self.publication._handle, self.index, ctypes.byref(options), page=self.index)

    @property
    def facts(self) -> Facts:
        if self._facts is None:
            struct = self._ask("page").wait().get("page")
            self._facts = Facts(
                struct.label.decode(), struct.width, struct.height, struct.rotation)
        return self._facts

    label = property(lambda self: self.facts.label, doc="As printed, such as iv.")
    width = property(lambda self: self.facts.width, doc="Points, before the page's rotation.")
    height = property(lambda self: self.facts.height, doc="Points, before the page's rotation.")
    rotation = property(lambda self: self.facts.rotation, doc="Degrees clockwise.")

    def _begin_render(
        self, dpi: float | None, fit: tuple[int, int] | None,
        region: tuple[float, float, float, float] | None, rotation: int, mode: str,
        background: str | None, dark: bool, annotations: bool, layers: dict[str, bool] | None,
        time_limit: float | None, priority: str,
    ) -> _library.Request:
        if not isinstance(mode, str) or mode not in MODES:
            raise _errors.BadRequest(f"mode must be one of {', '.join(MODES)}", self.index)
        if dpi is not None and fit is not None:
            raise _errors.BadRequest("dpi and fit cannot be used together", self.index)
        if background is None and mode in ("RGBA", "BGRA"):
            background = "transparent"
        try:
            width, height = _size(fit)
            options = _library.RenderOptions(
                dpi=_resolution(dpi), fit_width=width, fit_height=height, region=_region(region), rotation=rotation,
                flags=(2 if dark else 0) | (0 if annotations else 4) | (1 if mode == "L" else 0),
                background=_library.text(background), time_limit=time_limit or 0,
                priority=PRIORITIES[priority], shown_layers=_layers(layers, True),
                hidden_layers=_layers(layers, False))
        except (TypeError, KeyError, OverflowError) as error:
            raise _errors.BadRequest(f"an argument is invalid: {error}", self.index) from None
        except _errors.BadRequest as error:
            raise _errors.BadRequest(error.message, self.index) from None
        return _library.Request(
            "render", self.publication._handle, self.index, ctypes.byref(options), page=self.index)

    def render(
        self, dpi: float | None = None, *, fit: tuple[int, int] | None = None,
        region: tuple[float, float, float, float] | None = None, rotation: int = 0,
        mode: str = "RGB", background: str | None = None, dark: bool = False,
        annotations: bool = True, layers: dict[str, bool] | None = None,
        time_limit: float | None = None, priority: str = "visible",
    ) -> Image:
        """The page as pixels, at `dpi` (150) or as large as fits into `fit` pixels.

        `region` is x, y, width and height in points; `mode` is RGB, RGBA, L, BGRX or BGRA;
        `background` such as "#ffffff", transparent where there is alpha; `layers` says by the `id` of
        `Publication.layers` which to show (True) and to hide; `time_limit` in seconds.
        """
        request = self._begin_render(
            dpi, fit, region, rotation, mode, background, dark, annotations, layers, time_limit,
            priority)
        return Image(request.wait(), mode)

    async def render_async(
        self, dpi: float | None = None, *, fit: tuple[int, int] | None = None,
        region: tuple[float, float, float, float] | None = None, rotation: int = 0,
        mode: str = "RGB", background: str | None = None, dark: bool = False,
        annotations: bool = True, layers: dict[str, bool] | None = None,
        time_limit: float | None = None, priority: str = "visible",
    ) -> Image:
        """`render` in an event loop; a task that is cancelled stops the worker."""
        request = self._begin_render(
            dpi, fit, region, rotation, mode, background, dark, annotations, layers, time_limit,
            priority)
        return Image(await request.wait_async(), mode)

    def read(self, time_limit: float | None = None) -> Text:
        """The words of the page with their positions; cached."""
        if self._text is None:
            self._text = Text(self._ask("text", time_limit).wait())
        return self._text

    async def read_async(self, time_limit: float | None = None) -> Text:
        """`read` in an event loop."""
        if self._text is None:
            self._text = Text(await self._ask("text", time_limit).wait_async())
        return self._text

    text = property(lambda self: self.read().plain, doc="Lines, with an empty one between blocks.")
    words = property(
        lambda self: self.read().array(),
        doc="The words as a structured numpy array: text, box, quad, font, size, line, block, …")

    def text_json(self) -> dict[str, Any]:
        """The text as `recto text --format json --glyphs` has it."""
        return self._ask("text").wait().json()

    def markdown(self, time_limit: float | None = None) -> Markdown:
        """The page without running heads, with the place of each word.

        Some pages around it are read as well, which help to tell running heads from headings.
        """
        options = _library.RequestOptions(time_limit=time_limit or 0)
        return Markdown(_library.Request(
            "markdown", self.publication._handle, self.index, 1, ctypes.byref(options), page=self.index,
        ).wait())

    @property
    def links(self) -> list[Link]:
        """The links of the page."""
        from ._publication import links

        return links(self._ask("links").wait())

    @property
    def annotations(self) -> list[_lists.Annotation]:
        """The annotations of the page, hidden ones too, without links and form fields."""
        return _lists.annotations(self)

    @property
    def form_fields(self) -> list[_lists.FormField]:
        """The form fields of the page, with their values."""
        return _lists.form_fields(self)

    @property
    def media(self) -> list[_lists.Medium]:
        """The sounds, films and models that the page has places for."""
        return _lists.media(self)

    @property
    def pictures(self) -> list[_lists.Picture]:
        """The pictures on the page, with their places and their own pixels."""
        return _lists.pictures(self)

    def _repr_png_(self) -> bytes:
        return self.render(fit=(800, 800))._repr_png_()

    def __repr__(self) -> str:
        return f"<recto.Page {self.index} of {self.publication.source}>"
