"""Finds pages of the sample issue by its contents, its thumbnails and its words."""

import sys

from reader import browser, expect, read, turned, until, window

url, name = sys.argv[1:3]

with browser() as chromium:
    with window(chromium, url) as page:
        read(page, url, name)
        page.keyboard.press("o")
        entry = page.locator(".outline-entry", has_text="Reading the Tide")
        entry.click()
        turned(page, [3, 4])
        expect("the entry is marked", lambda: entry.get_attribute("aria-current") == "true")
        page.keyboard.press("ArrowRight")
        expect("tabs are stepped through", lambda: page.locator("#tab-thumbnails").get_attribute("aria-selected") == "true"
               or page.locator("#tab-contents").is_visible())

        page.locator("#tab-thumbnails").click()
        page.locator(".thumbnail").nth(7).click()
        turned(page, [7])
        expect("the thumbnail is marked", lambda: page.locator(".thumbnail[aria-current]").count() == 1)
        until(page, "document.querySelectorAll('.thumbnail img')[7].naturalWidth > 0")

        page.locator("body").press("/")
        query = page.locator("#query")
        query.fill("tide")
        page.locator(".hit-entry").first.wait_for()
        expect("hits", lambda: page.locator(".hit-entry").count() >= 8)
        count = page.locator(".hit-entry").count()
        first = page.locator(".hit-entry").first
        expect("what was found stands out", lambda: first.locator("mark").inner_text().lower() == "tide")
        first.click()
        turned(page, [0])
        page.locator(".sheet.current .current-hit").wait_for(state="attached")
        expect("where one is", lambda: page.locator(".hit-count").inner_text() == f"1 of {count}")
        page.locator("#hit-after").click()
        # The cover has it in its line of letter-spaced capitals, too.
        until(page, "document.querySelector('.hit-count').textContent.startsWith('2 ')")
        page.locator("#hit-after").click()
        until(page, "document.querySelector('.hit-count').textContent.startsWith('3 ')")
        turned(page, [1, 2])
        query.focus()
        page.keyboard.press("Enter")
        until(page, "document.querySelector('.hit-count').textContent.startsWith('4 ')")
        page.locator("#hit-before").click()
        until(page, "document.querySelector('.hit-count').textContent.startsWith('3 ')")

        # The mark lies on the word, which the transparent text knows too, once that is there.
        until(page, """() => {
          const mark = document.querySelector('.sheet.current .current-hit')?.getBoundingClientRect();
          const word = [...document.querySelectorAll('.sheet.current .word')]
            .find((word) => /tide/i.test(word.textContent)
              && Math.abs(word.getBoundingClientRect().top - mark?.top) < 3
              && word.getBoundingClientRect().left <= mark?.left + 2);
          return Boolean(mark && word) && mark.width > 4;
        }""")

        page.locator("label", has_text="Match case").click()
        until(page, f"document.querySelectorAll('.hit-entry').length !== {count}"
                               " && document.querySelectorAll('.hit-entry').length > 0")
        query.fill("submarine")
        page.locator(".hit-count", has_text="No page contains").wait_for()
        expect("no marks", lambda: page.locator(".current-hit").count() == 0)
        page.keyboard.press("Escape")
        expect("Escape closes the panel", lambda: not page.locator("#side-panel").is_visible())

        # The shelf's own search.
        page.goto(url)
        page.locator("#shelf-query").fill("no such title")
        page.locator(".notice", has_text="no such title").wait_for()
        page.locator("#shelf-query").fill("quay")
        page.locator(".card").first.wait_for()
