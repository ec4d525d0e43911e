"""Moves of a reader while a long book is laid out: they hold when all pages are there."""

import re
import sys

from reader import browser, expect, pages, reacted, repeat, seen, settled, told, turned, until, window
from whole import COUNT, LAYING, TEXT, TOAST, Held, Whole, came, number

url, name = sys.argv[1:3]

FACTS = re.compile(r"/pages/\d+(\?.*)?$")
LARGER = re.compile(r"/api/1/publications/[^/?]+\?.*font-scale=")


def enlarge_type(page):
    page.locator("#settings").click()
    page.locator("dialog button[aria-label='Larger type']").click()
    page.keyboard.press("Escape")
    # Until it is gone, keys are its own.
    page.locator("dialog").wait_for(state="detached")


with browser() as chromium:
    # Asked to go to the end while the type becomes larger: the end of the new layout.
    whole = Whole()
    with window(chromium, url, 820, 700, before=whole) as page:
        page.goto(f"{url}#/{name}")
        seen(page)
        enlarge_type(page)
        page.keyboard.press("End")
        until(page, "performance.getEntriesByType('resource')"
            ".some((entry) => entry.name.includes('font-scale') && entry.name.includes('/image'))")
        whole.let_come()
        came(page)
        expect("the last page", lambda: number(page)[0] == number(page)[1])
        told(page)
        expect("its text", lambda: "Sentence 1189" in page.evaluate(TEXT))

    # A reader who turns on meanwhile is not taken back.
    larger = Held(LARGER)
    with window(chromium, url, 820, 680, before=larger) as page:
        page.goto(f"{url}#/{name}")
        came(page)
        enlarge_type(page)
        expect("it is asked for", lambda: page.wait_for_timeout(20) or bool(larger.held))
        for index in range(1, 7):
            page.keyboard.press("ArrowRight")
            turned(page, [index])
        told(page)
        place = re.search(r"Sentence \d+", page.evaluate(TEXT))[0]
        larger.let_come()
        until(page, "document.querySelector('.sheet.current .base img')?.src && performance.getEntriesByType('resource')"
            ".some((entry) => entry.name.includes('font-scale') && entry.name.includes('/text'))")
        came(page)
        expect("the same sentence", lambda: place in page.evaluate(TEXT))

    # Nor is who goes elsewhere than to the end that was asked for.
    whole = Whole()
    with window(chromium, url, 820, 660, before=whole) as page:
        page.goto(f"{url}#/{name}")
        seen(page)
        page.keyboard.press("End")
        until(page, f"({TOAST}).length > 0")
        page.keyboard.press("ArrowRight")
        turned(page, [1])
        whole.let_come()
        came(page)
        reacted(page)
        expect("the second page", number(page)[0] == 2)

    # An article that is read while the window changes leads to the same places as before.
    whole = Whole()
    with window(chromium, url, 820, 640, before=whole) as page:
        whole.is_open = True
        page.goto(f"{url}#/{name}")
        came(page)
        page.keyboard.press("a")
        link = page.locator(".articles a", has_text="To its end")
        link.wait_for()
        whole.is_open = False
        page.set_viewport_size({"width": 700, "height": 620})
        until(page, f"{COUNT} === '…'")
        link.click()
        whole.let_come()
        came(page)
        until(page, f"({TEXT}).includes('Sentence 89 ')")

    # The place of a reader who leaves before the server has answered is remembered, and stays on
    # the shelf.
    facts = Held(FACTS)
    with window(chromium, url, 820, 620, before=facts) as page:
        page.goto(f"{url}#/{name}")
        seen(page)
        expect("the place is asked for", lambda: page.wait_for_timeout(20) or bool(facts.held))
        page.locator("a[href='#/']").click()
        page.locator(".recent-card").wait_for()
        facts.let_come()
        reacted(page)
        expect("still the shelf", page.evaluate("location.hash") == "#/")

    # A finger is told as well that pages are waited for.
    whole = Whole()
    with window(chromium, url, 390, 844, before=whole, has_touch=True, is_mobile=True) as page:
        page.goto(f"{url}#/{name}")
        seen(page)
        client = page.context.new_cdp_session(page)

        def touch(kind, *points):
            client.send("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]})

        def swipe():
            touch("touchStart", (330, 400))
            for step in range(1, 7):
                touch("touchMove", (330 - step * 45, 400))
            touch("touchEnd")
            settled(page)

        repeat(page, swipe, lambda: page.evaluate(TOAST))
        expect("what is waited for", page.evaluate(TOAST) == LAYING)
        last = pages(page)[0]
        whole.let_come()
        came(page)
        expect("the next page", lambda: pages(page) == [last + 1])
