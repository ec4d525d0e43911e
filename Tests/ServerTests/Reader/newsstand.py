"""Gets an issue from a store on the shelf, reads it and removes it; the store has Tide 1 and Tide 2."""

import sys

from reader import browser, expect, seen, until, window

url = sys.argv[1]


def states(page):
    return page.evaluate("[...document.querySelectorAll('.issue')].map((one) => one.className.split(' ').pop())")


with browser() as chromium:
    with window(chromium, url) as page:
        page.locator(".newsstand .card").wait_for()
        latest = page.locator(".latest .issue")
        expect("the latest stands first", lambda: latest.locator("h3").inner_text() == "Tide 2")
        expect("nothing is here", lambda: states(page) == ["notDownloaded", "notDownloaded"])
        until(page, "document.querySelectorAll('.newsstand .cover.there').length === 2")

        # Progress is shown on the cover, and announced.
        page.get_by_role("button", name="Download: Tide 2").click()
        latest.locator(".sash").wait_for()
        expect("it is here", lambda: states(page) == ["installed", "notDownloaded"])
        expect("no progress any more", lambda: latest.locator(".issue-progress").is_hidden())
        until(page, "document.querySelector('[role=status].unseen').textContent.includes('Tide 2')")

        # While one is read, another comes.
        page.get_by_role("button", name="Download: Tide 1").click()
        page.get_by_role("link", name="Read: Tide 2").click()
        seen(page)
        page.go_back()
        page.locator(".newsstand .card.installed").wait_for()
        until(page, "!document.querySelector('.latest .sash')")
        expect("it stands on the shelf once", lambda: page.locator(".shelf main > .covers .card").count() == 0)

        page.locator("#shelf-query").fill("tide 1")
        until(page, "document.querySelectorAll('.newsstand .issue').length === 1")
        page.locator("#shelf-query").fill("")
        until(page, "document.querySelectorAll('.newsstand .issue').length === 2")

        page.get_by_role("button", name="Archive: Tide 2").click()
        page.locator("dialog").get_by_role("button", name="Archive", exact=True).click()
        page.get_by_role("button", name="Download: Tide 2").wait_for()
        expect("it is archived", lambda: states(page) == ["archived", "installed"])
        page.get_by_role("button", name="Look for new issues").click()
        until(page, "!document.querySelector('.newsstand-head .look').disabled")
