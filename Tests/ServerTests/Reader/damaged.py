"""Five pictures, of which the second is damaged: the others are in their places, and are kept without it."""

import sys

from reader import browser, expect, pages, read, turned, until, window

url, name = sys.argv[1:3]

with browser() as chromium:
    with window(chromium, url, width=500, height=800, keeps=True) as page:
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        read(page, url, name, "?page=3")
        turned(page, [2])
        page.keyboard.press("ArrowLeft")
        page.locator(".sheet.current .page-failure").wait_for()
        expect("the damaged page is in its place", pages(page) == [1])
        page.keyboard.press("End")
        turned(page, [4])
        expect("the picture is the last", lambda: "/pages/4/" in page.evaluate(
            "performance.getEntriesByType('resource').map((entry) => entry.name).join(' ')"))

        page.locator("#more").click()
        page.locator("#keep").click()
        until(page, f"JSON.parse(localStorage.getItem('recto.kept') || '{{}}')['{name}']?.bytes > 0")
        page.context.set_offline(True)
        page.goto(url)
        page.locator(".card").wait_for()
        page.goto(f"{url}#/{name}?page=5")
        turned(page, [4])
        page.context.set_offline(False)
