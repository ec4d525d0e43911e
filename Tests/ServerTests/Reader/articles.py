"""Reads the articles of the sample issue as clean text. Where the server has none, they are laid under
the reader by the test."""

import re
import sys

from reader import browser, expect, pages, read, turned, window

url, name = sys.argv[1:3]
hostile = "<img src=x onerror=alert(1)>"

LIST = {"articles": [{"id": "0", "title": "The Last Lamp", "pages": [2], "words": 900},
                     {"id": "1", "title": hostile, "pages": [4], "words": 400, "publication": "quay.pdf~4"}]}
ARTICLE = {
    "id": "1", "title": hostile, "language": "en-GB", "direction": "ltr", "blocks": [
        {"kind": "heading", "level": 2, "text": "Springs and neaps", "page": 4},
        {"kind": "paragraph", "text": "See the office or the cover.", "page": 4, "runs": [
            {"text": "See "}, {"text": "the office", "url": "https://example.org/tide"},
            {"text": " or "}, {"text": "the cover", "page": 0}, {"text": "."}]},
        {"kind": "picture", "page": 4, "picture": {
            "url": f"/api/1/publications/{name}/pages/4/image.jpg?width=300", "width": 300, "height": 400, "alt": "A chart"}},
        {"kind": "picture", "page": 4, "picture": {"url": "https://example.org/spy.png", "width": 1, "height": 1}},
        {"kind": "listItem", "text": "• Lamps", "page": 4},
        {"kind": "listItem", "text": "– Red ones", "page": 4, "depth": 1},
        {"kind": "listItem", "text": "They are lit at nine.", "page": 4, "depth": 1, "continues": True},
        {"kind": "paragraph", "text": hostile, "page": 4}]}


def lay_under(page):
    page.context.route(re.compile(r"/articles(\?|$)"), lambda route: route.fulfill(json=LIST))
    page.context.route(re.compile(r"/articles/1(\?|$)"), lambda route: route.fulfill(json=ARTICLE))


with browser() as chromium:
    with window(chromium, url, before=lay_under) as page:
        read(page, url, name, "?page=5")
        page.locator("button[aria-label=Articles]").click()
        body = page.locator(".article-body")
        body.locator("h1").wait_for()
        expect("the article of the page that is seen", lambda: body.locator("h1").inner_text() == hostile)
        expect("text stays text", body.locator("img[src=x]").count() == 0)
        expect("headings", lambda: body.locator("h2").inner_text() == "Springs and neaps")
        expect("pictures of this server only", body.locator("figure").count() == 1)
        items = body.locator(".list-item").evaluate_all(
            """(items) => items.map((item) => {
              const style = getComputedStyle(item);
              return [item.getBoundingClientRect().left, style.display, parseFloat(style.textIndent)];
            })""")
        expect("items of an inner list stand further in", items[0][0] < items[1][0] == items[2][0])
        expect("an item has the sign of its text and no other", all(item[1] == "block" for item in items))
        expect("signs hang before their text", items[0][2] == items[1][2] < 0 == items[2][2])
        page.locator("button[aria-label='Larger type']").click()
        expect("larger type", lambda: body.evaluate("(body) => getComputedStyle(body).fontSize") == "21px")
        page.locator(".article-type label", has_text="Sans").click()
        expect("type without serifs", lambda: "serif" not in body.get_attribute("class").split())
        expect("the article as pages", lambda: body.locator("header a").get_attribute("href") == "#/quay.pdf~4")
        body.locator("a", has_text="the office").click()
        question = page.locator("dialog.outside-question")
        expect("where a link leads is asked first", lambda: question.locator(".outside-whole").inner_text()
               == "https://example.org/tide")
        page.keyboard.press("Escape")
        question.wait_for(state="detached")
        expect("the article is still there", body.locator("h1").inner_text() == hostile)
        body.locator("a", has_text="the cover").click()
        turned(page, [0])
        expect("the articles are put away", lambda: page.locator("dialog").count() == 0)
        page.keyboard.press("Backspace")
        turned(page, [3, 4])
        page.keyboard.press("a")
        page.locator(".article-body figure button").click()
        expect("a picture's page", lambda: pages(page) == [3, 4])
        page.keyboard.press("a")
        page.locator(".article-bar button", has_text="All articles").click()
        expect("the list", lambda: page.locator(".article-entry").count() == 2)
        page.keyboard.press("Escape")
        expect("Escape puts them away", lambda: page.locator("dialog").count() == 0)

    # Without any, it is said once.
    with window(chromium, url, before=lambda page: page.context.route(
            re.compile(r"/articles(\?|$)"), lambda route: route.fulfill(status=404, json={"status": 404}))) as page:
        read(page, url, name)
        page.locator("button[aria-label=Articles]").click()
        page.locator(".toast", has_text="no articles").wait_for()
        expect("no button any more", lambda: not page.locator("button[aria-label=Articles]").is_visible())
        expect("nothing lies over the pages", lambda: page.locator("dialog").count() == 0)
