"""Waits in a browser for saved stories to show, and prints the milliseconds that each took.

    live.py URL STORY PAGE [COUNT]

STORY is a file of the source with the word `moon`, PAGE the index of a page that shows it.
"""

import json
import os
import sys
import time

from browser import proof_page


# The thumbnails of the proof that is served, and whether the strip shows them.
SERVED = """async () => {
  const proof = await (await fetch('proof.json')).json();
  return proof.editions[0].pages.map((page) => page.thumbnail.path);
}"""
SHOWS = """(paths) => {
  const images = [...document.querySelectorAll('#strip img')];
  return String(images.map((image) => image.getAttribute('src'))) === String(paths);
}"""


def main(url, story, index, count="1"):
    with open(story, encoding="utf-8") as file:
        text = file.read()
    took = []
    with proof_page(url) as page:
        page.locator("#live", has_text="Live").wait_for()
        page.locator("#strip button").nth(int(index)).click()
        image = f"#stage .page[data-page='{index}'] img"
        others = [other for other in page.locator("#strip img").all()]
        for number in range(int(count)):
            before = page.locator(image).get_attribute("src")
            same = [other.get_attribute("src") for other in others]
            generation = page.evaluate("proof.generation")
            start = time.monotonic()
            with open(story + ".new", "w", encoding="utf-8") as file:
                file.write(text.replace("moon", f"moon{number}", 1))
            os.replace(story + ".new", story)
            page.wait_for_function(
                "([image, before]) => { const shown = document.querySelector(image);"
                " return shown.getAttribute('src') !== before && shown.complete; }",
                arg=[image, before], polling="raf")
            took.append((time.monotonic() - start) * 1000)
            # The browser is told of the proof once it was told of all pages.
            page.wait_for_function("(before) => proof.generation > before", arg=generation)
            page.wait_for_function(SHOWS, arg=page.evaluate(SERVED))
            now = [other.get_attribute("src") for other in page.locator("#strip img").all()]
            swapped = [place for place, pair in enumerate(zip(same, now)) if pair[0] != pair[1]]
            assert int(index) in swapped and len(swapped) < len(now), swapped
    print(json.dumps([round(milliseconds) for milliseconds in took]))


main(*sys.argv[1:])
