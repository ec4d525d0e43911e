"""Listens to a book that is read aloud by its own sound, and by the browser where that is missing."""

import sys

from reader import VOICE, browser, expect, pages, read, told, until, window

url, name = sys.argv[1:3]

# The places of the player when it is told to play, and those of the marks.
HEARD = """
  window.heard = [];
  document.addEventListener('playing', ({ target }) => heard.push(target.currentTime), true);
  document.addEventListener('timeupdate', ({ target }) => heard.push(target.currentTime), true);
"""
MARK = "document.querySelector('.sheet.current .marks .spoken')?.getBoundingClientRect().top ?? -1"

with browser() as chromium:
    def prepare(page):
        page.add_init_script(VOICE)
        page.add_init_script(HEARD)

    with window(chromium, url, before=prepare) as page:
        read(page, url, name)
        expect("a narration has no player on the page", lambda: page.locator(".medium").count() == 0)
        page.locator("#listen").click()
        until(page, "heard.length > 0")
        first = page.evaluate(MARK)
        expect(f"the first words are marked: {first}", first >= 0)
        until(page, f"(first) => {MARK} > first", arg=first)
        expect("it begins where the clip does", page.evaluate("Math.min(...heard)") >= 0.4)

        # The sound of the third page is missing.
        until(page, "said.length === 1")
        expect("the browser reads it", page.evaluate("said[0]") == "Fourth words")
        expect(f"the pages were turned: {pages(page)}", 2 in pages(page))
        expect("no more is heard than the clips have", page.evaluate("Math.max(...heard)") < 1.8)
        expect("nothing plays", page.evaluate("document.querySelector('.listening audio').paused"))
        page.locator("#speech-stop").click()
        told(page)
