"""Scrolls through a store of 400 issues, Issue 400 first, whose list is asked for again on the way."""

import re
import sys

from reader import browser, expect, reacted, until, window

url = sys.argv[1]
CARDS = "document.querySelectorAll('.newsstand .issue').length"

covers = []


def watch(page):
    page.on("request", lambda request: covers.append(request.url) if "/cover" in request.url else None)


with browser() as chromium:
    with window(chromium, url, before=watch) as page:
        page.locator(".newsstand .card").first.wait_for()
        until(page, "document.querySelector('.newsstand .cover.there')")
        expect("the rest can wait", page.evaluate(CARDS) < 200 and len(covers) < 100)

        page.mouse.move(700, 500)
        while page.evaluate(CARDS) < 400:
            before = page.evaluate(CARDS)
            page.mouse.wheel(0, 50_000)
            until(page, f"{CARDS} > {before}")
        titles = page.evaluate(
            "[...document.querySelectorAll('.newsstand .issue')].map((one) => one.querySelector('h3, .card-title').textContent)")
        expect("all in their order", titles == [f"Issue {number}" for number in range(400, 0, -1)])
        expect("nothing more", lambda: page.locator(".newsstand .shelf-more .button").is_hidden())

        # The last one stays where it is while the list is brought up to date.
        last = page.get_by_role("button", name="Download: Issue 1", exact=True)
        last.scroll_into_view_if_needed()
        last.focus()
        page.evaluate("document.querySelector('.newsstand .card:last-child').isTheSame = true")
        place = page.evaluate("scrollY")
        with page.expect_request_finished(lambda request: "offset=200" in request.url):
            page.evaluate("fetch('api/1/newsstand/refresh', {method: 'POST'})")
        reacted(page)
        expect("as many as before", page.evaluate(CARDS) == 400)
        expect("the same card", page.evaluate("document.querySelector('.newsstand .card:last-child').isTheSame === true"))
        expect("it has the focus", last.evaluate("(button) => button === document.activeElement"))
        expect("the place is kept", abs(page.evaluate("scrollY") - place) < 2)

    # Covers that do not come hold up nothing: no more than three are waited for.
    stalled = []
    with window(chromium, url, before=lambda page: page.route(re.compile(r"/cover\?"), lambda route: stalled.append(route))) as page:
        page.locator(".newsstand .card").first.wait_for()
        until(page, f"{CARDS} > 0")
        page.mouse.move(700, 500)
        while page.evaluate(CARDS) < 400:
            before = page.evaluate(CARDS)
            page.mouse.wheel(0, 50_000)
            until(page, f"{CARDS} > {before}")
        expect("some are waited for", lambda: page.evaluate("1") and len(stalled) >= 3)
        expect("no more than three", len(stalled) == 3)
        stalled[0].abort()
        expect("the next takes its place", lambda: page.evaluate("1") and len(stalled) == 4)
