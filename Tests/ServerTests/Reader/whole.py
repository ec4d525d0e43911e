"""A long book of which a few pages come first: what scripts want of it that read them meanwhile."""

import re

from reader import seen, until

COUNT = "(document.querySelector('#page-count')?.textContent ?? '')"
TEXT = "document.querySelector('.sheet.current .text')?.textContent || ''"
TOAST = "document.querySelector('.toast').hidden ? '' : document.querySelector('.toast').textContent"
LAYING = "Laying out the pages …"
DOCUMENT = re.compile(r"/api/1/publications/[^/?]+(\?(?!.*excerpt=).*)?$")


class Held:
    """Answers that are held back until a script lets them come: those of addresses of a kind."""

    def __init__(self, pattern):
        self.pattern = pattern
        self.held = []
        self.is_open = False

    def __call__(self, page):
        page.route(self.pattern, self.come)

    def come(self, route):
        if self.is_open:
            route.continue_()
        else:
            self.held.append(route)

    def let_come(self):
        self.is_open = True
        for route in self.held:
            route.continue_()
        self.held = []


class Whole(Held):
    """Those that have all pages."""

    def __init__(self):
        super().__init__(DOCUMENT)


def number(page):
    """Of the page that is seen, and of the last."""
    return [int(part) for part in page.evaluate(COUNT).split(" / ")]


def came(page):
    until(page, f"({COUNT}).includes('/')")
    seen(page)
