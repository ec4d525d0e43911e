"""Looks at every view with axe, and goes through it with the keyboard alone."""

import json
import sys

from axe_playwright_python.sync_playwright import Axe

from reader import browser, expect, read, settled, until, window

url, name = sys.argv[1:3]
axe = Axe()

with browser() as chromium:
    for scheme in ("light", "dark"):
        with window(chromium, url, color_scheme=scheme, reduced_motion="reduce") as page:
            def examine(view):
                settled(page)
                # A page may begin in the midst of a chapter, with its lesser headings.
                found = axe.run(page, options=json.dumps({"rules": {"heading-order": {"enabled": False}}})).response["violations"]
                expect(f"{view} in {scheme}: " + "; ".join(
                    f"{finding['id']}: {finding['nodes'][0]['html'][:160]}" for finding in found), not found)

            page.locator(".card").first.wait_for()
            examine("the shelf")
            read(page, url, name, "?page=5")
            page.locator(".sheet.current .word").first.wait_for(state="attached")
            examine("pages")
            for key, panel in (("o", "contents"), ("t", "thumbnails"), ("/", "search")):
                page.locator("body").press(key)
                page.locator(f"#panel-{panel}").wait_for()
                examine(f"the panel of the key {key}")
                page.keyboard.press("Escape")
            for key in ("s", "?", "p"):
                page.locator("body").press(key)
                page.locator("dialog").wait_for()
                examine(f"the dialog of the key {key}")
                page.keyboard.press("Escape")
            read(page, url, name, "?page=2")
            page.locator(".page[data-page='1'] .link.outside").first.click()
            page.locator("dialog").wait_for()
            examine("the question before a link that leads out")
            page.keyboard.press("Escape")
            page.goto(f"{url}#/nothing")
            page.locator(".failure").wait_for()
            examine("a publication that is not there")

    with window(chromium, f"{url}#/{name}?page=5", width=390, height=844) as page:
        page.locator(".sheet.current .word").first.wait_for(state="attached")
        page.locator("body").press("a")
        page.locator(".article-bar button").first.wait_for()
        found = axe.run(page).response["violations"]
        expect("articles on a phone: " + ", ".join(finding["id"] for finding in found), not found)

    with window(chromium, url) as page:
        # From the shelf to a page and back, without a mouse.
        page.locator(".card a").first.wait_for()
        page.locator("#shelf-query").focus()
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate(f"document.activeElement.getAttribute('href') === '#/{name}'"):
                break
        page.keyboard.press("Enter")
        page.locator(".sheet.current").wait_for(state="attached")
        page.keyboard.press("ArrowRight")
        until(page, "document.querySelector('.unseen[role=status]').textContent.includes('of 8')")
        page.locator("#settings").focus()
        page.keyboard.press("Enter")
        page.locator("dialog").wait_for()
        expect("the focus is in the dialog", lambda: page.evaluate("Boolean(document.activeElement.closest('dialog'))"))
        page.keyboard.press("Escape")
        expect("and back", lambda: page.evaluate("document.activeElement.id") == "settings")
        # Sheets that are not seen are not there for the keyboard and for screen readers.
        expect("neighbors are inert", lambda: page.evaluate(
            "[...document.querySelectorAll('.sheet:not(.current)')].every((sheet) => sheet.inert)"))
