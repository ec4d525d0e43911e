#!/usr/bin/python3
"""A viewer of publications in GTK 4: viewer.py [SOURCE]."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import Any

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk, Pango  # noqa: E402

import recto  # noqa: E402
from background import Background, Task  # noqa: E402
from page_view import PageView  # noqa: E402


class Window(Gtk.ApplicationWindow):
    """One issue: its pages, its table of contents and what is searched for in it."""

    def __init__(self, application: Gtk.Application) -> None:
        super().__init__(application=application, default_width=1000, default_height=800)
        self.background = Background()
        self.pages = PageView(self.background)
        self.hits: list[recto.Hit] = []
        self._hit = -1
        self._issue: recto.Publication | None = None
        self._opening: Task | None = None
        self._searching: Task | None = None
        self._build()
        self.say(None)
        self.set_title("Recto")

    # MARK: What it is made of

    def _build(self) -> None:
        self._outline = Gtk.ListBox(css_classes=["navigation-sidebar"])
        self._outline.connect("row-activated", lambda _, row: self.pages.go_to(row.page))
        sidebar = Gtk.ScrolledWindow(child=self._outline, width_request=220)
        sidebar.set_policy(Gtk.PolicyType.NEVER, Gtk.PolicyType.AUTOMATIC)
        paned = Gtk.Paned(start_child=sidebar, end_child=self.pages.scroller, vexpand=True)
        paned.set_resize_start_child(False)
        self._message = Gtk.Label(wrap=True, xalign=0, hexpand=True, selectable=True)
        self._bar = Gtk.InfoBar(show_close_button=True, message_type=Gtk.MessageType.ERROR)
        self._bar.add_child(self._message)
        self._bar.connect("response", lambda *_: self.say(None))
        content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        content.append(self._bar)
        content.append(paned)
        self.set_child(content)
        self.set_titlebar(self._header(sidebar))
        self.pages.connect("page-changed", lambda _, page: self._show_page(page))
        self.pages.connect("failed", lambda _, sentence: self.say(sentence))
        self.pages.connect("address", lambda _, address: self._follow(address))

    def _header(self, sidebar: Gtk.Widget) -> Gtk.HeaderBar:
        header = Gtk.HeaderBar()
        contents = Gtk.ToggleButton(icon_name="sidebar-show-symbolic", active=True)
        contents.set_tooltip_text("Contents (F9)")
        contents.bind_property("active", sidebar, "visible")
        header.pack_start(self._button("document-open-symbolic", "Open (Ctrl+O)", self.choose))
        header.pack_start(contents)
        self._label = Gtk.Label(css_classes=["dim-label"])
        header.pack_start(self._label)
        self.entry = Gtk.SearchEntry(placeholder_text="Search")
        self.entry.connect("search-changed", lambda entry: self.search(entry.get_text()))
        self.entry.connect("activate", lambda _: self.step(1))
        self._count = Gtk.Label(css_classes=["dim-label"])
        self._zoom = Gtk.Label(width_chars=5)
        zoom_in = self._button("zoom-in-symbolic", "Enlarge (Ctrl++)", lambda: self.zoom(1.2))
        zoom_out = self._button("zoom-out-symbolic", "Reduce (Ctrl+-)", lambda: self.zoom(1 / 1.2))
        for widget in (zoom_in, self._zoom, zoom_out, self.entry, self._count):
            header.pack_end(widget)
        shortcuts = {
            "<Control>o": self.choose, "<Control>f": self.entry.grab_focus, "<Control>c": self.copy,
            "<Control>g": lambda: self.step(1), "<Shift><Control>g": lambda: self.step(-1),
            "<Control>plus": lambda: self.zoom(1.2), "<Control>equal": lambda: self.zoom(1.2),
            "<Control>minus": lambda: self.zoom(1 / 1.2), "<Control>0": self.fit,
            "F9": lambda: contents.set_active(not contents.get_active()),
            "Page_Down": lambda: self.pages.go_to(self.page + 1),
            "Page_Up": lambda: self.pages.go_to(max(0, self.page - 1)),
        }
        controller = Gtk.ShortcutController(propagation_phase=Gtk.PropagationPhase.CAPTURE)
        for keys, action in shortcuts.items():
            controller.add_shortcut(Gtk.Shortcut(
                trigger=Gtk.ShortcutTrigger.parse_string(keys),
                action=Gtk.CallbackAction.new(lambda *_, action=action: action() is not False)))
        self.add_controller(controller)
        return header

    def _button(self, icon: str, tooltip: str, action: Any) -> Gtk.Button:
        button = Gtk.Button(icon_name=icon, tooltip_text=tooltip)
        button.connect("clicked", lambda _: action())
        return button

    # MARK: Opening

    def open(self, source: str, password: str | None = None) -> None:
        """Opens a file or folder in the background; what is shown stays until it is there."""
        if self._opening:
            self._opening.cancel()

        async def work() -> Any:
            issue = await recto.open_async(source, password=password)
            return issue, *await asyncio.to_thread(
                lambda: ([page.facts for page in issue], issue.outline, issue.info.title))

        def failed(error: recto.RectoError) -> None:
            self.say(f"{source}: {error.message}")

        self._opening = self.background.run(work(), lambda made: self._show(source, *made), failed)

    def _show(
        self, source: str, issue: recto.Publication, facts: list[recto.Facts],
        outline: list[recto.OutlineEntry], title: str | None,
    ) -> None:
        old, self._issue = self._issue, issue
        self.set_title(title or GLib.path_get_basename(source))
        self.say(None)
        self.entry.set_text("")
        while (row := self._outline.get_row_at_index(0)) is not None:
            self._outline.remove(row)
        for entry in outline:
            if entry.page is not None:
                self._outline.append(OutlineRow(entry))
        self.pages.show_issue(issue, facts)
        self._show_zoom()
        if old:
            old.close()

    def choose(self) -> None:
        """Asks for a file."""
        self._chooser = Gtk.FileChooserNative(title="Open", transient_for=self)

        def answered(chooser: Gtk.FileChooserNative, response: int) -> None:
            if response == Gtk.ResponseType.ACCEPT:
                self.open(chooser.get_file().get_path())

        self._chooser.connect("response", answered)
        self._chooser.show()

    def say(self, sentence: str | None) -> None:
        """Shows what went wrong, or nothing any more."""
        self._message.set_text(sentence or "")
        self._bar.set_revealed(sentence is not None)

    @property
    def message(self) -> str:
        return self._message.get_text()

    # MARK: Reading

    @property
    def page(self) -> int:
        """The page at the top."""
        return self.pages._page

    def _show_page(self, page: int) -> None:
        self._label.set_text(f"{page + 1} / {len(self._issue)}" if self._issue else "")

    def zoom(self, factor: float) -> None:
        self.pages.zoom *= factor
        self._show_zoom()

    def fit(self) -> None:
        """Makes pages as wide as the window."""
        self.pages.fit_width()
        self._show_zoom()

    def _show_zoom(self) -> None:
        self._zoom.set_text(f"{self.pages.zoom:.0%}")

    def copy(self) -> bool:
        text = self.pages.selected_text
        if text:
            self.get_clipboard().set(text)
        # Without a selection the key is for whatever has the focus.
        return bool(text)

    def _follow(self, address: str) -> None:
        if address.startswith(("http://", "https://", "mailto:")):
            Gtk.show_uri(self, address, 0)
        else:
            self.say(f"{address} is not an address of the web")

    # MARK: Searching

    def search(self, query: str) -> None:
        """Finds all places of a text and goes to the first one from this page on."""
        if self._searching:
            self._searching.cancel()
        self._show_hits([])
        if not query or not self._issue:
            return
        self._searching = self.background.run(
            self._issue.search_async(query), self._show_hits, lambda error: self.say(str(error)))

    def _show_hits(self, hits: list[recto.Hit]) -> None:
        self.hits, self._hit = hits, -1
        self.pages.show_hits(hits)
        later = [number for number, hit in enumerate(hits) if hit.page >= self.page]
        self._hit = (later[0] if later else 0) - 1
        self.step(1)

    def step(self, by: int) -> None:
        """Goes to the next hit or the one before."""
        if self.hits:
            self._hit = (self._hit + by) % len(self.hits)
            self.pages.go_to_hit(self._hit)
        is_asked = self.entry.get_text() and self._issue
        self._count.set_text(
            f"{self._hit + 1} of {len(self.hits)}" if self.hits else "0" if is_asked else "")


class OutlineRow(Gtk.ListBoxRow):
    """An entry of the table of contents."""

    def __init__(self, entry: recto.OutlineEntry) -> None:
        super().__init__()
        self.page = entry.page
        self.set_child(Gtk.Label(
            label=entry.title, xalign=0, margin_start=12 * entry.depth,
            ellipsize=Pango.EllipsizeMode.END, tooltip_text=entry.title))


class Viewer(Gtk.Application):
    def __init__(self, source: str | None, password: str | None) -> None:
        # Two of them are two programs: neither waits for the other's pages.
        super().__init__(flags=Gio.ApplicationFlags.NON_UNIQUE)
        self._source, self._password = source, password

    def do_activate(self) -> None:
        window = Window(self)
        window.present()
        if self._source:
            window.open(self._source, self._password)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", nargs="?", help="a file or folder to open")
    parser.add_argument("--password", help="the password of an encrypted source")
    arguments = parser.parse_args()
    return Viewer(arguments.source, arguments.password).run()


if __name__ == "__main__":
    sys.exit(main())
