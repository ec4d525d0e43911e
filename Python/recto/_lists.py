"""Lists of a publication and of its pages: attachments, fonts, layers, annotations, forms, media, pictures."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _library

if TYPE_CHECKING:
    from ._publication import Publication
    from ._page import Page

Box = tuple[float, ...]


def read(publication: Publication, name: str, page: int = -1) -> list[dict[str, Any]]:
    """A list of the publication, or of a page."""
    label = _library.text(name)
    shown = page if page >= 0 else None
    return _library.Request("list", publication._handle, label, page, None, page=shown).wait().json()


def _content(request: _library.Request) -> bytes:
    """The bytes of a file."""
    request.wait()
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

    def read(self) -> bytes:
        """Its content. Raises `LimitReached` for more than 256 MiB, `Damaged`."""
        return _content(_library.Request("attachment", self._publication._handle, self._index, None))

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

    def read(self) -> bytes:
        """Its content. Raises `SourceNotFound` where the source only refers to it, `LimitReached` for more
        than 192 MiB."""
        page = self._page
        return _content(_library.Request(
            "medium", page.publication._handle, page.index, self._index, None, page=page.index))


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


def attachments(publication: Publication) -> list[Attachment]:
    return [
        Attachment(
            item["name"], item.get("description"), item.get("size"), item.get("modified"), publication, index)
        for index, item in enumerate(read(publication, "attachments"))
    ]


def layers(publication: Publication) -> list[Layer]:
    def layer(item: dict[str, Any]) -> Layer:
        return Layer(
            item["id"], item["title"], item["visible"], tuple(map(layer, item.get("children", ()))))

    return [layer(item) for item in read(publication, "layers")]


def fonts(publication: Publication) -> list[Font]:
    return [
        Font(
            item["name"], item["type"], item.get("encoding"), item["embedded"], item["subset"],
            item.get("substitute"))
        for item in read(publication, "fonts")
    ]


def annotations(page: Page) -> list[Annotation]:
    return [
        Annotation(
            item["kind"], tuple(item["box"]), item.get("contents"), item.get("author"),
            item.get("color"), item["hidden"])
        for item in read(page.publication, "annotations", page.index)
    ]


def form_fields(page: Page) -> list[FormField]:
    return [
        FormField(item["kind"], item["name"], tuple(item["box"]), item.get("value"), item["readOnly"])
        for item in read(page.publication, "form_fields", page.index)
    ]


def media(page: Page) -> list[Medium]:
    def cue(item: dict[str, Any]) -> Cue:
        return Cue(item["begin"], item.get("end"), tuple(map(tuple, item["quads"])))

    return [
        Medium(
            item["kind"], tuple(item["box"]), item.get("type"), item.get("name"), item["embedded"],
            tuple(map(cue, item.get("cues", ()))), page, index)
        for index, item in enumerate(read(page.publication, "media", page.index))
    ]


def pictures(page: Page) -> list[Picture]:
    return [_picture(item) for item in read(page.publication, "images", page.index)]


def _picture(item: dict[str, Any]) -> Picture:
    box, color, alternative = item["box"], item.get("color", {}), item.get("alternative", {})
    pixels = tuple(item["pixels"]) if "pixels" in item else None
    width, height = item.get("placed", box[2:])
    dpi = None
    if pixels and width > 0 and height > 0:
        dpi = (pixels[0] * 72 / width, pixels[1] * 72 / height)
    return Picture(
        tuple(box), pixels, color.get("model"), color.get("bits"), dpi, item.get("stencil", False),
        item.get("softMask", False), item.get("bytes"),
        "" if alternative.get("decorative") else alternative.get("text"), item.get("missing", False))
