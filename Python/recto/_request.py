"""The request of a batch: how each page is drawn and read."""

from __future__ import annotations

import hashlib
import io
import json
import math
import numbers
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from . import _errors, _publication
from ._publication import STYLE_OPTIONS, checked_margin, checked_page_size, style_text
from ._page import MODES
from ._version import __version__

if TYPE_CHECKING:
    from ._page import Image

#: The encoders of Pillow with their options. PNG is packed fast: it takes less time than the page.
FORMATS: dict[str, dict[str, Any]] = {
    "png": {"compress_level": 1}, "jpeg": {"quality": 90}, "webp": {"quality": 90, "method": 2},
}
_LONGEST_WEBP = 16_383
#: Left out of the key: they change no result, or must not be written down.
_UNNAMED = {"password", "time_limit", "memory_limit"}
#: The values of an option by its annotation, and their name.
_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "str": (lambda value: isinstance(value, str), "a string"),
    "bool": (lambda value: isinstance(value, bool), "True or False"),
    "int": (lambda value: _is_number(value) and isinstance(value, int), "a whole number"),
    "float": (lambda value: _is_number(value), "a number"),
}


@dataclass(frozen=True)
class Request:
    """How each page is drawn and read. Raises `BadRequest` for options of the wrong type or range.

    `dpi` or `fit` (pixels) sizes the image, `format` is png, jpeg, webp, or None for no images;
    `quality` is from 1 to 100 for jpeg and webp; `mode` is RGB, RGBA or L. `text` and `words` ask
    for them. The rest is as for `recto.open`.
    """

    dpi: float | None = None
    fit: tuple[int, int] | None = None
    format: str | None = "png"
    quality: int | None = None
    mode: str = "RGB"
    text: bool = False
    words: bool = False
    annotations: bool = True
    password: str | None = None
    time_limit: float | None = None
    memory_limit: int | None = None
    page_size: tuple[float, float] | None = None
    font_scale: float | None = None
    margin: float | None = None
    theme: str | None = None
    typeface: str | None = None
    line_spacing: float | None = None
    justify: bool | None = None
    hyphens: bool | None = None
    word_spacing: float | None = None
    letter_spacing: float | None = None
    text_color: str | None = None
    paper_color: str | None = None
    publisher_styles: bool | None = None
    engine: str | None = None

    @classmethod
    def of(cls, options: dict[str, Any], *, is_for_others: bool = False) -> Request:
        """The request with these options.

        Raises `BadRequest` for options that are not known and for values that the library refuses, such as
        the name of an engine that it does not have, and `NotInstalled` without the library, unless other
        machines make the pages.
        """
        known = {field.name for field in fields(cls)}
        if unknown := options.keys() - known:
            raise _errors.BadRequest(f"there is no option {min(unknown)}")
        request = cls(**options)
        try:
            request._try()
        except _errors.NotInstalled:
            if not is_for_others:
                raise
        return request

    def _try(self) -> None:
        """Has the library read the options. Raises `BadRequest` and `NotInstalled`."""
        try:
            # The library refuses options before it reads a source, and this one has nothing to read.
            _publication.open(b"", workers=1, **self.opening).close()
        except (_errors.BadRequest, _errors.NotInstalled) as error:
            # Without the source, which is not the caller's.
            raise type(error)(error.message) from None
        except _errors.RectoError:
            pass

    def __post_init__(self) -> None:
        def refuse(sentence: str) -> None:
            raise _errors.BadRequest(sentence)

        # The key of a request is the same however its numbers are written.
        for name, value in vars(self).items():
            object.__setattr__(self, name, _plain(value))
        for field in fields(self):
            kind, _, other = str(field.type).partition(" | ")
            value = getattr(self, field.name)
            is_valid, words = _KINDS.get(kind, (None, ""))
            if is_valid and not (value is None and other) and not is_valid(value):
                shown = type(value).__name__ if field.name == "password" else f"{value!r:.80}"
                refuse(f"{field.name} must be {words}, not {shown}")
        if self.format is not None and self.format not in FORMATS:
            refuse(f"format must be one of {', '.join(FORMATS)}, or None for no images, not {self.format!r}")
        if self.format is None and not (self.text or self.words):
            refuse("nothing is requested: give a format, text or words")
        if self.dpi is not None and self.fit is not None:
            refuse("dpi and fit cannot be used together")
        if self.dpi is not None and not _is_positive(self.dpi):
            refuse(f"dpi must be a number greater than zero, not {self.dpi}")
        if self.fit is not None and not (
            isinstance(self.fit, tuple) and len(self.fit) == 2
            and all(_is_positive(side) and isinstance(side, int) for side in self.fit)
        ):
            refuse("fit must be a width and a height in whole pixels, both greater than zero")
        if self.quality is not None and not (
            self.format in ("jpeg", "webp") and 1 <= self.quality <= 100
        ):
            refuse("quality must be a whole number from 1 to 100, for jpeg and webp")
        if self.mode not in MODES or self.mode.startswith("BGR"):
            refuse("mode must be RGB, RGBA or L")
        if self.mode == "RGBA" and self.format == "jpeg":
            refuse("jpeg has no alpha: use png or webp, or another mode")
        # As the library has them, which would refuse each document.
        if self.time_limit is not None and not (
            _is_positive(self.time_limit) and 0.01 <= self.time_limit <= 86_400
        ):
            refuse(f"time_limit must be a number of seconds from 0.01 to 86400, not {self.time_limit}")
        if self.memory_limit is not None and not 16 <= self.memory_limit <= 1_048_576:
            refuse(f"memory_limit must be a whole number of MiB from 16 to 1048576, not {self.memory_limit}")
        if self.page_size is not None and not all(
            36 <= side <= 14_400 for side in checked_page_size(self.page_size)
        ):
            refuse(f"page_size must be from 36 to 14400 points a side, not {self.page_size}")
        if self.font_scale is not None and not (
            _is_positive(self.font_scale) and 0.25 <= self.font_scale <= 5
        ):
            refuse(f"font_scale must be a number from 0.25 to 5, not {self.font_scale!r}")
        checked_margin(self.margin)
        style_text({name: getattr(self, name) for name in STYLE_OPTIONS})

    @property
    def key(self) -> str:
        """16 digits that stand for all that changes results, and for Recto's version."""
        text = json.dumps([__version__, self._named], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def description(self) -> str:
        """The same as JSON, to be read."""
        return json.dumps({"recto": __version__, **self._named}, indent=2)

    @property
    def _named(self) -> dict[str, Any]:
        """The options that change results.

        Options that older versions lacked are included only if set, so that their stores stay valid.
        """
        return {
            name: value for name, value in asdict(self).items()
            if name not in _UNNAMED and not (name in STYLE_OPTIONS | {"engine"} and value is None)}

    @property
    def opening(self) -> dict[str, Any]:
        """The options of `recto.open`."""
        names = (
            "password", "time_limit", "memory_limit", "page_size", "font_scale", "margin", "theme",
            "engine", *sorted(STYLE_OPTIONS))
        return {name: getattr(self, name) for name in names}

    def encode(self, image: Image) -> bytes:
        """The image as a file. Raises `Unsupported` for one that is too large for its format."""
        assert self.format is not None
        if self.format == "webp" and max(image.width, image.height) > _LONGEST_WEBP:
            raise _errors.Unsupported(
                f"webp has at most {_LONGEST_WEBP} pixels a side, and the page has {image.width} x {image.height}: "
                "use png or jpeg, or make it smaller")
        buffer = io.BytesIO()
        options = dict(FORMATS[self.format])
        if self.quality is not None:
            options["quality"] = self.quality
        if self.dpi is not None and self.format != "webp":
            options["dpi"] = (self.dpi, self.dpi)
        image.to_pil().save(buffer, self.format, **options)
        return buffer.getvalue()


def _plain(value: Any) -> Any:
    """An int for a whole number, else a float; a tuple for a sequence; other values unchanged.

    numpy's numbers become Python's, and 144.0 becomes 144.
    """
    if getattr(value, "shape", None) == () and hasattr(value, "item"):
        value = value.item()
    if isinstance(value, (str, bytes, bool)) or value is None:
        return value
    if isinstance(value, numbers.Real):
        try:
            number = float(value)
        except OverflowError:
            return math.inf
        return int(number) if number.is_integer() else number
    try:
        return tuple(map(_plain, value))
    except TypeError:
        return value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_positive(value: Any) -> bool:
    return _is_number(value) and math.isfinite(value) and value > 0
