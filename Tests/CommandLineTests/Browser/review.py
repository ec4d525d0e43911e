"""Looks through a review of snapshots with every view, and approves what changed.

    review.py URL PICTURES

PICTURES is a folder for screenshots.
"""

import sys

from browser import open_page


def main(url, pictures):
    with open_page(url, "section.page .pictures img", 1300, 900) as page:
        assert "script" not in page.title(), page.title()
        section = page.locator("section.page").first
        views = section.locator(".tools [data-view]")
        assert views.count() == 5, views.count()
        for number in range(5):
            views.nth(number).click()
            shown = section.locator(".pictures")
            assert shown.get_attribute("data-view") == views.nth(number).get_attribute("data-view")
            assert views.nth(number).get_attribute("aria-pressed") == "true"
            page.screenshot(path=f"{pictures}/review-{number}.png")
        section.focus()
        page.keyboard.press("1")
        assert views.nth(0).get_attribute("aria-pressed") == "true"
        marks = section.locator(".pictures i")
        assert marks.first.is_visible()
        section.locator("[type=checkbox]").uncheck()
        assert not marks.first.is_visible()
        section.locator("[type=checkbox]").check()
        approve = section.locator(".approve")
        approve.click()
        section.locator(".answer", has_text="Approved").wait_for()
        assert approve.is_disabled()


main(*sys.argv[1:])
