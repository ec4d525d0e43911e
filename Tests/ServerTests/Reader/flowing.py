"""Reads a book whose text flows: other type, other windows, and the same place in each."""

import sys

from reader import browser, expect, read, seen, told, until, window

url, name = sys.argv[1:3]

COUNT = "Number(document.querySelector('.scrubber').max) + 1"
WORDS = """() => [...document.querySelectorAll('.sheet.current .word')].map((word) => word.textContent).join('')"""

with browser() as chromium:
    with window(chromium, url, 820, 1000) as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        read(page, url, name)
        before = page.evaluate(COUNT)
        expect("pages of the window's size", any("page-size=" in address for address in asked))

        page.keyboard.press("o")
        page.locator(".outline-entry", has_text="Reading the Tide").first.click()
        until(page, "location.hash.includes('at=')")
        page.locator(".sheet.current .word", has_text="Tide").first.wait_for(state="attached")
        place = page.url

        # Larger type: more pages, and the chapter is where one still is.
        page.locator("#settings").click()
        for _ in range(3):
            page.locator("dialog button[aria-label='Larger type']").click()
        expect("what was chosen is said", lambda: page.locator("dialog .stepper output").first.inner_text() == "150 %")
        page.keyboard.press("Escape")
        until(page, f"{COUNT} > {before}")
        page.locator(".sheet.current .word", has_text="Tide").first.wait_for(state="attached")

        # Another window.
        large = page.evaluate(COUNT)
        page.set_viewport_size({"width": 390, "height": 700})
        until(page, f"{COUNT} > {large}")
        page.locator(".sheet.current .word", has_text="Tide").first.wait_for(state="attached")

        # Paper, where the book's backend has it.
        page.locator("#settings").click()
        page.locator("dialog label", has_text="Sepia").click()
        until(page, "performance.getEntriesByType('resource').some((entry) => entry.name.includes('theme=sepia'))")
        page.locator("dialog label", has_text="As designed").click()
        page.keyboard.press("Escape")
        seen(page)

        # Every choice of type is in the address that the pages come from.
        page.locator("#settings").click()
        page.locator("dialog [aria-label=Typeface] label", has_text="Dyslexia-friendly").click()
        for step in ("Looser lines", "Words further apart", "Letters further apart"):
            page.locator(f"dialog button[aria-label='{step}']").click()
        page.locator("dialog [aria-label='Justified lines'] label", has_text="On").click()
        page.locator("dialog [aria-label=Hyphenation] label", has_text="Off").click()
        page.locator("#publisher-styles").uncheck()
        expect("own colors are hidden", lambda: page.locator("dialog input[type=color]").first.is_hidden())
        page.locator("dialog label", has_text="Own colors").click()
        page.locator("dialog label", has_text="Color of text").locator("input").fill("#ffeecc")
        page.locator("dialog label", has_text="Color of paper").locator("input").fill("#112233")
        wanted = ["typeface=dyslexic", "line-spacing=1", "word-spacing=0.1", "letter-spacing=0.02", "justify=on", "hyphens=off",
                  "publisher-styles=off", "text-color=%23ffeecc", "paper-color=%23112233"]
        until(page, f"performance.getEntriesByType('resource').some((entry) => /image/.test(entry.name) && {wanted}.every((word) => entry.name.includes(word)))")
        page.keyboard.press("Escape")
        seen(page)
        expect("dark paper has a dark surround", lambda: page.evaluate("!!document.querySelector('.dark-pages')"))

    # The address finds its place in a window of any size.
    with window(chromium, place, 1440, 900) as page:
        seen(page)
        page.locator(".sheet.current .word", has_text="Tide").first.wait_for(state="attached")
        told(page)
        first = page.evaluate(WORDS)
        page.locator("a[href='#/']").click()
        page.locator(".recent-card").first.click()
        seen(page)
        page.locator(".sheet.current .word", has_text="Tide").first.wait_for(state="attached")
        expect("the last place is the same", lambda: page.evaluate(WORDS) == first)
