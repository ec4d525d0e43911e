"""Readers of others on a loopback address: epub.js and pdf.js's viewer out of the wheel of Calibre-Web, which carries both, and foliate-js
out of a folder."""

from __future__ import annotations

import contextlib
import http.server
import mimetypes
import re
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

STATIC = "calibreweb/cps/static/"
VIEWER = "calibreweb/cps/templates/readpdf.html"
# Pages as Calibre-Web has them: one page at a time here, since all readers are to show as much.
EPUB_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>epub.js</title>
<style>html, body, #viewer { margin: 0; height: 100% }</style></head><body><div id="viewer"></div>
<script src="/static/js/compress/jszip_epub.min.js"></script>
<script src="/static/js/libs/epub.min.js"></script>
<script>
  const book = ePub('/source.epub');
  const rendition = window.rendition = book.renderTo('viewer', { width: '100%', height: '100%', spread: 'none' });
  const turn = (event) => { if (event.key === 'ArrowRight') rendition.next(); };
  addEventListener('keydown', turn);
  rendition.on('keydown', turn);
  rendition.display();
</script></body></html>"""
# foliate-js takes no turn for 100 ms after one: a key that comes earlier waits, so that none is lost.
FOLIATE_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>foliate-js</title>
<style>html, body, foliate-view { display: block; margin: 0; height: 100% }</style></head><body>
<script type="module">
  import '/foliate/view.js';
  const view = document.createElement('foliate-view');
  document.body.append(view);
  await view.open('/source.epub');
  view.renderer.setAttribute('max-column-count', '1');
  let last = Promise.resolve();
  const turn = (event) => { if (event.key === 'ArrowRight') last = last.then(() => view.next()); };
  addEventListener('keydown', turn);
  view.addEventListener('load', (event) => event.detail.doc.addEventListener('keydown', turn));
  view.addEventListener('relocate', (event) => {
    window.foliate = { view, place: `${event.detail.section.current} ${event.detail.fraction}` };
  });
  await view.renderer.next();
</script></body></html>"""
OPTIONS = "PDFViewerApplicationOptions.set('defaultZoomValue', 'page-fit'); PDFViewerApplicationOptions.set('viewOnLoad', 1);"


def viewer_page(template: str) -> str:
    """Calibre-Web's page around pdf.js's viewer, with what Jinja would put in."""
    page = re.sub(r"\{\{\s*url_for\('static', filename='([^']*)'\)\s*\}\}", r"/static/\1", template)
    page = re.sub(r"\{\{\s*url_for\('web\.serve_book'[^}]*\}\}", "/source.pdf", page)
    page = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", page)
    return page.replace("window.addEventListener('webviewerloaded', function() {", f"window.addEventListener('webviewerloaded', function() {{ {OPTIONS}")


@contextlib.contextmanager
def served(wheel: Path, foliate: Path | None, sources: dict[str, Path]) -> Iterator[str]:
    """Lends the address: `/epub.html`, `/foliate.html` and `/pdf.html` read `/source.epub` and `/source.pdf`."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        pages = {"/epub.html": EPUB_PAGE.encode(), "/pdf.html": viewer_page(archive.read(VIEWER).decode()).encode()}
        if foliate:
            pages["/foliate.html"] = FOLIATE_PAGE.encode()
        modules = {f"/foliate/{path.relative_to(foliate)}": path for path in foliate.rglob("*.js")} if foliate else {}
        lock = threading.Lock()

        def body(path: str) -> bytes | None:
            if path in pages:
                return pages[path]
            if path.lstrip("/") in sources:
                return sources[path.lstrip("/")].read_bytes()
            if path in modules:
                return modules[path].read_bytes()
            name = STATIC + path.removeprefix("/static/")
            with lock:
                return archive.read(name) if path.startswith("/static/") and name in names else None

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = urlsplit(self.path).path
                data = body(path)
                self.send_response(200 if data is not None else 404)
                self.send_header("Content-Type", mimetypes.guess_type(path)[0] or "application/octet-stream")
                self.send_header("Content-Length", str(len(data or b"")))
                self.end_headers()
                self.wfile.write(data or b"")

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            server.server_close()


def versions(wheel: Path) -> tuple[str, str]:
    """Those of epub.js and of pdf.js, as they say themselves."""
    with zipfile.ZipFile(wheel) as archive:
        epub = re.search(r'"(0\.\d[\d.]*)",\w+=\["keydown"', archive.read(f"{STATIC}js/libs/epub.min.js").decode())
        pdf = re.search(r'version = "([\d.]+)"', archive.read(f"{STATIC}js/libs/pdf.js").decode())
    return (epub[1] if epub else "", pdf[1] if pdf else "")
