"""Reads a long book: a few pages come first, and are read while all others are laid out."""

import sys

from reader import browser, expect, repeat, seen, until, window
from whole import COUNT, DOCUMENT, LAYING, TEXT, TOAST, Whole, came

url, name = sys.argv[1:3]


def text_of(page):
    until(page, f"({TEXT}).length > 0")
    return page.evaluate(TEXT)


def turn(page, key):
    before = text_of(page)
    page.keyboard.press(key)
    until(page, f"(before) => ({TEXT}).length > 0 && ({TEXT}) !== before", arg=before)
    return page.evaluate(TEXT)


def turn_or_wait(page, key):
    """Turns until another page is seen, or the reader says what it waits for. Tells whether it is seen."""
    before = text_of(page)
    page.keyboard.press(key)
    until(page, f"(before) => ({TOAST}).length > 0 || ({TEXT}).length > 0 && ({TEXT}) !== before", arg=before)
    return not page.evaluate(TOAST)


with browser() as chromium:
    # From the start, and beyond the excerpt.
    whole = Whole()
    with window(chromium, url, 820, 1000, before=whole) as page:
        page.goto(f"{url}#/{name}")
        seen(page)
        expect("the first page", "Chapter 0" in text_of(page))
        expect("no count yet", page.evaluate(COUNT) == "…")
        expect("what is going on", page.locator(".bar-where").inner_text() == LAYING)
        expect("no way to unknown pages", page.locator(".scrubber").is_disabled())
        expect("nothing is before the first", page.locator("#left").is_disabled())
        page.keyboard.press("o")
        expect("no contents yet", lambda: LAYING in page.locator("#panel-contents").inner_text())
        page.keyboard.press("t")
        expect("no thumbnails yet", lambda: LAYING in page.locator("#panel-thumbnails").inner_text())
        page.keyboard.press("/")
        page.keyboard.type("Sentence 301")
        expect("no hits yet", lambda: LAYING in page.locator(".hit-count").inner_text())
        page.locator(".side-panel button[aria-label='Close the panel']").click()
        texts = [text_of(page)]

        def turn_on():
            if turn_or_wait(page, "ArrowRight"):
                texts.append(page.evaluate(TEXT))

        repeat(page, turn_on, lambda: page.evaluate(TOAST))
        expect("pages to read meanwhile", len(texts) > 4)
        expect("the reader waits", page.evaluate(TOAST) == LAYING)
        expect("all are asked for", lambda: page.wait_for_timeout(20) or bool(whole.held))
        whole.let_come()
        came(page)
        # The page that was asked for is there.
        until(page, f"({COUNT}).startsWith('{len(texts) + 1} /')")
        until(page, f"(texts) => ({TEXT}).length > 0 && !texts.includes({TEXT})", arg=texts)
        expect("the reader waits no longer", page.evaluate(TOAST) == "")
        for text in reversed(texts):
            expect("the same pages", turn(page, "ArrowLeft") == text)
        expect("the hits", lambda: page.locator(".hit-entry").count() == 1)
        expect("the contents", lambda: page.locator(".outline-entry").count() == 12)

    # In the middle, enlarged: the view stays in place. The window has a size that the server knows
    # no layout for.
    whole = Whole()
    place = f"{url}#/{name}?at=book%2Fp7.xhtml&type=application%2Fxhtml%2Bxml&progression=0.5&total=0.6"
    with window(chromium, place, 820, 900, before=whole) as page:
        seen(page)
        before = text_of(page)
        expect("the middle of the chapter", "Sentence 7" in before and "Chapter 7" not in before)
        page.locator("#larger").click()
        page.locator("#larger").click()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        scroll = "(() => { const s = document.querySelector('.sheet.current'); return [s.scrollLeft, s.scrollTop]; })()"
        until(page, f"{scroll}[1] > 100")
        where = page.evaluate(scroll)
        picture = page.evaluate("document.querySelector('.sheet.current .base img').src")
        whole.let_come()
        came(page)
        # The element is missing for a moment while one picture replaces the other.
        until(page, "(before) => ![undefined, before].includes(document.querySelector('.sheet.current .base img')?.src)",
              arg=picture)
        expect("the same text", text_of(page) == before)
        expect("at the same place", page.evaluate(scroll) == where)
        expect("in the middle of the book", int(page.evaluate(COUNT).split("/")[0]) > 12)

        # Larger type: the place first, then the rest; back from its first page once that is there.
        whole.is_open = False
        page.keyboard.press("0")
        page.locator("#settings").click()
        page.locator("dialog button[aria-label='Larger type']").click()
        page.keyboard.press("Escape")
        until(page, f"({COUNT}) === '…' && !({TOAST})")
        expect("the same chapter", "Sentence 7" in text_of(page))
        expect("pages before", lambda: page.locator("#left").is_enabled())
        repeat(page, lambda: turn_or_wait(page, "ArrowLeft"), lambda: page.evaluate(TOAST))
        # One may be asked to turn while the page before is still seen.
        until(page, f"({TEXT}).includes('Chapter 7')")
        whole.let_come()
        came(page)
        until(page, f"({TEXT}).includes('Sentence 6')")

    # A failure is reported, and the pages that exist remain readable.
    with window(chromium, url, 820, 800, before=lambda page: page.route(
            DOCUMENT, lambda route: route.fulfill(status=422, content_type="application/problem+json",
                body='{"detail": "It is too long."}'))) as page:
        page.goto(f"{url}#/{name}")
        seen(page)
        expect("why there is no more", lambda: page.evaluate(TOAST) == "It is too long.")
        turn(page, "ArrowRight")
