"""Walks pages with OpenSeadragon as another site would: from the whole down to single tiles.

    openseadragon.py URL SCRIPT PICTURES ID...

Fails where an image does not open, a tile fails, or nothing is drawn.
"""

import http.server
import shutil
import sys
import threading

from playwright.sync_api import sync_playwright

import patience
from served import get_json

WAIT = patience.SECONDS * 1000  # milliseconds

PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>Viewer</title>
<style>html, body, #viewer { height: 100%; margin: 0; background: #888 }</style>
<div id="viewer"></div><script src="openseadragon.js"></script>"""
START = """(milliseconds) => {
  window.tiles = { loaded: 0, failed: [] };
  window.viewer = OpenSeadragon({
    id: "viewer", showNavigationControl: false, crossOriginPolicy: "Anonymous",
    animationTime: 0, immediateRender: false, timeout: milliseconds });
  viewer.addHandler("tile-loaded", () => tiles.loaded++);
  // The viewer itself aborts loads of tiles that it no longer shows.
  viewer.addHandler("tile-load-failed", (event) => event.message === "Image load aborted"
    || tiles.failed.push(`${event.tile.url}: ${event.message}`));
  viewer.addHandler("open-failed", (event) => tiles.failed.push(event.message));
}"""
OPEN = """(source) => new Promise((done) => {
  viewer.addOnceHandler("open", () => done(true));
  viewer.addOnceHandler("open-failed", () => done(false));
  viewer.open(source);
})"""
LOOK = """([zoom, x, y]) => {
  const image = viewer.world.getItemAt(0);
  viewer.viewport.zoomTo(viewer.viewport.getHomeZoom() * zoom, null, true);
  const bounds = image.getBounds();
  viewer.viewport.panTo(new OpenSeadragon.Point(x * bounds.width, y * bounds.height), true);
  viewer.forceRedraw();
}"""
# The viewer asks for tiles when it draws.
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# The colors that are drawn, of each sixteenth pixel.
COLORS = """() => {
  const canvas = viewer.drawer.canvas;
  const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const colors = new Set();
  for (let place = 0; place < data.length; place += 64)
    colors.add(data[place] << 16 | data[place + 1] << 8 | data[place + 2]);
  return colors.size;
}"""


class Site(http.server.BaseHTTPRequestHandler):
    """Another site: a page with the viewer."""

    script = b""

    def do_GET(self):
        is_script = self.path.endswith(".js")
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if is_script else "text/html")
        self.end_headers()
        self.wfile.write(self.script if is_script else PAGE.encode())

    def log_message(self, *_):
        pass


def main(base, script, pictures, ids):
    with open(script, "rb") as file:
        Site.script = file.read()
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"],
            timeout=WAIT)
        page = browser.new_page(viewport={"width": 900, "height": 700})
        page.set_default_timeout(WAIT)
        page.goto(f"http://127.0.0.1:{site.server_port}/")
        page.evaluate(START, WAIT)
        for id in ids:
            walk(page, base, pictures, id)
        browser.close()


def walk(page, base, pictures, id):
    manifest = get_json(f"{base}/iiif/presentation/3/{id}/manifest.json", "application/json")
    for number, canvas in list(enumerate(manifest["items"]))[1:4]:
        service = canvas["items"][0]["items"][0]["body"]["service"][0]["id"]
        before = page.evaluate("tiles.loaded")
        if not page.evaluate(OPEN, f"{service}/info.json"):
            sys.exit(f"{service} does not open: {page.evaluate('tiles.failed')}")
        for look in [(1, 0.5, 0.5), (2, 0.3, 0.3), (6, 0.5, 0.6), (12, 0.4, 0.2)]:
            page.evaluate(LOOK, list(look))
            page.evaluate(FRAMES)
            page.wait_for_function(
                "tiles.failed.length || viewer.world.getItemAt(0).getFullyLoaded()")
            failed = page.evaluate("tiles.failed")
            if failed:
                sys.exit(f"{id}, page {number}: failed {failed[:3]}")
            page.screenshot(path=f"{pictures}/openseadragon-{id}-{number}-{look[0]}.png")
            # Far in there may be paper only.
            if look[0] == 1 and page.evaluate(COLORS) < 16:
                sys.exit(f"{id}, page {number}: nothing is drawn")
        if page.evaluate("tiles.loaded") - before < 8:
            sys.exit(f"{id}, page {number}: hardly a tile was asked for")
    print(id, page.evaluate("tiles.loaded"), "tiles")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
