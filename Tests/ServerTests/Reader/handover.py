"""From the first pages of a long book to all of them: nothing is skipped, lost or disturbed."""

import re
import sys

from reader import browser, expect, pages, reacted, repeat, seen, told, until, window
from whole import COUNT, DOCUMENT, LAYING, TEXT, TOAST, Whole, came, number

url, name = sys.argv[1:3]

LOCATE = re.compile(r"/locate(\?.*)?$")


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
