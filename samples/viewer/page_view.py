"""The pages of an issue below one another."""

from __future__ import annotations

import asyncio
import bisect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, GObject, Graphene, Gtk  # noqa: E402

import recto  # noqa: E402
from background import Background, Task  # noqa: E402

#: Pixels between pages and around them.
GAP = 16
#: Pages that are drawn before they are seen, on each side.
AHEAD = 1


def _color(text: str) -> Gdk.RGBA:
    color = Gdk.RGBA()
    color.parse(text)
    return color


PAPER, HIT, CURRENT, SELECTED = (
    _color(text) for text in (
        "white", "rgba(255,214,10,0.4)", "rgba(255,120,0,0.5)", "rgba(53,132,228,0.35)"))


@dataclass
class Drawn:
    """A page as it was drawn."""

    texture: Gdk.Texture
    zoom: float
    #: From points to the image's pixels, and pixels of the screen.
    transform: tuple[float, ...]
    scale: float

    def on_screen(self, quad: Any) -> tuple[float, float, float, float]:
        """The box around a quad in points, in pixels of the screen from the page's corner."""
        t, corners = self.transform, [(quad[i], quad[i + 1]) for i in range(0, 8, 2)]
        xs = [(t[0] * x + t[2] * y + t[4]) / self.scale for x, y in corners]
        ys = [(t[1] * x + t[3] * y + t[5]) / self.scale for x, y in corners]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def in_points(self, x: float, y: float) -> tuple[float, float]:
        t = self.transform
        x, y = x * self.scale - t[4], y * self.scale - t[5]
        area = t[0] * t[3] - t[1] * t[2]
        return (t[3] * x - t[2] * y) / area, (t[0] * y - t[1] * x) / area


class PageView(Gtk.Widget):
    """Draws the pages that are seen, marks hits and the selection, and follows links.

    Pages are rendered at the pixels of the screen, in the background; renders of pages that
    were scrolled out of sight are cancelled.
    """

    __gtype_name__ = "RectoPageView"
    __gsignals__ = {
        # The page at the top, an address that was clicked, an error.
        "page-changed": (GObject.SignalFlags.RUN_FIRST, None, (int,)),
        "address": (GObject.SignalFlags.RUN_FIRST, None, (str,)),
        "failed": (GObject.SignalFlags.RUN_FIRST, None, (str,)),
    }

    def __init__(self, background: Background) -> None:
        super().__init__(focusable=True)
        self._background = background
        self._issue: recto.Publication | None = None
        self._sizes: list[tuple[float, float]] = []
        self._tops: list[float] = []
        self._height = 0.0
        self._zoom = 1.0
        self._page = -1
        #: The place that stays in the middle while the zoom changes, as a share of the height.
        self._middle: float | None = None
        self._pending_scroll: Callable[[], float] | None = None
        self._clear()
        # The focus is of all pages: scrolling to it would lead away from the one that is read.
        viewport = Gtk.Viewport(child=self, scroll_to_focus=False)
        self.scroller = Gtk.ScrolledWindow(child=viewport, hexpand=True, vexpand=True)
        for adjustment in (self.scroller.get_vadjustment(), self.scroller.get_hadjustment()):
            adjustment.connect("value-changed", lambda _: self._update_visible_pages())
            adjustment.connect("changed", lambda _: self._update_visible_pages())
        drag = Gtk.GestureDrag()
        drag.connect("drag-begin", self._drag_begins)
        drag.connect("drag-update", self._drag_goes_on)
        drag.connect("drag-end", self._drag_ends)
        self.add_controller(drag)
        motion = Gtk.EventControllerMotion()
        motion.connect("motion", self._pointer_moves)
        self.add_controller(motion)

    def _clear(self) -> None:
        self._drawn: dict[int, Drawn] = {}
        self._tasks: dict[int, Task] = {}
        self._texts: dict[int, recto.Text] = {}
        self._links: dict[int, list[recto.Link]] = {}
        self._hits: list[recto.Hit] = []
        self._current_hit: int | None = None
        #: Page and word at which the selection began, and to which it goes.
        self._anchor: tuple[int, int] | None = None
        self._focus: tuple[int, int] | None = None

    def show_issue(self, issue: recto.Publication, facts: list[recto.Facts]) -> None:
        """Shows an issue from its first page on."""
        for task in self._tasks.values():
            task.cancel()
        self._clear()
        self._issue, self._page = issue, -1
        self._sizes = [
            (f.height, f.width) if f.rotation % 180 else (f.width, f.height) for f in facts]
        self._lay_out()
        self.fit_width()
        self.go_to(0)

    # MARK: Layout

    @property
    def zoom(self) -> float:
        """Pixels of the screen per point."""
        return self._zoom

    @zoom.setter
    def zoom(self, zoom: float) -> None:
        adjustment = self.scroller.get_vadjustment()
        if self._middle is None:
            middle = adjustment.get_value() + adjustment.get_page_size() / 2
            self._middle = middle / max(1, self._height)
        self._zoom = min(max(zoom, 0.1), 8)
        self._lay_out()
        self._scroll(lambda: self._middle * self._height - adjustment.get_page_size() / 2)

    def _scroll(self, value: Callable[[], float]) -> None:
        """Scrolls once the widget has its size; of several wishes the last one counts."""
        self._pending_scroll = value

        def scroll() -> bool:
            if self._pending_scroll is value:
                self.scroller.get_vadjustment().set_value(value())
                self._pending_scroll = self._middle = None
            return GLib.SOURCE_REMOVE

        # After the layout of the frame.
        GLib.timeout_add(20, scroll)

    def fit_width(self) -> None:
        widest = max((width for width, _ in self._sizes), default=0)
        if widest and self.scroller.get_width() > 4 * GAP:
            self.zoom = (self.scroller.get_width() - 3 * GAP) / widest

    def _lay_out(self) -> None:
        self._tops, top = [], float(GAP)
        for _, height in self._sizes:
            self._tops.append(top)
            top += round(height * self._zoom) + GAP
        self._height = top
        self.queue_resize()
        self._update_visible_pages()

    def do_measure(self, orientation: Gtk.Orientation, _: int) -> tuple[int, int, int, int]:
        if orientation == Gtk.Orientation.VERTICAL:
            size = round(self._height)
        else:
            widest = max((width for width, _ in self._sizes), default=0)
            size = round(widest * self._zoom) + 2 * GAP
        return size, size, -1, -1

    def _box(self, page: int) -> tuple[float, float, float, float]:
        """Where a page lies in the widget."""
        width, height = (round(side * self._zoom) for side in self._sizes[page])
        return max(GAP, (self.get_width() - width) // 2), self._tops[page], width, height

    def _visible_pages(self) -> range:
        """The pages that are seen."""
        adjustment = self.scroller.get_vadjustment()
        top, bottom = adjustment.get_value(), adjustment.get_value() + adjustment.get_page_size()
        # A page's own gap lies above it.
        first = max(0, bisect.bisect_right(self._tops, top + GAP) - 1)
        return range(first, bisect.bisect_left(self._tops, max(bottom, top + 1)))

    def go_to(self, page: int, quad: Any = None) -> None:
        """Scrolls to a page, or to a place on it."""
        if not 0 <= page < len(self._tops):
            return
        adjustment = self.scroller.get_vadjustment()
        y = self._tops[page] - GAP
        if quad is not None:
            y += (min(quad[1::2]) * self._zoom) - adjustment.get_page_size() / 3
        self._scroll(lambda: y)

    # MARK: Rendering

    def _update_visible_pages(self) -> None:
        """Draws what is seen and not drawn, and gives up what is not seen any more."""
        if self._issue is None:
            return
        seen = self._visible_pages()
        near = range(max(0, seen.start - AHEAD), min(len(self._tops), seen.stop + AHEAD))
        for page in [page for page in self._tasks if page not in near]:
            self._tasks.pop(page).cancel()
        for page in [page for page in self._drawn if page not in near]:
            del self._drawn[page]
        for page in sorted(near, key=lambda page: page not in seen):
            self._draw(page, "visible" if page in seen else "neighbor")
        if seen and seen.start != self._page:
            self._page = seen.start
            self.emit("page-changed", self._page)
        self.queue_draw()

    def _draw(self, page: int, priority: str) -> None:
        drawn = self._drawn.get(page)
        if page in self._tasks or drawn and drawn.zoom == self._zoom:
            return
        zoom, scale = self._zoom, self.get_scale_factor()
        source = self._issue[page]

        async def work() -> Any:
            image = await source.render_async(72 * zoom * scale, priority=priority)
            try:
                words = await source.read_async()
                links = await asyncio.to_thread(lambda: source.links)
            except recto.RectoError:
                # The picture is shown where the text cannot be read.
                words, links = None, []
            return image, words, links

        def done(result: Any) -> None:
            image, words, links = result
            texture = Gdk.MemoryTexture.new(
                image.width, image.height, Gdk.MemoryFormat.R8G8B8,
                GLib.Bytes.new(bytes(image.data)), image.width * 3)
            self._drawn[page] = Drawn(texture, zoom, image.transform, scale)
            self._links[page] = links
            if words is not None:
                self._texts[page] = words
            ended()

        def failed(error: recto.RectoError) -> None:
            self.emit("failed", f"page {page + 1}: {error.message}")
            self._tasks.pop(page, None)

        def ended() -> None:
            self._tasks.pop(page, None)
            self._update_visible_pages()

        self._tasks[page] = self._background.run(work(), done, failed)

    def is_drawn(self, page: int) -> bool:
        """True if a page is there at the size at which it is shown."""
        return page in self._drawn and self._drawn[page].zoom == self._zoom

    def do_snapshot(self, snapshot: Gtk.Snapshot) -> None:
        for page in self._visible_pages() if self._issue else ():
            x, y, width, height = self._box(page)
            area = Graphene.Rect().init(x, y, width, height)
            snapshot.append_color(PAPER, area)
            drawn = self._drawn.get(page)
            if drawn is None:
                continue
            snapshot.append_texture(drawn.texture, area)
            if drawn.zoom == self._zoom:
                for color, quad in self._marks(page):
                    left, top, wide, high = drawn.on_screen(quad)
                    snapshot.append_color(
                        color, Graphene.Rect().init(x + left, y + top, wide, high))

    def _marks(self, page: int) -> Any:
        for number, hit in enumerate(self._hits):
            for at, quad in hit.quads:
                if at == page:
                    yield CURRENT if number == self._current_hit else HIT, quad
        words = self._selected(page)
        if words:
            quads = self._texts[page].quads
            for word in words:
                yield SELECTED, quads[word]

    # MARK: Hits

    def show_hits(self, hits: list[recto.Hit]) -> None:
        self._hits, self._current_hit = hits, None
        self.queue_draw()

    def go_to_hit(self, number: int) -> None:
        self._current_hit = number
        self.go_to(*self._hits[number].quads[0])
        self.queue_draw()

    # MARK: Selection and links

    def _place(self, x: float, y: float) -> tuple[int, float, float] | None:
        """The page under a place of the widget, and the place on it in points."""
        for page in self._visible_pages() if self._issue else ():
            left, top, width, height = self._box(page)
            drawn = self._drawn.get(page)
            if drawn and left <= x < left + width and top <= y < top + height:
                scale = drawn.zoom / self._zoom
                return page, *drawn.in_points((x - left) * scale, (y - top) * scale)
        return None

    def _word(self, x: float, y: float) -> tuple[int, int] | None:
        """The page and word that are nearest to a place, in rows rather than across them."""
        place = self._place(x, y)
        if place is None or not (text := self._texts.get(place[0])) or not text.words:
            return None
        page, x, y = place

        def distance(index: int) -> float:
            left, top, width, height = boxes[index]
            across = max(top - y, y - top - height, 0)
            return 9 * across**2 + max(left - x, x - left - width, 0) ** 2

        boxes = text.boxes
        return page, min(range(len(boxes)), key=distance)

    def _link(self, x: float, y: float) -> recto.Link | None:
        place = self._place(x, y)
        for link in self._links.get(place[0], []) if place else ():
            for quad in link.quads:
                if min(quad[::2]) <= place[1] <= max(quad[::2]) and (
                    min(quad[1::2]) <= place[2] <= max(quad[1::2])):
                    return link
        return None

    def _selected(self, page: int) -> range:
        """The words of a page that are selected."""
        if self._anchor is None or self._focus is None or page not in self._texts:
            return range(0)
        first, last = sorted((self._anchor, self._focus))
        if not first[0] <= page <= last[0]:
            return range(0)
        start = first[1] if page == first[0] else 0
        end = last[1] + 1 if page == last[0] else len(self._texts[page].words)
        return range(start, end)

    @property
    def selected_text(self) -> str:
        """What is selected, with the line ends of the pages."""
        parts = []
        for page in sorted(self._texts):
            text, line = self._texts[page], None
            for word in self._selected(page):
                if line is not None:
                    joins = text.joins_next[word - 1]
                    parts.append("\n" if text.lines[word] != line else "" if joins else " ")
                parts.append(text.words[word])
                line = text.lines[word]
            if line is not None:
                parts.append("\n")
        return "".join(parts).rstrip("\n")

    def select(self, anchor: tuple[int, int] | None, focus: tuple[int, int] | None) -> None:
        """Selects the words between two, each a page and the number of a word on it."""
        self._anchor, self._focus = anchor, focus
        self.queue_draw()

    def _drag_begins(self, _: Gtk.GestureDrag, x: float, y: float) -> None:
        self.grab_focus()
        self._start = x, y
        self.select(None, None)

    def _drag_goes_on(self, _: Gtk.GestureDrag, dx: float, dy: float) -> None:
        if abs(dx) + abs(dy) < 4:
            return
        x, y = self._start
        anchor = self._anchor or self._word(x, y)
        self.select(anchor, self._word(x + dx, y + dy) or self._focus)

    def _drag_ends(self, _: Gtk.GestureDrag, dx: float, dy: float) -> None:
        link = self._link(*self._start) if abs(dx) + abs(dy) < 4 else None
        if link and link.page is not None:
            x, y = link.point or (0, 0)
            self.go_to(link.page, (x, y) * 4 if link.point else None)
        elif link and link.kind == "url" and link.target:
            self.emit("address", link.target)

    def _pointer_moves(self, _: Gtk.EventControllerMotion, x: float, y: float) -> None:
        link = self._link(x, y)
        self.set_cursor_from_name("pointer" if link else "text" if self._place(x, y) else None)
        self.set_tooltip_text(link.target if link and link.kind == "url" else None)
