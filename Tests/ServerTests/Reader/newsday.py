"""A magazine of nine issues from the first start to the tenth by push, in windows of a phone, a tablet and
a desktop. Takes pictures into a folder. Requests tell the publisher's server what to do: `offer` has the
tenth issue come out."""

import re
import sys
import urllib.request

from newshome import has, look, post
from reader import browser, expect, seen, until, window

url, catalog, pictures = sys.argv[1:4]


def publisher(does):
    with urllib.request.urlopen(catalog.replace("info.xml", does)):
        pass


with browser() as chromium:
    with window(chromium, url, width=1200, height=900) as page:
        # Nothing is here: the page says what to do.
        page.get_by_text("There are no issues yet").wait_for()
        look(page, pictures, "1-empty")
        page.get_by_role("button", name="Add a store").click()
        page.get_by_label("Address of a catalog").fill("http://127.0.0.1:1/none.xml")
        page.locator(".add-store button").click()
        page.locator(".complaint", has_text="127.0.0.1").wait_for()
        look(page, pictures, "2-stores")
        page.get_by_label("Address of a catalog").fill(catalog)
        page.locator(".add-store button").click()
        page.get_by_label("Name of Harbor").wait_for()
        page.get_by_label("Download new issues automatically").check()
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")

        # The home page: the name, the latest cover with its text, the others below.
        latest = page.locator(".latest .issue")
        expect("the magazine's name", lambda: page.locator(".newsstand h2").inner_text() == "Harbor")
        expect("nine issues", lambda: page.locator(".newsstand .issue").count() == 9)
        expect("markup in a description is text", lambda: "<" not in latest.locator(".summary").inner_text())
        until(page, "document.querySelectorAll('.newsstand .cover.there').length > 3")
        look(page, pictures, "3-home")
        expect("the icon is the newsstand's", lambda: "/newsstand/icon.png" in page.locator("link[rel=icon]").get_attribute("href"))

        # One is loaded: a bar, a button that cannot be pressed, and one that stops it.
        has(page, "Download", "The First Ferry").click()
        busy = page.locator(".card", has_text="The First Ferry").locator(".busy-button")
        busy.wait_for()
        expect("it cannot be pressed", busy.is_disabled())
        look(page, pictures, "4-loading")
        has(page, "Stop", "The First Ferry").click()
        publisher("release")
        has(page, "Download", "The First Ferry").click()
        has(page, "Read", "The First Ferry").wait_for()
        page.locator("#shelf-query").fill("no such issue")
        page.get_by_text("Nothing here matches").wait_for()
        page.get_by_role("button", name="Show all issues").click()
        expect("all are there again", lambda: page.locator(".newsstand .issue").count() == 9)

        # In another order there is no latest issue, and the choice keeps the keyboard's focus.
        order = page.locator(".newsstand [data-filter=order]")
        order.focus()
        order.select_option("number")
        page.locator(".latest").wait_for(state="hidden")
        expect("the focus stays", lambda: page.evaluate("document.activeElement.dataset.filter") == "order")
        order.select_option("")
        page.locator(".latest").wait_for()

        # While it is read, a tenth is published, and is downloaded automatically.
        has(page, "Read", "The First Ferry").click()
        seen(page)
        publisher("offer")
        post(url, "push?force=1", {"aps": {"content-available": 1}})
        until(page, "document.querySelector('[role=status].unseen').textContent.includes('Night Fishing')")
        expect("the page is still read", lambda: page.locator(".sheet.current .page").count() > 0)
        page.go_back()
        latest.locator("h3", has_text="Night Fishing").wait_for()
        latest.locator(".sash").wait_for()
        has(page, "Read", "Night Fishing").wait_for()
        look(page, pictures, "5-tenth")

        # It is archived after a question, and can be downloaded again.
        has(page, "Archive", "The First Ferry").click()
        dialog = page.locator("dialog")
        expect("it asks", lambda: "Archive The First Ferry?" in dialog.inner_text())
        look(page, pictures, "6-question")
        dialog.get_by_role("button", name="Cancel").click()
        has(page, "Read", "The First Ferry").wait_for()
        has(page, "Archive", "The First Ferry").click()
        page.locator("dialog").get_by_role("button", name="Archive", exact=True).click()
        has(page, "Download", "The First Ferry").wait_for()

        # The publisher's server goes away: the list stays, with its age.
        publisher("away")
        page.get_by_role("button", name="Look for new issues").click()
        page.locator(".newsstand .notice", has_text=re.compile(r"Harbor cannot be reached: its list is \d+ minutes? old\.")).wait_for()
        expect("the list stays", lambda: page.locator(".newsstand .issue").count() == 10)
        look(page, pictures, "7-away")
