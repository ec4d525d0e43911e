"""From the first pages of a long book to all of them: nothing is skipped, lost or disturbed."""

import re
import sys

from reader import browser, expect, pages, reacted, repeat, seen, settled, told, turned, until, window
from whole import COUNT, DOCUMENT, LAYING, TEXT, TOAST, Held, Whole, came

url, name = sys.argv[1:3]

LOCATE = re.compile(r"/locate(\?.*)?$")
FACTS = re.compile(r"/pages/\d+(\?.*)?$")
LARGER = re.compile(r"/api/1/publications/[^/?]+\?.*font-scale=")


def number(page):
    """Of the page that is seen, and of the last."""
    return [int(part) for part in page.evaluate(COUNT).split(" / ")]


def enlarge_type(page):
    page.locator("#settings").click()
    page.locator("dialog button[aria-label='Larger type']").click()
    page.keyboard.press("Escape")
    # Until it is gone, keys are its own.
    page.locator("dialog").wait_for(state="detached")


def to_the_end(page):
    """Turns as long as there are pages, and once more. Gives those that were seen last."""
    last = pages(page)

    def turn_on():
        nonlocal last
        last = pages(page)
        page.keyboard.press("ArrowRight")
        until(page, f"(last) => ({TOAST}).length > 0"
            " || document.querySelector('.sheet.current .page').dataset.page != last", arg=last[0])

    repeat(page, turn_on, lambda: page.evaluate(TOAST))
    expect("what is waited for", page.evaluate(TOAST) == LAYING)
    return last


with browser() as chromium:
    # Facing pages may be other pairs then: the page that follows is there, and none is left out.
    whole = Whole()
    with window(chromium, url, 1300, 820, before=whole) as page:
        page.goto(f"{url}#/{name}")
        seen(page)
        last = to_the_end(page)
        whole.let_come()
        came(page)
        expect("the next page", lambda: last[-1] + 1 in pages(page))

    whole = Whole()
    with window(chromium, url, 820, 780, before=whole) as page:
        # A reader who has gone back meanwhile stays there.
        page.goto(f"{url}#/{name}")
        seen(page)
        last = to_the_end(page)
        page.keyboard.press("ArrowLeft")
        until(page, f"!({TOAST})")
        whole.let_come()
        came(page)
        expect("the page before", lambda: number(page)[0] == last[0])

    # The origin of a followed link and the selection are kept.
    whole = Whole()
    with window(chromium, url, 820, 760, before=whole) as page:
        page.goto(f"{url}#/{name}")
        seen(page)
        link = page.locator(".sheet.current a.link").first
        expect("no number", link.get_attribute("title") == "To another place")
        expect("nor one elsewhere", "page=" not in link.get_attribute("href"))
        link.click()
        way = page.locator("#way-back")
        expect("the way back", lambda: way.inner_text().strip() == "Back to where you were")
        expect("the end of the chapter", lambda: pages(page) != [0])
        seen(page)
        told(page)
        page.evaluate("getSelection().selectAllChildren(document.querySelector('.sheet.current .word'))")
        selected = page.evaluate("String(getSelection())")
        with page.expect_request_finished(lambda request: DOCUMENT.search(request.url)):
            whole.let_come()
        reacted(page)
        expect("the selection", selected and page.evaluate("String(getSelection())") == selected)
        expect("not all pages yet", page.evaluate(COUNT) == "…")
        page.evaluate("getSelection().removeAllRanges()")
        came(page)
        expect("the same way back", lambda: way.inner_text().strip() == "Back to Page 1")
        way.click()
        expect("where the link was", lambda: number(page)[0] == 1)

    # A place that is not found among all pages is not exchanged for another one.
    whole = Whole()
    with window(chromium, f"{url}#/{name}?at=book%2Fp7.xhtml&progression=0.5", 820, 740, before=whole) as page:
        seen(page)
        told(page)
        before = page.evaluate(TEXT)
        expect("the chapter", "Sentence 7" in before)
        page.route(LOCATE, lambda route: route.abort())
        page.keyboard.press("o")
        whole.let_come()
        page.locator("#panel-contents [role=alert]").wait_for()
        expect("still there", page.evaluate(TEXT) == before)
        page.unroute(LOCATE)
        page.locator("#panel-contents .button").click()
        came(page)
        told(page)
        expect("the same text", lambda: page.evaluate(TEXT) == before)
        expect("the contents", lambda: page.locator(".outline-entry").count() == 12)

    # A document that the book no longer has: its share of the book remains.
    with window(chromium, f"{url}#/{name}?at=book%2Fgone.xhtml&total=0.6", 820, 720) as page:
        came(page)
        at, count = number(page)
        expect("about there", abs(at / count - 0.6) < 0.05)

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
