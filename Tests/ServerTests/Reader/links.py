"""Follows the links of the sample issue: to its pages, and out of it."""

import re
import sys

from reader import browser, expect, pages, read, turned, window

url, name = sys.argv[1:3]

with browser() as chromium:
    # Sites outside are answered here: one shows itself, as most do not.
    def outside(page):
        page.context.route("https://example.org/**", lambda route: route.fulfill(
            content_type="text/html", body="<title>Outside</title><h1>Outside</h1>"))
        page.context.route(re.compile(r"/pages/1/frame"), lambda route: route.fulfill(json={"allowed": True}))

    with window(chromium, url, before=outside) as page:
        read(page, url, name, "?page=2")
        inside = page.locator(".page[data-page='1'] .link:not(.outside)")
        inside.first.wait_for(state="attached")
        expect("where a link leads is said", lambda: inside.nth(2).get_attribute("aria-label") == "To Page 3")
        inside.nth(2).click()
        turned(page, [3, 4])
        page.locator("#way-back").click()
        turned(page, [1, 2])

        # By the keyboard, which the page then has.
        inside.nth(6).focus()
        page.keyboard.press("Enter")
        turned(page, [5, 6])
        page.keyboard.press("Backspace")
        turned(page, [1, 2])

        # Out, and back to the same page.
        link = page.locator(".page[data-page='1'] .link.outside").first
        link.click()
        panel = page.locator("dialog.outside-panel")
        panel.wait_for()
        expect("whose page it is", lambda: "example.org" in panel.locator(".outside-address").inner_text())
        frame = panel.locator("iframe")
        expect("the frame is closed in", "allow-top-navigation" not in frame.get_attribute("sandbox"))
        page.frame_locator("iframe").locator("h1", has_text="Outside").wait_for()
        tab = panel.locator("a[target=_blank]")
        expect("a tab of its own", lambda: tab.get_attribute("href") == "https://example.org/quay"
               and "noopener" in tab.get_attribute("rel"))
        panel.locator("button", has_text="Done").click()
        expect("the panel is gone", lambda: page.locator("dialog").count() == 0)
        expect("the same page", pages(page) == [1, 2])
        expect("the focus is where it was", lambda: page.evaluate("document.activeElement.classList.contains('outside')"))

    # Links of a source never run scripts.
    def hostile(page):
        def answer(route):
            facts = route.fetch().json()
            facts["links"] = [
                {"quads": [[0, 0, 50, 0, 50, 50, 0, 50]], "target": {"url": target}}
                for target in ("javascript:alert(1)", "data:text/html,<script>alert(1)</script>",
                               "file:///etc/passwd", "https://example.org/<b>")]
            route.fulfill(json=facts)
        page.context.route(re.compile(r"/pages/1(\?|$)"), answer)

    with window(chromium, url, before=hostile) as page:
        read(page, url, name, "?page=2")
        page.locator(".page[data-page='1'] .link").first.wait_for(state="attached")
        targets = [link.get_attribute("href") for link in page.locator(".page[data-page='1'] .link").all()]
        expect(f"only the web is led to: {targets}", targets == ["https://example.org/%3Cb%3E"])
