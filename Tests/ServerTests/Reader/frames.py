"""Follows links to a site that allows frames and to one that forbids them. The browser blocks tabs that no tap
opens."""

import sys

from reader import browser, expect, read, repeat, window

url, name, pictures = sys.argv[1:4]

with browser(blocks=True) as chromium:
    with window(chromium, url) as page:
        read(page, url, name)
        links = page.locator(".link.outside")
        links.first.wait_for(state="attached")
        links.nth(1).click()
        question = page.locator("dialog.outside-question")
        question.locator("button", has_text="Show beside the issue").click()
        question.locator("[role=status]", has_text="cannot be shown here").wait_for()
        expect("it is not offered again", question.locator("button", has_text="Show beside").count() == 0)
        expect("the way out has the focus", page.evaluate("document.activeElement.target") == "_blank")
        page.screenshot(path=f"{pictures}/frames-forbidden.png")
        with page.context.expect_page() as opened:
            page.keyboard.press("Enter")
        tab = opened.value
        tab.locator("h1", has_text="Site /closed").wait_for()
        expect("the tab cannot reach the reader", tab.evaluate("window.opener === null"))
        expect("the tab does not know where from", tab.evaluate("document.referrer === ''"))
        tab.close()
        expect("nothing lies over the page", lambda: page.locator("dialog").count() == 0)

        # A site whose answer takes longer than two seconds, as on a busy machine, counts as one that forbids frames.
        def ask_for_the_panel():
            if question.count():
                page.keyboard.press("Escape")
                question.wait_for(state="detached")
            links.nth(0).click()
            question.locator("button", has_text="Show beside the issue").click()
            page.locator(".outside-panel, .outside-question [role=status]:not(:empty)").first.wait_for()

        repeat(page, ask_for_the_panel, lambda: page.locator(".outside-panel").count() > 0)
        page.frame_locator(".outside-panel iframe").locator("h1", has_text="Site /open").wait_for()
        page.screenshot(path=f"{pictures}/frames-open.png")
        expect("in no tab", len(page.context.pages) == 1)
        page.locator("dialog button", has_text="Done").click()
        expect("nothing lies over the page", lambda: page.locator("dialog").count() == 0)
