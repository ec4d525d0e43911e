"""A magazine that is sold, with a shop that is a file: an issue is bought and read, a subscription brings the
tenth issue by push, the first is archived, and another library restores all that. Takes pictures into a folder."""

import sys
import urllib.request

from newshome import has, look, post
from reader import browser, expect, seen, until, window

url, catalog, pictures, other = sys.argv[1:5]


def buys(page, title):
    """The button that buys an issue."""
    return page.locator(f".issue [aria-label^='Buy for €2.99'][aria-label$='{title}']")


def confirm(page, question, answer):
    dialog = page.locator("dialog").last
    expect(question, lambda: question in dialog.inner_text())
    dialog.get_by_role("button", name=answer).click()


# Both have asked the shop before anything is bought.
for library in (url, other):
    post(library, "purchases", {})

with browser() as chromium:
    with window(chromium, url, width=1200, height=900) as page:
        # The prices are the shop's, and not those of the catalog.
        buys(page, "Lighthouse Keepers").wait_for()
        until(page, "document.querySelectorAll('.newsstand .cover.there').length > 3")
        look(page, pictures, "buy-1-sold")
        buys(page, "The First Ferry").click()
        confirm(page, "Buy The First Ferry for €2.99?", "Buy for")
        has(page, "Read", "The First Ferry").wait_for()
        expect("the price has gone", buys(page, "The First Ferry").count() == 0)

        offer = page.locator(".offer")
        offer.get_by_role("button", name="Subscribe for €19.00: Harbor").click()
        confirm(page, "Subscribe to Harbor?", "Subscribe for")
        offer.get_by_text("Subscribed until").wait_for()
        expect("older issues are bought one by one", lambda: buys(page, "Lighthouse Keepers").count() == 1)

        # While the first is read, the tenth comes, which is paid.
        has(page, "Read", "The First Ferry").click()
        seen(page)
        with urllib.request.urlopen(catalog.replace("info.xml", "offer")):
            pass
        post(url, "push?force=1", {"aps": {"content-available": 1}})
        until(page, "document.querySelector('[role=status].unseen').textContent.includes('Night Fishing')")
        page.go_back()
        has(page, "Read", "Night Fishing").wait_for()
        look(page, pictures, "buy-2-tenth")

        has(page, "Archive", "The First Ferry").click()
        confirm(page, "Archive The First Ferry?", "Archive")
        has(page, "Download", "The First Ferry").wait_for()
        expect("it is still owned", buys(page, "The First Ferry").count() == 0)

    # Another library of the same customer.
    with window(chromium, other, width=1200, height=900) as page:
        buys(page, "The First Ferry").wait_for()
        page.locator("#stores").click()
        page.get_by_role("button", name="Restore purchases").click()
        page.get_by_text("2 purchases were restored.").wait_for()
        page.keyboard.press("Escape")
        has(page, "Download", "The First Ferry").wait_for()
        expect("as before, older issues are not", lambda: buys(page, "Lighthouse Keepers").count() == 1)
        look(page, pictures, "buy-3-restored")
