"""Follows links to a site that allows frames and to one that forbids them: one tap each. The browser blocks
tabs that no tap opens."""

import sys

from reader import browser, expect, read, window

url, name, pictures = sys.argv[1:4]

with browser(blocks=True) as chromium:
    with window(chromium, url) as page:
        read(page, url, name)
        links = page.locator(".link.outside")
        links.first.wait_for(state="attached")
        with page.context.expect_page() as opened:
            links.nth(1).click()
        tab = opened.value
        tab.locator("h1", has_text="Site /closed").wait_for()
        expect("the tab cannot reach the reader", tab.evaluate("window.opener === null"))
        expect("the tab does not know where from", tab.evaluate("document.referrer === ''"))
        tab.close()
        expect("nothing lies over the page", page.locator("dialog").count() == 0)

        links.nth(0).click()
        page.frame_locator(".outside-panel iframe").locator("h1", has_text="Site /open").wait_for()
        page.screenshot(path=f"{pictures}/frames-open.png")
        expect("in no tab", len(page.context.pages) == 1)
        page.locator("dialog button", has_text="Done").click()

        # A browser that opens no tab leads to one.
        page.evaluate("window.open = () => null")
        links.nth(1).click()
        panel = page.locator("dialog.outside-panel")
        panel.wait_for()
        expect("it has the way out", panel.locator("a[target=_blank]").get_attribute("href").endswith("/closed"))
        expect("no frame", panel.locator("iframe").count() == 0)
        page.screenshot(path=f"{pictures}/frames-blocked.png")
