"""Uses the viewer of samples/viewer as its window's keys and buttons do: viewer_check.py FOLDER SOURCE.

Prints a line for each thing that it saw. Ends with 0 where all is as it should be.
"""

import os
import sys

sys.path.insert(0, sys.argv[1])
import viewer  # noqa: E402
from gi.repository import GLib  # noqa: E402

PATIENCE = 300


class Check(viewer.Viewer):
    def __init__(self, source):
        super().__init__(source, None)
        self.status = 1

    def do_activate(self):
        super().do_activate()
        self.window = self.get_active_window()
        self.steps = iter(self.script())
        self.condition = next(self.steps)
        GLib.timeout_add_seconds(PATIENCE, self.end, "nothing more happened")
        GLib.timeout_add(20, self.look)

    def look(self):
        """Goes on with the script as soon as what it waits for is there."""
        try:
            if self.condition():
                self.condition = next(self.steps)
        except StopIteration:
            self.status = 0
            self.quit()
            return GLib.SOURCE_REMOVE
        except Exception as error:
            return self.end(repr(error))
        return GLib.SOURCE_CONTINUE

    def end(self, reason):
        print("failed:", reason, self.window.message)
        self.quit()
        return GLib.SOURCE_REMOVE

    def script(self):
        window, pages = self.window, self.window.pages
        yield lambda: pages.is_drawn(0)
        print("title:", window.get_title())
        adjustment = pages.scroller.get_vadjustment()
        yield lambda: pages._tops and adjustment.get_upper() >= pages._tops[-1]
        # Through all pages at once: those between are given up.
        for page in range(8):
            pages.go_to(page)
        yield lambda: window.page == 7 and pages.is_drawn(7)
        print("only pages near by are kept:", min(pages._drawn) >= 6)
        pages.go_to(0)
        yield lambda: window.page == 0 and pages.is_drawn(0)
        window.entry.set_text("bus timetable")
        yield lambda: window.hits and window.page >= 3 and pages.is_drawn(4)
        print("hits:", len(window.hits), "on page", window.hits[0].page + 1)
        print("marks:", len(list(pages._marks(4))))
        text = pages._texts[4]
        last = next(i for i, word in enumerate(text.words) if word.startswith("timetable"))
        pages.select((4, last), (4, last - 2))
        window.copy()
        clipboard = []
        window.get_clipboard().read_text_async(
            None, lambda board, result: clipboard.append(board.read_text_finish(result)))
        yield lambda: clipboard
        print("copied:", clipboard[0].replace("\n", " "))
        before = pages.zoom
        window.zoom(1.2)
        yield lambda: pages.is_drawn(window.page)
        print("enlarged:", pages.zoom > before)
        window._outline.get_row_at_index(1).activate()
        yield lambda: window.page > 0
        window.open("/nonexistent.pdf")
        yield lambda: window.message
        print("message:", window.message)
        window.open(os.path.join(os.path.dirname(sys.argv[2]), "quay-pages"))
        yield lambda: not window.message and pages.is_drawn(0)
        print("another:", window.get_title())


check = Check(sys.argv[2])
check.run()
sys.exit(check.status)
