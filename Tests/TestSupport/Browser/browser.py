"""A page in Debian's browser, with the functions that all scripts need."""

import contextlib
import shutil

from playwright.sync_api import sync_playwright

import patience

WAIT = patience.SECONDS * 1000  # milliseconds


@contextlib.contextmanager
def open_page(url, shown, width=1440, height=900):
    """Opens a page and waits until `shown` is there; complains where the page does, or asks for
    anything from elsewhere."""
    complaints = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"],
            timeout=WAIT)
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda message: complaints.append(message.text)
                if message.type == "error" else None)
        origin = url[:url.index("/", 8)] if url.startswith("http") else "file://"
        page.on("request", lambda request: complaints.append(f"asked for {request.url}")
                if not request.url.startswith((origin, "data:", "blob:")) else None)
        page.goto(url)
        page.wait_for_selector(shown)
        yield page
        browser.close()
    assert not complaints, complaints


def proof_page(url, width=1440, height=900):
    """Opens a proof."""
    return open_page(url, "#stage .sheet img, #stage .page img", width, height)
