"""A page: its facts, its image and its words."""

from __future__ import annotations

import ctypes
import functools
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from struct import iter_unpack
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from . import _errors, _library, _lists
from ._library import PendingResult, ReadyResult, in_event_loop, waiting
from ._lists import Box
from ._markdown import Markdown

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import PIL.Image

    from ._publication import Link, Publication

Mode = Literal["RGB", "RGBA", "L", "BGRX", "BGRA"]
Priority = Literal["visible", "neighbor", "thumbnail", "export"]

MODES = {"RGB": (2, 3), "RGBA": (3, 4), "L": (4, 1), "BGRX": (0, 4), "BGRA": (1, 4)}
_ORDERS = ("structure", "articles", "layout", "geometry")
#: Bytes that an array of words may take: each word takes as many as the longest.
_LARGEST_ARRAY = 1 << 30
PRIORITIES = {"visible": 0, "neighbor": 1, "thumbnail": 2, "export": 3}


class RenderOptions(TypedDict, total=False):
    """The arguments of `Page.render`, for functions that pass them on."""

    dpi: float | None
    fit: tuple[int, int] | None
    region: Box | None
    rotation: int
    mode: Mode
    background: str | None
    dark: bool
    annotations: bool
    layers: dict[str, bool] | None
    deterministic: bool
    time_limit: float | None
    priority: Priority


class _Sample(ctypes.Union):
    """A byte. A union, since the buffer of a `c_ubyte` has the format "<B", which `memoryview` cannot read."""

    _fields_ = [("value", ctypes.c_ubyte)]


class Image(ctypes.Array):  # type: ignore[type-arg]
    """Pixels of a page, rows from the top, without gaps.

    It has the buffer protocol: `memoryview(image)`, `numpy.asarray(image)` and `image.to_pil()` share its
    memory, which outlives the publication; Pillow copies RGB, which it keeps in four bytes. The buffer has
    the image's shape, and that of `image.data` one dimension, as `hashlib` wants it before Python 3.12.
    """

    # An array of C, since Python has no `__buffer__` before 3.12. Each shape is a subclass.
    _type_ = _Sample
    _length_ = 0

    width: int
    height: int
    mode: Mode
    channels: int
    #: Pixels per point.
    scale: float
    #: From points to pixels: x' = t[0] x + t[2] y + t[4], y' = t[1] x + t[3] y + t[5].
    transform: tuple[float, ...]
    #: The samples, red first but for BGRX and BGRA.
    data: bytearray

    def __init__(self) -> None:
        raise TypeError("images are made by Page.render")

    @classmethod
    def _of(cls, request: _library.Request, mode: Mode) -> Image:
        """The image of an answer."""
        struct = request.get("image")
        number, channels = MODES[mode]
        data = bytearray(struct.width * struct.height * channels)
        image = _image(data, struct.width, struct.height, mode, struct.scale, tuple(struct.transform))
        error = _library.Error()
        if _library.library().recto_copy_image(
            request.handle, number, image, len(data), image.stride, ctypes.byref(error),
        ):
            raise _library.failure(error, request.page)
        return image

    @property
    def shape(self) -> tuple[int, ...]:
        """Height, width and, unless it is gray, channels."""
        return (self.height, self.width) + ((self.channels,) if self.channels > 1 else ())

    @property
    def stride(self) -> int:
        """Bytes from one row to the next."""
        return self.width * self.channels

    def __buffer__(self, flags: int) -> memoryview:
        # From Python 3.12 on; unlike the buffer of ctypes it has one dimension for those who ask for no shape.
        return memoryview(self.data).cast("B", self.shape)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return {"version": 3, "shape": self.shape, "typestr": "|u1", "data": memoryview(self.data)}

    # Arrays of ctypes are neither hashable nor can they be pickled.
    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return _image, (self.data, self.width, self.height, self.mode, self.scale, self.transform)

    def to_pil(self) -> PIL.Image.Image:
        """The same as a `PIL.Image`. Raises `NotInstalled` without Pillow."""
        try:
            from PIL import Image as Pillow
        except ModuleNotFoundError:
            raise _errors.NotInstalled("a PIL.Image needs Pillow: install it (pip install pillow)") from None

        if self.mode.startswith("BGR"):
            raise _errors.BadRequest("Pillow does not support this mode: render with mode RGB, RGBA or L")
        # Before 9.5, Pillow takes no bytearray.
        return Pillow.frombuffer(self.mode, (self.width, self.height), self, "raw", self.mode, 0, 1)

    def to_pixels(self, box: Any) -> Box:
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
        row = self.stride
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


@functools.lru_cache(64)
def _image_type(shape: tuple[int, ...]) -> type[Image]:
    """The class of images of a shape."""
    row: Any = _Sample
    for count in reversed(shape[1:]):
        row = row * count
    return type("Image", (Image,), {"_type_": row, "_length_": shape[0], "__module__": Image.__module__})


def _image(
    data: bytearray, width: int, height: int, mode: Mode, scale: float, transform: tuple[float, ...],
) -> Image:
    """The image with these samples, which it shares."""
    channels = MODES[mode][1]
    image = _image_type((height, width, channels) if channels > 1 else (height, width)).from_buffer(data)
    image.data, image.width, image.height, image.mode = data, width, height, mode
    image.channels, image.scale, image.transform = channels, scale, transform
    return image


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

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a page's text cannot be copied or pickled: take its rows() or array()")

    @staticmethod
    def _groups(pointer: Any, count: int, size: int) -> list[Any]:
        return list(iter_unpack(f"{size}d", ctypes.string_at(pointer, count * size * 8)))

    @property
    def boxes(self) -> list[Box]:
        """x, y, width and height of each word."""
        return self._groups(self._struct.word_boxes, self._struct.word_count, 4)

    @property
    def quads(self) -> list[tuple[float, ...]]:
        """The corners of each word: top left, top right, bottom right, bottom left of the text."""
        return self._groups(self._struct.word_quads, self._struct.word_count, 8)

    @property
    def glyph_boxes(self) -> list[list[Box]]:
        """For each word, the boxes of its letters (grapheme clusters)."""
        struct = self._struct
        boxes = self._groups(struct.glyph_boxes, struct.glyph_count, 4)
        starts = struct.word_glyphs[: struct.word_count + 1]
        return [boxes[start:end] for start, end in zip(starts, starts[1:])]

    @property
    def languages(self) -> list[str | None]:
        """The language of each word (BCP 47), or None where none is stated."""
        struct = self._struct
        names = [_library.string(struct.languages[i]) for i in range(struct.language_count)]
        return [names[i] if i >= 0 else None for i in struct.word_languages[: struct.word_count]]

    @property
    def lines(self) -> list[int]:
        """The index of each word's line."""
        return list(self._struct.word_lines[: self._struct.word_count])

    @property
    def line_boxes(self) -> list[Box]:
        """x, y, width and height of each line."""
        return self._groups(self._struct.line_boxes, self._struct.line_count, 4)

    @property
    def baselines(self) -> list[Box]:
        """For each line, x and y of the start of its baseline and of its end, in the line's direction."""
        return self._groups(self._struct.line_baselines, self._struct.line_count, 4)

    @property
    def line_blocks(self) -> list[int]:
        """The index of each line's block."""
        return list(self._struct.line_blocks[: self._struct.line_count])

    @property
    def block_boxes(self) -> list[Box]:
        """x, y, width and height of each block."""
        return self._groups(self._struct.block_boxes, self._struct.block_count, 4)

    @property
    def block_roles(self) -> list[str]:
        """The role of each block, such as paragraph, heading1 or artifact."""
        return [self._struct.block_roles[i].decode() for i in range(self._struct.block_count)]

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

    def array(self) -> numpy.typing.NDArray[numpy.void]:
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
    """A page's label, size, rotation and boxes, in points from the top left of its crop box."""

    #: As printed, such as iv; the number from 1 where there is none.
    label: str
    #: The size of the crop box, before the page's rotation.
    width: float
    height: float
    #: Degrees clockwise.
    rotation: int
    media_box: Box
    bleed_box: Box
    trim_box: Box
    art_box: Box


def _facts(request: _library.Request) -> Facts:
    struct = request.get("page")
    return Facts(
        struct.label.decode(), struct.width, struct.height, struct.rotation,
        *((box.x, box.y, box.width, box.height) for box in (struct.media, struct.bleed, struct.trim, struct.art)))


def _resolution(dpi: Any) -> float:
    """Pixels an inch, 0 for None. Raises `BadRequest`."""
    if dpi is None:
        return 0
    try:
        found = math.nan if isinstance(dpi, (str, bytes)) else float(dpi)
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not 0 < found < math.inf:
        raise _errors.BadRequest(f"dpi must be a number greater than zero, not {_library.shown(dpi)}")
    return found


def _choice(name: str, value: Any, choices: dict[str, Any]) -> Any:
    """What a word stands for. Raises `BadRequest`."""
    if not isinstance(value, str) or value not in choices:
        raise _errors.BadRequest(f"{name} must be one of {', '.join(choices)}, not {_library.shown(value)}")
    return choices[value]


def _turn(rotation: Any) -> int:
    """Degrees clockwise from 0 to 270. Raises `BadRequest`."""
    try:
        degrees = operator.index(rotation)
    except TypeError:
        degrees = 1
    if degrees % 90:
        raise _errors.BadRequest(f"rotation must be 0, 90, 180 or 270, not {_library.shown(rotation)}")
    return degrees % 360


def _size(fit: Any) -> tuple[int, int]:
    """A width and a height in pixels, both 0 for None. Raises `BadRequest`."""
    if fit is None:
        return 0, 0
    try:
        width, height = map(operator.index, fit)
    except (TypeError, ValueError):
        raise _errors.BadRequest("fit must be a width and a height in whole pixels, such as (600, 800)") from None
    if not (0 < width < 1 << 31 and 0 < height < 1 << 31):
        raise _errors.BadRequest(f"fit must be pixels from 1 to {(1 << 31) - 1}, not {_library.shown(fit)}")
    return width, height


def _region(region: Any) -> _library.Box:
    """An area in points, all 0 for None. Raises `BadRequest`."""
    if region is None:
        return _library.Box()
    try:
        x, y, width, height = map(float, region)
    except (TypeError, ValueError, OverflowError):
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
    return _library.text("layers", "\n".join(names)) if names else None


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

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a page cannot be copied or pickled: open its publication in each process")

    def _ask(
        self, name: str, finish: Callable[[_library.Request], _library.Value], time_limit: float | None,
    ) -> PendingResult[_library.Value]:
        """Asks for something of the page; `finish` makes it of the answer."""
        return PendingResult(_library.Request(
            name, self.publication._handle, self.index, _library.request_options(time_limit), page=self.index,
        ), finish)

    @waiting
    def read_facts(self, time_limit: float | None = None) -> PendingResult[Facts]:
        """The page's label, size, rotation and boxes; cached."""
        def keep(request: _library.Request) -> Facts:
            self._facts = _facts(request)
            return self._facts

        return ReadyResult(self._facts) if self._facts else self._ask("page", keep, time_limit)

    read_facts_async = in_event_loop(read_facts)

    @property
    def facts(self) -> Facts:
        """The page's label, size, rotation and boxes."""
        return self.read_facts()

    @property
    def label(self) -> str:
        """As printed, such as iv."""
        return self.facts.label

    @property
    def width(self) -> float:
        """Points, before the page's rotation."""
        return self.facts.width

    @property
    def height(self) -> float:
        """Points, before the page's rotation."""
        return self.facts.height

    @property
    def rotation(self) -> int:
        """Degrees clockwise."""
        return self.facts.rotation

    @waiting
    def render(
        self, dpi: float | None = None, *, fit: tuple[int, int] | None = None, region: Box | None = None,
        rotation: int = 0, mode: Mode = "RGB", background: str | None = None, dark: bool = False,
        annotations: bool = True, layers: dict[str, bool] | None = None, deterministic: bool = False,
        time_limit: float | None = None, priority: Priority = "visible",
    ) -> PendingResult[Image]:
        """The page as pixels, at `dpi` (150) or as large as fits into `fit` pixels.

        `region` is x, y, width and height in points; `mode` is RGB, RGBA, L, BGRX or BGRA;
        `background` such as "#ffffff", transparent where there is alpha; `layers` says by the `id` of
        `Publication.layers` which to show (True) and to hide; `deterministic` draws the same pixels on
        every machine with the same libraries; `time_limit` is in seconds; `priority` is visible, neighbor,
        thumbnail or export, of which the first are drawn first.
        """
        try:
            number = _choice("mode", mode, MODES)[0]
            if dpi is not None and fit is not None:
                raise _errors.BadRequest("dpi and fit cannot be used together")
            if background is None and mode in ("RGBA", "BGRA"):
                background = "transparent"
            width, height = _size(fit)
            flags = (mode == "L", dark, not annotations, deterministic)
            options = _library.RenderOptions(
                dpi=_resolution(dpi), fit_width=width, fit_height=height, region=_region(region),
                rotation=_turn(rotation),
                flags=sum(bool(flag) << place for place, flag in enumerate(flags)),
                background=_library.text("background", background),
                time_limit=_library.seconds("time_limit", time_limit),
                priority=_choice("priority", priority, PRIORITIES), shown_layers=_layers(layers, True),
                hidden_layers=_layers(layers, False))
        except _errors.BadRequest as error:
            raise _errors.BadRequest(error.message, self.index) from None
        request = _library.Request(
            "render", self.publication._handle, self.index, ctypes.byref(options), page=self.index)
        return PendingResult(request, lambda request: Image._of(request, mode))

    render_async = in_event_loop(render)

    @waiting
    def read(self, time_limit: float | None = None) -> PendingResult[Text]:
        """The words of the page with their positions; cached."""
        def keep(request: _library.Request) -> Text:
            self._text = Text(request)
            return self._text

        return ReadyResult(self._text) if self._text else self._ask("text", keep, time_limit)

    read_async = in_event_loop(read)

    @property
    def text(self) -> str:
        """Lines, with an empty one between blocks."""
        return self.read().plain

    @property
    def words(self) -> numpy.typing.NDArray[numpy.void]:
        """The words as a structured numpy array: text, box, quad, font, size, line, block, …"""
        return self.read().array()

    @waiting
    def text_json(self, time_limit: float | None = None) -> PendingResult[dict[str, Any]]:
        """The text as `recto text --format json --glyphs` has it."""
        return self._ask("text", _library.Request.json, time_limit)

    text_json_async = in_event_loop(text_json)

    @waiting
    def markdown(self, time_limit: float | None = None) -> PendingResult[Markdown]:
        """The page without running heads, with the place of each word.

        Some pages around it are read as well, which help to tell running heads from headings.
        """
        return PendingResult(_library.Request(
            "markdown", self.publication._handle, self.index, 1, _library.request_options(time_limit),
            page=self.index), Markdown)

    markdown_async = in_event_loop(markdown)

    @waiting
    def read_links(self, time_limit: float | None = None) -> PendingResult[list[Link]]:
        """The links of the page."""
        from ._publication import links

        return self._ask("links", links, time_limit)

    read_links_async = in_event_loop(read_links)

    @property
    def links(self) -> list[Link]:
        """The links of the page."""
        return self.read_links()

    @waiting
    def read_annotations(self, time_limit: float | None = None) -> PendingResult[list[_lists.Annotation]]:
        """The annotations of the page, hidden ones too, without links and form fields."""
        return _lists.ask_annotations(self, time_limit)

    read_annotations_async = in_event_loop(read_annotations)

    @property
    def annotations(self) -> list[_lists.Annotation]:
        """The annotations of the page, hidden ones too, without links and form fields."""
        return self.read_annotations()

    @waiting
    def read_form_fields(self, time_limit: float | None = None) -> PendingResult[list[_lists.FormField]]:
        """The form fields of the page, with their values."""
        return _lists.ask_form_fields(self, time_limit)

    read_form_fields_async = in_event_loop(read_form_fields)

    @property
    def form_fields(self) -> list[_lists.FormField]:
        """The form fields of the page, with their values."""
        return self.read_form_fields()

    @waiting
    def read_media(self, time_limit: float | None = None) -> PendingResult[list[_lists.Medium]]:
        """The sounds, films and models that the page has places for."""
        return _lists.ask_media(self, time_limit)

    read_media_async = in_event_loop(read_media)

    @property
    def media(self) -> list[_lists.Medium]:
        """The sounds, films and models that the page has places for."""
        return self.read_media()

    @waiting
    def read_pictures(self, time_limit: float | None = None) -> PendingResult[list[_lists.Picture]]:
        """The pictures on the page, with their places and their own pixels."""
        return _lists.ask_pictures(self, time_limit)

    read_pictures_async = in_event_loop(read_pictures)

    @property
    def pictures(self) -> list[_lists.Picture]:
        """The pictures on the page, with their places and their own pixels."""
        return self.read_pictures()

    def _repr_png_(self) -> bytes:
        return self.render(fit=(800, 800))._repr_png_()

    def __repr__(self) -> str:
        return f"<recto.Page {self.index} of {self.publication.source}>"
