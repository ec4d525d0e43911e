"""Prints pages, into what the browser would print."""

import sys

from reader import browser, expect, read, until, window

url, name = sys.argv[1:3]

PRINT = """
  window.printed = [];
  window.print = () => {
    printed.push([...document.querySelectorAll('.print-sheet img')]
      .map((image) => [image.alt, image.complete && image.naturalWidth]));
  };
"""

with browser() as chromium:
    with window(chromium, url, before=lambda page: page.add_init_script(PRINT)) as page:
        read(page, url, name, "?page=5")
        page.keyboard.press("Control+p")
        page.locator("dialog .button.primary").click()
        until(page, "printed.length === 1")
        expect("what is shown", [label for label, _ in page.evaluate("printed[0]")] == ["2", "3"])
        expect("fine enough for paper", all(width > 1000 for _, width in page.evaluate("printed[0]")))
        page.locator("body").press("p")
        page.locator("#print-some").fill("7-99")
        page.locator("#print-some").press("Enter")
        page.locator("dialog [role=status]", has_text="from 1 to 8").wait_for()
        page.locator("#print-some").fill("1, 7 - 8")
        page.locator("#print-some").press("Enter")
        until(page, "printed.length === 2")
        expect("the pages that are named", [label for label, _ in page.evaluate("printed[1]")] == ["Cover", "5", "6"])
        expect("nothing is left", lambda: page.locator(".print-sheets").count() == 0)
