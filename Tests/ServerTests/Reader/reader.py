"""The reader in Debian's browser, and what every script wants of it."""

import contextlib
import shutil
import sys
import time

from playwright.sync_api import Error, sync_playwright

import patience

WAIT = patience.SECONDS * 1000  # milliseconds

# Answers that the reader reckons with: some publications have no articles, links lead nowhere here.
EXPECTED = ("Failed to load resource",)


# A voice, since the browser here has none: says everything at once when it is told to, and writes down what.
VOICE = """
  window.said = [];
  const voice = { voiceURI: 'test', name: 'Test', lang: 'en-GB' };
  class Utterance { constructor(text) { this.text = text; } }
  const speech = {
    current: null, getVoices: () => [voice], addEventListener() {},
    speak(utterance) { this.current = utterance; said.push(utterance.text); },
    cancel() { this.current = null; },
  };
  window.finish = () => { const { current } = speech; speech.current = null; current?.onend?.(); };
  Object.defineProperty(window, 'speechSynthesis', { value: speech });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
"""


def flag(name):
    """Whether the script was called with a word behind its arguments."""
    return name in sys.argv


@contextlib.contextmanager
def browser(blocks=False):
    """A browser; with `blocks`, one that opens no tab by itself, as those of people."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"],
            ignore_default_args=["--disable-popup-blocking"] if blocks else None, timeout=WAIT)
        yield chromium
        chromium.close()


class Traffic:
    """The requests of a page without an answer and those that failed, for the report on a page that is stuck."""

    def __init__(self, page):
        self.open = set()
        self.failed = []
        page.on("request", lambda request: self.open.add(request))
        page.on("requestfinished", lambda request: self.open.discard(request))
        page.on("requestfailed", lambda request: self.open.discard(request))
        page.on("response", lambda response: self.failed.append(f"{response.status} {response.url}")
                if response.status >= 400 else None)

    def lines(self):
        return [f"unanswered: {request.url}" for request in self.open] + self.failed


@contextlib.contextmanager
def window(chromium, url, width=1440, height=900, keeps=False, before=None, **options):
    """Opens the reader in a window with storage of its own; complains where the page does, or where it
    asks another host for anything. A service worker comes only where it is wanted."""
    complaints = []
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        service_workers="allow" if keeps else "block", **options)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on("console", lambda message: complaints.append(message.text)
            if message.type == "error" and not message.text.startswith(EXPECTED) else None)
    origin = url[:url.index("/", 8)]
    page.on("request", lambda request: complaints.append(f"asked for {request.url}")
            if not request.url.startswith((origin, "blob:", "data:"))
            and request.frame == page.main_frame else None)
    traffic = Traffic(page)
    if before:
        before(page)
    try:
        page.goto(url)
        yield page
    except Exception as error:
        if not page.is_closed():
            shown = ""
            # A page that crashed runs no script.
            with contextlib.suppress(Error):
                shown = " ".join(page.evaluate("document.body.innerText").split())
            error.add_note("\n".join([f"The page shows: {shown[:300]}", *traffic.lines(), *complaints]))
        raise
    context.close()
    assert not complaints, complaints


def read(page, url, identifier, place=""):
    """Opens a publication and waits until a page of it is seen."""
    page.goto(f"{url}#/{identifier}{place}")
    seen(page)


def seen(page):
    until(page, "document.querySelectorAll('.sheet.current .base img').length > 0"
        " && document.querySelectorAll('.sheet.current .base img').length"
        " === document.querySelectorAll('.sheet.current .page').length")


def until(page, script, arg=None):
    """Waits until a script says yes. Playwright's own way would need `eval`, which no page of the reader
    may do."""
    end = time.monotonic() + patience.SECONDS
    while not page.evaluate(script, arg):
        if time.monotonic() > end:
            raise TimeoutError(script)
        page.wait_for_timeout(30)


def repeat(page, step, is_so):
    """Takes a step, again and again, until it is so; the page may react in between."""
    end = time.monotonic() + patience.SECONDS
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError("a step that is repeated has no effect")
        step()
        page.wait_for_timeout(5)


def settled(page):
    """Waits until nothing moves any more, but for what always does."""
    until(page, "document.getAnimations().every((one) => one.playState !== 'running'"
        " || one.effect.getComputedTiming().endTime === Infinity)")


def reacted(page):
    """Lets the page react to what has come. What it must not do may come later still: that is missed
    at times, and never found where it is not."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


def pages(page):
    """The indices of the pages that are seen, from left to right."""
    return page.evaluate(
        "[...document.querySelectorAll('.sheet.current .page')].map((page) => Number(page.dataset.page))")


def turned(page, want):
    """Waits until these pages are seen."""
    until(page, "(want) => JSON.stringify([...document.querySelectorAll('.sheet.current .page')]"
        ".map((page) => Number(page.dataset.page))) === JSON.stringify(want)", arg=want)
    seen(page)


def told(page):
    """Waits until the text lies over all pages that are seen."""
    until(page, "[...document.querySelectorAll('.sheet.current .page')].every((page) => page.querySelector('.text'))")


def expect(what, is_so):
    """What is so already, or, of something that is called, comes to be so."""
    end = time.monotonic() + patience.SECONDS
    while callable(is_so) and time.monotonic() < end:
        if is_so():
            return
        time.sleep(0.03)
    if callable(is_so) or not is_so:
        sys.exit(f"{what}: it is not so")
