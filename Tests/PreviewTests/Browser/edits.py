"""Edits a source at random beside its live proof: what is shown has to equal a fresh proof.

    edits.py URL SOURCE RECTO SEED COUNT [OPTION…]

SOURCE is the folder of a layout, or one story. RECTO makes fresh proofs of it with the same OPTIONs.
Prints what was edited.
"""

import collections
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from browser import proof_page
import patience

VIEWS = ["contact", "page", "spreads"]
SENTENCE = "The tide comes in over the flats and leaves them again before the evening. "

# The visible content, without the mark of a recent change.
SHOWN = """() => {
  const html = (id) => document.getElementById(id).innerHTML.replaceAll(/ ?changed(?=")/g, '');
  const text = (id) => document.getElementById(id).textContent;
  return {
    title: document.title, facts: text('facts'), failure: text('failure'), bar: text('count'),
    strip: html('strip'), stage: html('stage'), outline: html('outline'),
    findings: html('findings'), hits: html('hit-list'),
    broken: [...document.querySelectorAll('#stage img')].filter((image) =>
      image.complete && !image.naturalWidth && image.loading !== 'lazy').length,
  };
}"""
GO = """([view, page, query]) => {
  state.view = view;
  document.getElementById('query').value = query;
  search(query);
  goTo(page);
}"""

PLACE = "() => [state.view, state.page, document.getElementById('query').value]"
IS_SHOWN = "() => proof && edition() && document.querySelector('#stage > *') !== null"
KNOWS = "(text) => JSON.stringify(editions.get('own').pages).includes(text)"


class Source:
    """The files that are edited, and what was done to them."""

    def __init__(self, path, chance):
        self.path = pathlib.Path(path)
        self.chance = chance
        self.layout = self.path / "layout.json" if self.path.is_dir() else None
        self.story = self.path / "story.md" if self.layout else self.path
        self.heading, self.size, self.paragraphs, self.picture = "Tide", 10, 12, 0
        self.kinds = ["heading", "body", "longer", "shorter", "broken"]
        if self.layout:
            self.kinds += ["picture", "style"]

    def edit(self, number):
        kind = self.chance.choice(self.kinds)
        if kind == "broken":
            self.save(self.layout or self.story, '{"pages": [' if self.layout else None)
            return kind
        if kind == "heading":
            self.heading = f"Tide {number}"
        elif kind == "longer":
            self.paragraphs += self.chance.randint(5, 30)
        elif kind == "shorter":
            self.paragraphs = self.chance.randint(1, 12)
        elif kind == "picture":
            self.picture += 1
        elif kind == "style":
            self.size = self.chance.randint(8, 14)
        self.write(number)
        return kind

    def write(self, number):
        if self.layout:
            shutil.copy(self.path / f"picture-{self.picture % 2}.png", self.path / "picture.new")
            os.replace(self.path / "picture.new", self.path / "picture.png")
            self.save(self.layout, json.dumps({
                "size": {"width": 300, "height": 400}, "margins": 30,
                "stories": {"story": "story.md"}, "styles": {"body": {"font-size": self.size}},
                "pages": [{
                    "repeat": True,
                    "frames": [{"thread": "story", "x": 30, "y": 30, "width": 240, "height": 260}],
                    "pictures": [{"file": "picture.png", "alt": "A thing of the sea",
                                  "x": 30, "y": 300, "width": 60, "height": 60}]}],
            }))
        text = f"# {self.heading}\n\nThis is edit{number}x of the story.\n\n"
        for place in range(self.paragraphs):
            text += SENTENCE * (4 + place % 3) + "\n\n"
            if place % 9 == 8:
                text += f"## Part {place}\n\n"
        self.save(self.story, text)

    def save(self, path, text):
        """Saves as editors do: into the file, or another over it; None removes it."""
        if text is None:
            path.unlink()
        elif self.chance.random() < 0.5:
            path.write_text(text, encoding="utf-8")
        else:
            other = path.with_name(f".{path.name}.new")
            other.write_text(text, encoding="utf-8")
            os.replace(other, path)


def until_equal(live, fresh, url):
    """Waits until both pages show the same."""
    end = time.monotonic() + patience.SECONDS
    while True:
        fresh.goto(url)
        fresh.wait_for_function(IS_SHOWN)
        place = live.evaluate(PLACE)
        fresh.evaluate(GO, place)
        shown, wanted = live.evaluate(SHOWN), fresh.evaluate(SHOWN)
        if shown == wanted and not shown["broken"]:
            return
        if time.monotonic() > end:
            parts = [name for name in shown if shown[name] != wanted[name]]
            raise AssertionError({name: (shown[name], wanted[name]) for name in parts})
        live.wait_for_timeout(30)


def contents(proof):
    """The data of a proof without its number."""
    proof.pop("generation")
    return proof


def until_served(live, wanted):
    """Waits until the served proof is another one: a file that is half written may be shown for a moment."""
    end = time.monotonic() + patience.SECONDS
    while True:
        served = contents(live.evaluate("async () => (await fetch('proof.json')).json()"))
        if served == wanted:
            return
        if time.monotonic() > end:
            parts = [name for name in wanted if served.get(name) != wanted[name]]
            raise AssertionError({name: (served.get(name), wanted[name]) for name in parts})
        live.wait_for_timeout(30)


def main(url, path, recto, seed, count, *options):
    chance = random.Random(int(seed))
    source = Source(path, chance)
    kinds = collections.Counter()
    with proof_page(url) as live:
        live.locator("#live", has_text="Live").wait_for()
        fresh = live.context.browser.new_page(viewport=live.viewport_size)
        fresh.set_default_timeout(patience.SECONDS * 1000)
        for number in range(int(count)):
            pages = live.evaluate("() => edition().pages.length")
            query = chance.choice(["", "tide", "edit"])
            live.evaluate(GO, [VIEWS[number % 3], chance.randrange(pages), query])
            kind = source.edit(number)
            kinds[kind] += 1
            if kind == "broken":
                live.locator("#failure").wait_for(state="visible")
                until_equal(live, fresh, url)
                source.write(number)
            live.wait_for_function(KNOWS, arg=f"edit{number}x")
            until_equal(live, fresh, url)
        with tempfile.TemporaryDirectory() as folder:
            made = os.path.join(folder, "proof")
            subprocess.run([recto, "preview", path, "-o", made, *options], check=True)
            with open(os.path.join(made, "proof.json"), encoding="utf-8") as file:
                until_served(live, contents(json.load(file)))
    print(json.dumps(kinds))


main(*sys.argv[1:])
