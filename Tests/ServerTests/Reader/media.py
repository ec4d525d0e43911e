"""Plays the sound of a page, where it stands on the page."""

import sys

from reader import browser, expect, read, until, window

url, name = sys.argv[1:3]

with browser() as chromium:
    with window(chromium, url) as page:
        read(page, url, name)
        player = page.locator(".medium audio")
        player.wait_for()
        expect("it has its name", lambda: "bell.wav" in player.get_attribute("aria-label"))
        box = player.evaluate("(player) => player.parentElement.getBoundingClientRect().toJSON()")
        sheet = page.locator(".sheet.current .page").first.bounding_box()
        expect(f"it is on the page: {box}", sheet["x"] <= box["left"] and box["right"] <= sheet["x"] + sheet["width"]
               and box["height"] >= 44)
        player.evaluate("(player) => player.play()")
        until(page, "document.querySelector('.medium audio').currentTime > 0.1")
        expect("as long as it is", lambda: abs(player.evaluate("(player) => player.duration") - 2) < 0.1)
        # Keys in a player are its own, and turning the page ends the sound.
        page.locator("#right").click()
        until(page, "[...document.querySelectorAll('audio')].every((player) => player.paused)")
