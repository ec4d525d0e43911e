"""Turns pages in a reader in headless Chromium, and prints how long each took, as JSON.

usage: turn_pages.py READER URL COUNT

READER is recto, epub.js, foliate-js or pdf.js. A turn begins with the time stamp of the key's event, or with the call that
jumps. It ends with the frame after the one that first found the other page there, whole: in recto the page's picture decoded, in
pdf.js its canvas drawn, in epub.js and foliate-js its document laid out with all its pictures.
"""

import json
import random
import shutil
import sys

from playwright.sync_api import sync_playwright

WINDOW = {"width": 820, "height": 1180}
LOOK = 800  # milliseconds that a reader looks at a page, in which neighbors are made ready
LIMIT = 20_000  # milliseconds after which a turn counts as failed
PATIENCE = 120_000  # milliseconds until the first page

# The visible content, as a text that differs for each page; null while it is incomplete.
SEEN = {
    "recto": """() => {
      const pages = [...document.querySelectorAll('.sheet.current .page')];
      const isThere = (image) => image && image.complete && image.naturalWidth > 0;
      return pages.length && pages.every((page) => isThere(page.querySelector('.base img')))
        ? pages.map((page) => page.dataset.page).join() : null;
    }""",
    "pdf.js": """() => {
      const viewer = window.PDFViewerApplication?.pdfViewer;
      const view = viewer?.pagesCount ? viewer.getPageView(viewer.currentPageNumber - 1) : null;
      if (!view || view.renderingState !== 3 || !view.div.querySelector('canvas')) return null;
      const top = view.div.getBoundingClientRect().top - viewer.container.getBoundingClientRect().top;
      return Math.abs(top) < 40 ? String(viewer.currentPageNumber) : null;
    }""",
    "epub.js": """() => {
      const manager = window.rendition?.manager;
      const view = manager?.views && manager.visible()[0];
      const page = view?.displayed && view.contents?.document;
      return page && page.readyState === 'complete' && [...page.images].every((image) => image.complete)
        ? `${view.section.index} ${manager.container.scrollLeft}` : null;
    }""",
    "foliate-js": """() => {
      const [contents] = window.foliate?.view.renderer.getContents() ?? [];
      return contents?.doc?.readyState === 'complete' && [...contents.doc.images].every((image) => image.complete)
        ? foliate.place : null;
    }""",
}
# Goes to a share of the whole.
JUMP = {
    "recto": """(share) => {
      const count = Number(document.querySelector('.scrubber').max) + 1;
      location.hash = `${location.hash.split('?')[0]}?page=${1 + Math.floor(share * count)}`;
    }""",
    "pdf.js": "(share) => { PDFViewerApplication.page = 1 + Math.floor(share * PDFViewerApplication.pagesCount); }",
    "epub.js": """(share) => {
      const { spine } = rendition.book;
      rendition.display(spine.get(Math.floor(share * spine.length)).href);
    }""",
    "foliate-js": "(share) => { foliate.view.goTo(Math.floor(share * foliate.view.book.sections.length)); }",
}
WATCH = """(seen) => {
  const shown = (before, since, limit) => new Promise((resolve) => {
    const look = () => {
      const now = seen();
      const isOver = performance.now() - since > limit;
      if (isOver) resolve(null);
      else if (now !== null && now !== before) requestAnimationFrame(() => resolve(performance.now() - since));
      else requestAnimationFrame(look);
    };
    look();
  });
  window.bench = {
    seen, shown,
    key: (limit) => {
      const before = seen();
      bench.turn = new Promise((resolve) => {
        addEventListener('keydown', (event) => resolve(shown(before, event.timeStamp, limit)), { capture: true, once: true });
      });
    },
  };
}"""


def main() -> None:
    name, url, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
        context = browser.new_context(viewport=WINDOW, reduced_motion="reduce", service_workers="block")
        page = context.new_page()
        page.goto(url, wait_until="commit")
        page.evaluate(f"({WATCH})({SEEN[name]})")
        first = page.evaluate(f"bench.shown(null, 0, {PATIENCE})")
        if first is None:
            sys.exit(f"{name} shows no page")
        page.wait_for_timeout(LOOK)
        print(json.dumps({"first": first, "reading": turns(page, count, LOOK), "leafing": turns(page, count, 0), "jumps": jumps(page, name, count)}))
        browser.close()


def turns(page, count: int, pause: int) -> list[float | None]:
    took = []
    for _ in range(count):
        page.evaluate(f"bench.key({LIMIT})")
        page.keyboard.press("ArrowRight")
        took.append(page.evaluate("bench.turn"))
        page.wait_for_timeout(pause)
    return took


def jumps(page, name: str, count: int) -> list[float | None]:
    """Over the last half, which was not shown before, in an order in which no page is beside the one before."""
    shares = [0.5 + number / count / 2 for number in range(count)]
    random.Random(7).shuffle(shares)
    took = []
    for share in shares:
        page.wait_for_timeout(LOOK)
        took.append(page.evaluate(f"""(share) => {{
          const before = bench.seen();
          const since = performance.now();
          ({JUMP[name]})(share);
          return bench.shown(before, since, {LIMIT});
        }}""", share))  # fmt: skip
    return took


main()
