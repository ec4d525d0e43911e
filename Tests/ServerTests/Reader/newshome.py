"""The home page of the newsstand, for the scripts that walk through it."""

import json
import urllib.request

from reader import expect, reacted, settled

SCREENS = [(390, 844), (768, 1024), (1200, 900)]


def look(page, pictures, name):
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


def post(url, path, body):
    request = urllib.request.Request(f"{url}api/1/newsstand/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def has(page, action, title):
    """The issue's button or link of a name."""
    return page.locator(f".issue [aria-label='{action}: {title}']")
