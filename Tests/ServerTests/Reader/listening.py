"""Listens to the sample issue with a voice of the test's own: the browser here has none."""

import re
import sys

from reader import VOICE, browser, expect, pages, read, repeat, told, turned, until, window

url, name = sys.argv[1:3]

# The sentence of the line "Let x2 be.", in which two words are a formula.
FORMULA = """async (site) => {
  const { sentencesOf } = await import(new URL('sentences.js', site));
  const words = ['Let', 'x', '2', 'be.'].map((text, at) => ({ text, box: [10 * at, 0, 8, 8] }));
  words[1].joined = true;
  const line = { words, formulas: [{ words: [1, 3], alternative: { text: 'x squared' } }] };
  const [sentence] = sentencesOf({ blocks: [{ role: 'paragraph', lines: [line] }] }, 'en');
  return [sentence.text, sentence.quads.length];
}"""

# The sentence of two lines, the first of which ends within an address.
BROKEN = """async (site) => {
  const { sentencesOf } = await import(new URL('sentences.js', site));
  const word = (text, joined) => ({ text, joined, box: [0, 0, 8, 8] });
  const lines = [{ words: [word('See'), word('harbor.', true)] }, { words: [word('example/tides'), word('today.')] }];
  return sentencesOf({ blocks: [{ role: 'paragraph', lines }] }, 'en').map((sentence) => sentence.text);
}"""

with browser() as chromium:
    with window(chromium, url, before=lambda page: page.add_init_script(VOICE)) as page:
        site = page.evaluate("document.querySelector('script[type=module]').src")
        expect("a formula is said in its author's words",
               page.evaluate(FORMULA, site) == ["Let x squared be.", 4])
        expect("a word that a line breaks without a hyphen is whole",
               page.evaluate(BROKEN, site) == ["See harbor.example/tides today."])
        read(page, url, name, "?page=4")
        page.locator("#listen").click()
        until(page, "said.length === 1")
        expect("whole sentences", not page.evaluate("said[0]").endswith("-"))
        page.locator(".marks .spoken").first.wait_for(state="attached")
        page.evaluate("finish()")
        until(page, "said.length === 2")
        expect("the sentence that is read is shown",
               lambda: page.locator(".spoken-text").inner_text() == page.evaluate("said[1]"))

        # Words divided at a line's end are joined, over all sentences of both pages.
        repeat(page, lambda: page.evaluate("finish()"),
               lambda: page.evaluate("said.some((text) => text.includes('Maintenance is unglamorous'))"))
        page.locator("#sentence-after").click()
        page.locator("#sentence-before").click()
        expect("back by a sentence", lambda: page.evaluate("said.at(-1)") == page.evaluate("said.at(-3)"))

        # It goes on over the end of the page, and turns.
        repeat(page, lambda: page.evaluate("finish()"), lambda: pages(page) == [5, 6])
        turned(page, [5, 6])
        expect("both pages were read", lambda: page.evaluate("said.some((text) => text.startsWith('Twice a day'))"))
        expect("a parted word is whole", lambda: page.evaluate("said.some((text) => text.includes('disappear'))"))

        until(page, "speechSynthesis.current !== null")
        page.locator("#speak").click()
        count = page.evaluate("said.length")
        page.evaluate("finish()")
        expect("a pause is one", page.evaluate("said.length") == count)
        page.locator("#speak").click()
        until(page, "(count) => said.length > count", arg=count)
        expect("it goes on with the same sentence", page.evaluate("said.at(-1)") == page.evaluate("said.at(-2)"))

        # After turning a page, reading continues there.
        page.locator("#left").click()
        turned(page, [3, 4])
        until(page, "said.at(-1) === said[0]")
        page.locator("#speech-stop").click()
        expect("the marks are gone", lambda: page.locator(".marks .spoken").count() == 0)
        expect("the bar is gone", lambda: not page.locator(".listening").is_visible())

    # Paused before the text of a page is there, it goes on with that page.
    with window(chromium, url, before=lambda page: page.add_init_script(VOICE)) as page:
        held = []
        page.context.route(re.compile(r"/pages/7/text(\?|$)"), lambda route: held.append(route))
        with page.expect_request(lambda request: "/pages/7/text" in request.url):
            read(page, url, name, "?page=8")
        page.locator("#listen").click()
        page.locator("#speak").click()
        until(page, "document.querySelector('#speak').getAttribute('aria-label') === 'Read aloud'")
        for route in held:
            route.continue_()
        told(page)
        expect("nothing is read", page.evaluate("said.length") == 0)
        page.locator("#speak").click()
        until(page, "said.length === 1")
        expect("the page is not passed over", page.locator(".listening").is_visible())
