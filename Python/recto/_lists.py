"""Lists of a publication and of its pages: attachments, fonts, layers, annotations, forms, media, pictures."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from . import _library
from ._library import PendingResult, in_event_loop, waiting

if TYPE_CHECKING:
    from ._publication import Publication
    from ._page import Page

Value = TypeVar("Value")
#: x, y, width and height in points.
Box = tuple[float, float, float, float]


def _ask(
    publication: Publication, name: str, make: Callable[[list[dict[str, Any]]], list[Value]],
    time_limit: float | None, page: int | None = None,
) -> PendingResult[list[Value]]:
    """Asks for a list of the publication, or of a page; `make` makes it from JSON."""
    request = _library.Request(
        "list", publication._handle, name.encode(), -1 if page is None else page,
        _library.request_options(time_limit), page=page)
    return PendingResult(request, lambda request: make(request.json()))


def box(sides: list[float]) -> Box:
    x, y, width, height = sides
    return x, y, width, height


def _content(request: _library.Request) -> bytes:
    """The bytes of a file."""
    error, start, length = _library.Error(), ctypes.c_void_p(), ctypes.c_size_t()
    if _library.library().recto_get_bytes(
        request.handle, ctypes.byref(start), ctypes.byref(length), ctypes.byref(error)
    ):
        raise _library.failure(error, request.page)
    return ctypes.string_at(start, length.value)


@dataclass(frozen=True)
class Attachment:
    """A file that a publication carries. Its name and its content come from the source and are untrusted."""

    #: As the source has it: it may have path separators. `file_name` is safe.
    name: str
    description: str | None
    #: Bytes, where the source states them.
    size: int | None
    #: ISO 8601 in UTC.
    modified: str | None
    _publication: Publication = field(repr=False, compare=False)
    _index: int = field(repr=False)

    @property
    def file_name(self) -> str:
        """The last part of the name, without control characters: a name for a file in a folder."""
        last = self.name.replace("\\", "/").rstrip("/").rpartition("/")[2]
        name = "".join(letter for letter in last if letter.isprintable())
        # Its end, which tells the kind of file.
        name = name.encode()[-200:].decode("utf-8", "ignore")
        return "attachment" if name in ("", ".", "..") else name

    @waiting
    def read(self, time_limit: float | None = None) -> PendingResult[bytes]:
        """Its content. Raises `LimitReached` for more than 256 MiB, `Damaged`."""
        return PendingResult(_library.Request(
            "attachment", self._publication._handle, self._index, _library.request_options(time_limit)), _content)

    read_async = in_event_loop(read)

    def save(self, folder: str | os.PathLike[str] = ".") -> str:
        """Writes it into a folder as `file_name` and returns the path. Raises `FileExistsError` rather than
        replace a file."""
        content, path = self.read(), os.path.join(os.fspath(folder), self.file_name)
        with open(path, "xb") as file:
            file.write(content)
        return path


@dataclass(frozen=True)
class Layer:
    """A layer that `Page.render` can show and hide: `layers={layer.id: True}`."""

    id: str
    title: str
    is_visible: bool
    children: tuple[Layer, ...]


@dataclass(frozen=True)
class Font:
    """A font of a publication."""

    #: Without a subset's prefix; empty for a font without a name.
    name: str
    type: str
    encoding: str | None
    is_embedded: bool
    is_subset: bool
    #: The font that is drawn in place of one that is not embedded.
    substitute: str | None


@dataclass(frozen=True)
class Annotation:
    """An annotation of a page; links and form fields have lists of their own."""

    #: The subtype in lower case: text, highlight, ink, stamp, ….
    kind: str
    box: Box
    contents: str | None
    author: str | None
    #: #rrggbb
    color: str | None
    is_hidden: bool


@dataclass(frozen=True)
class FormField:
    """A form field of a page."""

    #: button, checkbox, radio, text, choice, signature or unknown.
    kind: str
    name: str
    box: Box
    #: The text, the chosen items, or on and off.
    value: str | None
    is_read_only: bool


@dataclass(frozen=True)
class Cue:
    """A part of a medium that belongs to a place on its page, such as a sentence that is read aloud."""

    #: Seconds from the beginning of the medium.
    begin: float
    #: None for the end of the medium.
    end: float | None
    #: Eight numbers each.
    quads: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Medium:
    """A sound, film or model that a page has a place for."""

    #: audio, video, sound, model or other.
    kind: str
    box: Box
    media_type: str | None
    #: The file or the URL as the source has it, unchecked.
    name: str | None
    #: True if the source has its data.
    is_embedded: bool
    cues: tuple[Cue, ...]
    _page: Page = field(repr=False, compare=False)
    _index: int = field(repr=False)

    @waiting
    def read(self, time_limit: float | None = None) -> PendingResult[bytes]:
        """Its content. Raises `SourceNotFound` where the source only refers to it, `LimitReached` for more
        than 192 MiB."""
        page = self._page
        return PendingResult(_library.Request(
            "medium", page.publication._handle, page.index, self._index,
            _library.request_options(time_limit), page=page.index), _content)

    read_async = in_event_loop(read)


@dataclass(frozen=True)
class Picture:
    """A picture on a page. `page.render(region=picture.box)` draws it."""

    box: Box
    #: Its own width and height in pixels, where they are known.
    pixels: tuple[int, int] | None
    #: gray, rgb, cmyk, lab or spot; None where that is not known.
    color: str | None
    bits: int | None
    #: Pixels an inch as it is placed, along its width and its height.
    dpi: tuple[float, float] | None
    #: A shape filled with a color of the page.
    is_stencil: bool
    has_soft_mask: bool
    #: As stored in the source.
    byte_count: int | None
    #: The text for those who cannot see it; "" for an ornament, None where the source has none.
    alternative: str | None
    #: True if it is not drawn because its data are missing or unreadable.
    is_missing: bool


def ask_attachments(publication: Publication, time_limit: float | None) -> PendingResult[list[Attachment]]:
    def made(items: list[dict[str, Any]]) -> list[Attachment]:
        return [
            Attachment(
                item["name"], item.get("description"), item.get("size"), item.get("modified"), publication, index)
            for index, item in enumerate(items)
        ]

    return _ask(publication, "attachments", made, time_limit)


def ask_layers(publication: Publication, time_limit: float | None) -> PendingResult[list[Layer]]:
    def made(items: list[dict[str, Any]]) -> list[Layer]:
        return [
            Layer(item["id"], item["title"], item["visible"], tuple(made(item.get("children", []))))
            for item in items
        ]

    return _ask(publication, "layers", made, time_limit)


def ask_fonts(publication: Publication, time_limit: float | None) -> PendingResult[list[Font]]:
    def made(items: list[dict[str, Any]]) -> list[Font]:
        return [
            Font(
                item["name"], item["type"], item.get("encoding"), item["embedded"], item["subset"],
                item.get("substitute"))
            for item in items
        ]

    return _ask(publication, "fonts", made, time_limit)


def ask_annotations(page: Page, time_limit: float | None) -> PendingResult[list[Annotation]]:
    def made(items: list[dict[str, Any]]) -> list[Annotation]:
        return [
            Annotation(
                item["kind"], box(item["box"]), item.get("contents"), item.get("author"),
                item.get("color"), item["hidden"])
            for item in items
        ]

    return _ask(page.publication, "annotations", made, time_limit, page.index)


def ask_form_fields(page: Page, time_limit: float | None) -> PendingResult[list[FormField]]:
    def made(items: list[dict[str, Any]]) -> list[FormField]:
        return [
            FormField(item["kind"], item["name"], box(item["box"]), item.get("value"), item["readOnly"])
            for item in items
        ]

    return _ask(page.publication, "form_fields", made, time_limit, page.index)


def ask_media(page: Page, time_limit: float | None) -> PendingResult[list[Medium]]:
    def cue(item: dict[str, Any]) -> Cue:
        return Cue(item["begin"], item.get("end"), tuple(map(tuple, item["quads"])))

    def made(items: list[dict[str, Any]]) -> list[Medium]:
        return [
            Medium(
                item["kind"], box(item["box"]), item.get("type"), item.get("name"), item["embedded"],
                tuple(map(cue, item.get("cues", ()))), page, index)
            for index, item in enumerate(items)
        ]

    return _ask(page.publication, "media", made, time_limit, page.index)


def ask_pictures(page: Page, time_limit: float | None) -> PendingResult[list[Picture]]:
    def made(items: list[dict[str, Any]]) -> list[Picture]:
        return list(map(_picture, items))

    return _ask(page.publication, "images", made, time_limit, page.index)


def _picture(item: dict[str, Any]) -> Picture:
    place, color, alternative = box(item["box"]), item.get("color", {}), item.get("alternative", {})
    pixels = dpi = None
    if "pixels" in item:
        across, down = item["pixels"]
        pixels = (across, down)
        width, height = item.get("placed", place[2:])
        if width > 0 and height > 0:
            dpi = (across * 72 / width, down * 72 / height)
    return Picture(
        place, pixels, color.get("model"), color.get("bits"), dpi, item.get("stencil", False),
        item.get("softMask", False), item.get("bytes"),
        "" if alternative.get("decorative") else alternative.get("text"), item.get("missing", False))
