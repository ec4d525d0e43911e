"""Markdown with the place of each word."""

from __future__ import annotations

import bisect
import ctypes
from dataclasses import dataclass
from typing import Any

from . import _library

Quad = tuple[float, ...]


@dataclass(frozen=True)
class Span:
    """A word, the part of one that stands on one line, or a picture."""

    #: Indices into the Markdown.
    start: int
    end: int
    #: The index of the page.
    page: int
    #: The index among the lines of the page; None for a picture.
    line: int | None
    #: Covers the ink: eight numbers, the corners from the top left of the text.
    quad: Quad
    #: ltr, rtl or ttb.
    direction: str


class Markdown(str):
    """Markdown (CommonMark with GitHub's tables) of a page or a publication, with a map to its pages.

    `markdown.quads(start, end)` says where a part of it stands, such as a passage that a search engine
    or a model has quoted: `start = markdown.index(passage)`.
    """

    _struct: Any
    _spans: list[Span] | None
    #: Pages that could not be read, with the reason.
    failures: dict[int, str]

    def __new__(cls, request: _library.Request) -> Markdown:
        struct = request.get("markdown")
        self = super().__new__(cls, ctypes.string_at(struct.text, struct.length).decode())
        self._struct, self._spans = struct, None
        self.failures = _library.failures(struct)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # The map lives in the process that made it.
        return str, (str(self),)

    @property
    def spans(self) -> list[Span]:
        """The words and pictures in the order of the text; none overlaps another."""
        if self._spans is None:
            struct, count = self._struct, self._struct.span_count
            points, quads = struct.span_code_points[: 2 * count], struct.span_quads[: 8 * count]
            pages, lines = struct.span_pages[:count], struct.span_lines[:count]
            self._spans = [
                Span(
                    points[2 * i], points[2 * i + 1], pages[i],
                    None if flags & 16 else lines[i], tuple(quads[8 * i : 8 * i + 8]),
                    "rtl" if flags & 2 else "ttb" if flags & 4 else "ltr")
                for i, flags in enumerate(struct.span_flags[:count])
            ]
        return self._spans

    def quads(self, start: int = 0, end: int | None = None) -> list[tuple[int, Quad]]:
        """The pages and areas of a part of the text: one for each line and picture that it touches.

        Indices are those of a slice; a character that is touched counts as a whole.
        """
        start, end, _ = slice(start, end).indices(len(self))
        found: list[tuple[int, Quad]] = []
        before: Span | None = None
        first = bisect.bisect_right(self.spans, start, key=lambda span: span.end)
        for index in range(first, len(self.spans)):
            span = self.spans[index]
            if span.start >= end:
                break
            quad = self._part(index, start, end)
            joined = _joined(before, span, found[-1][1], quad) if before else None
            if joined is None:
                found.append((span.page, quad))
            else:
                found[-1] = (span.page, joined)
            before = span
        return found

    def _part(self, index: int, start: int, end: int) -> Quad:
        """The quad of those characters of a span that are between two indices."""
        span, struct = self.spans[index], self._struct
        if span.line is None or (start <= span.start and span.end <= end):
            return span.quad
        first, last = struct.span_characters[index : index + 2]
        places = [*struct.character_starts[first:last], struct.span_ends[index]]
        data = ctypes.string_at(struct.text + places[0], places[-1] - places[0])
        # Bytes of the text as indices of the string.
        at = [span.start + len(data[: place - places[0]].decode()) for place in places]
        extents = struct.character_extents[2 * first : 2 * last]
        touched = [
            extents[2 * i : 2 * i + 2] for i in range(last - first) if at[i] < end and at[i + 1] > start]
        if not touched:
            return span.quad
        low, high = min(pair[0] for pair in touched), max(pair[1] for pair in touched)
        return _between(span.quad, low, high, span.direction == "ttb")


def _between(quad: Quad, low: float, high: float, is_vertical: bool) -> Quad:
    """The part of a quad between two shares of its width, or of its height."""
    left, right, right_below, left_below = (quad[i : i + 2] for i in (0, 2, 4, 6))

    def at(a: Quad, b: Quad, share: float) -> Quad:
        return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share

    if is_vertical:
        return (
            *at(left, left_below, low), *at(right, right_below, low),
            *at(right, right_below, high), *at(left, left_below, high))
    return (
        *at(left, right, low), *at(left, right, high), *at(left_below, right_below, high),
        *at(left_below, right_below, low))


def _joined(before: Span, span: Span, a: Quad, b: Quad) -> Quad | None:
    """The area of two words of a line; None for others, for turned ones and for a large initial."""
    if (before.page, before.line, before.direction) != (span.page, span.line, span.direction):
        return None
    if span.line is None or not (_is_upright(a) and _is_upright(b)):
        return None
    depths = [q[4] - q[0] if span.direction == "ttb" else q[5] - q[1] for q in (a, b)]
    if not 2 * min(depths) > max(depths):
        return None
    x, y = min(a[0], b[0]), min(a[1], b[1])
    x2, y2 = max(a[4], b[4]), max(a[5], b[5])
    return (x, y, x2, y, x2, y2, x, y2)


def _is_upright(quad: Quad) -> bool:
    return quad[0] == quad[6] and quad[2] == quad[4] and quad[1] == quad[3] and quad[5] == quad[7]
