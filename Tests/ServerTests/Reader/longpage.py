"""A book for an upright tablet: a page of 6,000 pixels is read by scrolling at the width of the screen from its
top, and no two pages stand side by side."""

import sys

from reader import browser, expect, pages, read, repeat, settled, window

url, name = sys.argv[1:3]
FIELD = "document.querySelector('.sheet.current')"

with browser() as chromium:
    for width, height in ((390, 844), (768, 1024), (1440, 900)):
        with window(chromium, url, width=width, height=height) as page:
            read(page, url, name)
            settled(page)
            expect("one page", lambda: pages(page) == [0])
            shown, room = page.evaluate(f"[{FIELD}.querySelector('.page').clientWidth, {FIELD}.clientWidth]")
            expect(f"{shown} of {room} pixels at {width}", abs(shown - room) <= 2)
            expect("from its top", page.evaluate(f"{FIELD}.scrollTop") == 0)
            expect("it goes on below", page.evaluate(f"{FIELD}.scrollHeight > 3 * {FIELD}.clientHeight"))
            page.keyboard.press("Space")
            expect("Space scrolls", lambda: page.evaluate(f"{FIELD}.scrollTop") > 100)
            expect("on the same page", pages(page) == [0])
            repeat(page, lambda: page.keyboard.press("Space"), lambda: pages(page) != [0])
            expect("one page alone again", len(pages(page)) == 1)
