"""Keeps the sample issue, takes the network away, reads it, and gives its place free again."""

import sys

from reader import browser, expect, read, seen, turned, until, window

url, name = sys.argv[1:3]

with browser() as chromium:
    with window(chromium, url, keeps=True) as page:
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        manifest = page.evaluate("""async () => {
          const link = document.querySelector('link[rel=manifest]');
          return (await fetch(link.href)).json();
        }""")
        expect("it can be installed", manifest["display"] == "standalone" and manifest["icons"])
        page.reload()
        read(page, url, name)
        page.locator("#more").click()
        keep = page.locator("#keep")
        keep.click()
        page.locator("#more").click() if not keep.is_visible() else None
        until(page, "JSON.parse(localStorage.getItem('recto.kept') || '{}')"
                               f"['{name}']?.bytes > 100000")
        keep.locator("small", has_text="kB").or_(keep.locator("small", has_text="MB")).wait_for()
        expect("it says so", lambda: "Remove" in keep.inner_text())

        page.evaluate("""() => {
          globalThis.keepEdition = async (id, digest, lost) => {
            const root = new URL(`api/1/publications/${id}`, location.origin + location.pathname).pathname;
            const info = await (await fetch(root)).json();
            if (digest) info.digest = digest;
            const get = (url) => (url.includes(lost) ? Promise.reject(new Error('lost')) : fetch(url));
            await keeping.keep({ id, root, layout: {}, info }, get).catch(() => {});
            const cache = await caches.open(keeping.cacheName(id));
            const entry = await (await cache.match('entry')).json();
            const kept = await cache.match(`${root}/pages/5/image`);
            const unfinished = (await caches.keys()).filter((name) => name.startsWith('recto-keeping'));
            return [entry.digest, entry.keptPages === entry.pageCount, Boolean(kept), unfinished.length];
          };
        }""")
        kept = page.evaluate("(id) => keepEdition(id, 'second', 'nothing')", name)
        expect(f"a new edition replaces the one before: {kept}", kept == ["second", True, True, 0])
        kept = page.evaluate("(id) => keepEdition(id, 'third', '/pages/4/')", name)
        expect(f"an edition stays if the next one cannot be kept: {kept}", kept == ["second", True, True, 0])
        page.evaluate("(id) => keepEdition(id, null, 'nothing')", name)

        page.context.set_offline(True)
        page.goto(url)
        page.locator(".notice", has_text="offline").wait_for()
        expect("only what is kept is there", lambda: page.locator(".card").count() == 1)
        until(page, "document.querySelector('.card img')?.naturalWidth > 0")
        page.locator(".card a").click()
        seen(page)
        page.goto(f"{url}#/{name}?page=5")
        turned(page, [3, 4])
        page.locator(".page[data-page='4'] .word").first.wait_for(state="attached")
        page.keyboard.press("o")
        page.locator(".outline-entry", has_text="Reading the Tide").wait_for()
        page.keyboard.press("t")
        until(page, "document.querySelector('.thumbnail img')?.naturalWidth > 0")

        # In another window of the network's.
        page.set_viewport_size({"width": 500, "height": 800})
        page.goto(f"{url}#/{name}?page=7")
        turned(page, [6])

        page.context.set_offline(False)
        page.goto(url)
        page.locator(".card").nth(0).wait_for()
        read(page, url, name)
        page.locator("#more").click()
        page.locator("#keep").click()
        until(page, "localStorage.getItem('recto.kept') === '{}'")
        expect("nothing is left", lambda: not page.evaluate(
            "caches.keys().then((names) => names.filter((name) => name.includes('kept')))"))

        # The worker knows all files of the reader.
        missing = page.evaluate("""async () => {
          const cache = await caches.open('recto-shell');
          const kept = (await cache.keys()).map((request) => new URL(request.url).pathname);
          return performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)
            .filter((path) => path.includes('/reader/') && !kept.includes(path));
        }""")
        expect(f"files that a kept reader lacks: {missing}", not missing)
