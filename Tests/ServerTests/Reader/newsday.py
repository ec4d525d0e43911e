"""A magazine of nine issues from the first start to the tenth by push, in windows of a phone, a tablet and
a desktop. Takes pictures into a folder. The publisher's server is told what to do by files: `offer` has the
tenth issue come out."""

import json
import sys
import urllib.request

from reader import browser, expect, reacted, seen, settled, until, window

url, catalog, pictures = sys.argv[1:4]
SCREENS = [(390, 844), (768, 1024), (1200, 900)]


def look(page, name):
    """Takes a picture for each width; nothing is cut off, and three stand in a row on a tablet."""
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        reacted(page)
        settled(page)
        page.screenshot(path=f"{pictures}/{name}-{width}.png")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        expect(f"{name} is {wide} pixels too wide at {width}", wide <= 0)
        columns = page.evaluate("""() => {
          const cards = [...document.querySelectorAll('.newsstand .covers > .card')].map((card) => card.getBoundingClientRect());
          return cards.filter((card) => Math.abs(card.top - cards[0].top) < 2).length;
        }""")
        if width == 768 and columns:
            expect(f"{name}: {columns} stand in a row on a tablet", columns == min(
                3, page.locator(".newsstand .covers > .card").count()))
    page.set_viewport_size({"width": 1200, "height": 900})


def post(path, body):
    request = urllib.request.Request(f"{url}api/1/newsstand/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def has(page, action, title):
    """The issue's button or link of a name."""
    return page.locator(f".issue [aria-label='{action}: {title}']")


with browser() as chromium:
    with window(chromium, url, width=1200, height=900) as page:
        # Nothing is here: the page says what to do.
        page.get_by_text("There are no issues yet").wait_for()
        look(page, "1-empty")
        page.get_by_role("button", name="Add a store").click()
        page.get_by_label("Address of a catalog").fill("http://127.0.0.1:1/none.xml")
        page.locator(".add-store button").click()
        page.locator(".complaint", has_text="127.0.0.1").wait_for()
        look(page, "2-stores")
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
        look(page, "3-home")
        expect("the icon is the newsstand's", lambda: "/newsstand/icon.png" in page.locator("link[rel=icon]").get_attribute("href"))

        # One is loaded: a bar, a button that cannot be pressed, and one that stops it.
        has(page, "Download", "The First Ferry").click()
        busy = page.locator(".card", has_text="The First Ferry").locator(".busy-button")
        busy.wait_for()
        expect("it cannot be pressed", busy.is_disabled())
        look(page, "4-loading")
        has(page, "Stop", "The First Ferry").click()
        has(page, "Download", "The First Ferry").click()
        has(page, "Read", "The First Ferry").wait_for()
        page.locator("#shelf-query").fill("no such issue")
        page.get_by_text("Nothing here matches").wait_for()
        page.get_by_role("button", name="Show all issues").click()
        expect("all are there again", lambda: page.locator(".newsstand .issue").count() == 9)

        # While it is read, a tenth is published, and is downloaded automatically.
        has(page, "Read", "The First Ferry").click()
        seen(page)
        with urllib.request.urlopen(catalog.replace("info.xml", "offer")):
            pass
        post("push?force=1", {"aps": {"content-available": 1}})
        until(page, "document.querySelector('[role=status].unseen').textContent.includes('Night Fishing')")
        expect("the page is still read", lambda: page.locator(".sheet.current .page").count() > 0)
        page.go_back()
        latest.locator("h3", has_text="Night Fishing").wait_for()
        latest.locator(".sash").wait_for()
        has(page, "Read", "Night Fishing").wait_for()
        look(page, "5-tenth")

        # It is archived after a question, and can be downloaded again.
        has(page, "Archive", "The First Ferry").click()
        dialog = page.locator("dialog")
        expect("it asks", lambda: "Archive The First Ferry?" in dialog.inner_text())
        look(page, "6-question")
        dialog.get_by_role("button", name="Cancel").click()
        has(page, "Read", "The First Ferry").wait_for()
        has(page, "Archive", "The First Ferry").click()
        page.locator("dialog").get_by_role("button", name="Archive", exact=True).click()
        has(page, "Download", "The First Ferry").wait_for()

        # The publisher's server goes away: the list stays, with its age.
        with urllib.request.urlopen(catalog.replace("info.xml", "away")):
            pass
        page.get_by_role("button", name="Look for new issues").click()
        page.locator(".newsstand .notice", has_text="Harbor cannot be reached: its list is 1 minute old.").wait_for()
        expect("the list stays", lambda: page.locator(".newsstand .issue").count() == 10)
        look(page, "7-away")
