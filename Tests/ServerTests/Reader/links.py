"""Follows the links of the sample issue: to its pages, and out of it, which has to be confirmed."""

import re
import sys

from reader import browser, expect, pages, reacted, read, turned, window

url, name = sys.argv[1:3]
HERE = "document.activeElement"
SITE = "https://example.org/quay"


def answer_outside(page):
    """Answers for the sites outside: one shows itself in a frame, as most do not."""
    page.context.route("https://example.org/**", lambda route: route.fulfill(
        content_type="text/html", body="<title>Outside</title><h1>Outside</h1>"))
    page.context.route(re.compile(r"/pages/1/frame"), lambda route: route.fulfill(json={"allowed": True}))


def link_to(*targets, area=(0, 0, 50, 50)):
    """Puts links to these addresses on page 1, in place of its own."""
    x, y, width, height = area
    quad = [x, y, x + width, y, x + width, y + height, x, y + height]

    def lay(page):
        def answer(route):
            facts = route.fetch().json()
            facts["links"] = [{"quads": [quad], "target": {"url": target}} for target in targets]
            route.fulfill(json=facts)
        page.context.route(re.compile(r"/pages/1(\?|$)"), answer)
        answer_outside(page)
    return lay


def outside(page):
    return page.locator(".page[data-page='1'] .link.outside")


def asked(page):
    """The question, which is there."""
    question = page.locator("dialog.outside-question")
    question.wait_for()
    return question


def put_away(page):
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


with browser() as chromium:
    with window(chromium, url, before=answer_outside) as page:
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

        # Out: it is asked first, by whatever click.
        requests = []
        page.context.on("request", lambda request: requests.append(request.url))
        link = outside(page).first
        for click in ({}, {"modifiers": ["Control"]}, {"modifiers": ["Shift"]}, {"button": "middle"}):
            link.click(**click)
            question = asked(page)
            expect("whose page it is", question.locator(".outside-place").inner_text() == "example.org")
            expect("all of the address", question.locator(".outside-whole").inner_text() == SITE)
            expect("its host stands out", question.locator(".outside-whole strong").inner_text() == "example.org")
            expect("whose page it is, to a screen reader", "example.org" in question.get_attribute("aria-label"))
            expect("why it asks, to a screen reader", "outside-sentence" in question.get_attribute("aria-describedby")
                   and "leads out" in question.locator("#outside-sentence").inner_text())
            expect("Enter would not open it", page.evaluate(f"{HERE}.textContent") == "Cancel")
            put_away(page)
        expect("the same page", pages(page) == [1, 2])
        link.click()
        asked(page).locator("button", has_text="Cancel").click()
        page.locator("dialog").wait_for(state="detached")
        expect("the focus is where it was", lambda: page.evaluate(f"{HERE}.classList.contains('outside')"))
        reacted(page)
        expect("nothing was opened", len(page.context.pages) == 1)
        expect(f"the site knows nothing: {requests}", not any("example.org" in one or "/frame" in one for one in requests))

        # With the keyboard alone, in a tab.
        page.keyboard.press("Enter")
        asked(page)
        page.keyboard.press("Shift+Tab")
        expect("the address can be scrolled", page.evaluate(f"{HERE}.className") == "outside-whole")
        for _ in range(3):
            page.keyboard.press("Tab")
        expect("the way out", page.evaluate(f"{HERE}.textContent") == "Open in a new tab")
        with page.context.expect_page() as opened:
            page.keyboard.press("Enter")
        tab = opened.value
        tab.locator("h1", has_text="Outside").wait_for()
        expect("that page", tab.url == SITE)
        expect("the tab cannot reach the reader", tab.evaluate("window.opener === null"))
        expect("the tab does not know where from", tab.evaluate("document.referrer === ''"))
        tab.close()
        page.locator("dialog").wait_for(state="detached")

        # Beside the issue, and back to the same page.
        link.click()
        asked(page).locator("button", has_text="Show beside the issue").click()
        panel = page.locator("dialog.outside-panel")
        panel.wait_for()
        expect("whose page it is", lambda: "example.org" in panel.locator(".outside-address").inner_text())
        frame = panel.locator("iframe")
        expect("the frame is closed in", "allow-top-navigation" not in frame.get_attribute("sandbox"))
        page.frame_locator("iframe").locator("h1", has_text="Outside").wait_for()
        tab = panel.locator("a[target=_blank]")
        expect("a tab of its own", lambda: tab.get_attribute("href") == SITE
               and "noopener" in tab.get_attribute("rel"))
        panel.locator("button", has_text="Done").click()
        expect("the panel is gone", lambda: page.locator("dialog").count() == 0)
        expect("the same page", pages(page) == [1, 2])
        expect("the focus is where it was", lambda: page.evaluate(f"{HERE}.classList.contains('outside')"))

    # The web, mail and numbers are opened. Anything else is shown, and no address can look like another.
    long = "www.bank.example" + "-" * 3000
    targets = {
        "https://example.org/<b>": ("example.org", "https://example.org/%3Cb%3E"),
        f"https://{long}:443@EXAMPLE.org/a b": ("example.org", f"https://{long}:443@example.org/a%20b"),
        "http:\\\\example.org\t/\u202e\u2066gpj.\u200b#\u061c": (
            "example.org", "http://example.org/%E2%80%AE%E2%81%A6gpj.%E2%80%8B#%D8%9C"),
        "https://\u0435xample.org/": ("xn--xample-2of.org", "https://xn--xample-2of.org/"),
        "mailto:quay@example.org?subject=\u202eA  b": (
            "quay@example.org", "mailto:quay@example.org?subject=%E2%80%AEA%20%20b"),
        "javascript:alert(1)": (None, "javascript:alert(1)"),
        "data:text/html,<script>alert(1)</script>": (None, "data:text/html,<script>alert(1)</script>"),
        "file:///etc/passwd": (None, "file:///etc/passwd"),
        "tel:+441234;ext=\u202e5": ("+441234", "tel:+441234;ext=%E2%80%AE5"),
        "sms:+441234": (None, "sms:+441234"),
        "https://example.org\u202e/": (None, "https://example.org%E2%80%AE/"),
        "\u2066tide.html\x07  \u2028.exe": (None, "%E2%81%A6tide.html%07%20%20%E2%80%A8.exe"),
    }
    with window(chromium, url, before=link_to(*targets)) as page:
        read(page, url, name, "?page=2")
        outside(page).first.wait_for(state="attached")
        expect("each has an element", outside(page).count() == len(targets))
        for at, (target, (place, whole)) in enumerate(targets.items()):
            link = outside(page).nth(at)
            link.focus()
            page.keyboard.press("Enter")
            question = asked(page)
            expect(f"{target!r} is all shown", question.locator(".outside-whole").inner_text() == whole)
            way = question.locator("a")
            if place:
                expect(f"{target!r} leads to {place}", question.locator(".outside-place").inner_text() == place)
                expect(f"{place} is in sight", question.locator(".outside-place").evaluate(
                    "(place) => place.getBoundingClientRect().bottom < innerHeight && place.scrollWidth <= place.clientWidth"))
                expect(f"{target!r} is opened in a tab that knows nothing", way.get_attribute("target") == "_blank"
                       and way.get_attribute("rel") == "noopener noreferrer" and way.get_attribute("href")
                       == link.get_attribute("href"))
                expect(f"{target!r} has a user name or none", question.locator(".outside-warning").count() == ("@EX" in target))
            else:
                expect(f"{target!r} has no way out", way.count() == 0 and question.locator("button").count() == 2)
                expect(f"{target!r} leads a browser nowhere", link.get_attribute("href") is None)
                expect(f"{target!r} is a link to a screen reader", link.get_attribute("role") == "link")
                expect("why it is not opened", "not opened" in question.locator("#outside-sentence").inner_text())
            put_away(page)
            expect("the focus is where it was", lambda: link.evaluate(f"(link) => link === {HERE}"))

    # The second click of a double click, which a page can lead to where the button comes, opens nothing.
    with window(chromium, url, before=link_to(SITE, area=(0, 0, 2000, 2000))) as page:
        read(page, url, name, "?page=2")
        outside(page).first.wait_for(state="attached")
        for label in ("Open in a new tab", "Show beside the issue"):
            outside(page).first.focus()
            page.keyboard.press("Enter")
            way = asked(page).locator("a, button", has_text=label)
            box = way.bounding_box()
            middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            put_away(page)
            # The link is moved below the button.
            page.evaluate("""([x, y]) => {
              const link = document.querySelector(".page[data-page='1'] .link.outside");
              document.querySelector('#app').append(link);
              Object.assign(link.style, { position: 'fixed', left: `${x - 20}px`, top: `${y - 20}px`, width: '40px', height: '40px', zIndex: 99 });
            }""", middle)
            page.mouse.dblclick(*middle)
            asked(page)
            reacted(page)
            expect(f"{label} was not meant", page.locator("dialog.outside-question").count() == 1
                   and len(page.context.pages) == 1)
            put_away(page)
            page.reload()
            outside(page).first.wait_for(state="attached")
