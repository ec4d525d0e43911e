"""Turns the pages of the sample issue in every way, and comes back to its place."""

import re
import sys

from reader import browser, expect, pages, read, seen, settled, turned, until, window

url, name = sys.argv[1:3]

with browser() as chromium:
    with window(chromium, url) as page:
        # The shelf leads to the issue.
        page.locator(f"a[href='#/{name}']").first.click()
        turned(page, [0])
        expect("the title", lambda: page.title().startswith("Quay"))
        expect("the cover is the end to the left", lambda: page.locator("#left").is_disabled())

        page.locator("#right").click()
        turned(page, [1, 2])
        page.keyboard.press("ArrowRight")
        turned(page, [3, 4])
        page.keyboard.press("ArrowLeft")
        turned(page, [1, 2])
        page.keyboard.press("End")
        turned(page, [7])
        expect("the last page is the end", lambda: page.locator("#right").is_disabled())
        page.keyboard.press("Home")
        turned(page, [0])
        page.keyboard.press("Space")
        turned(page, [1, 2])
        page.keyboard.press("Shift+Space")
        turned(page, [0])
        page.keyboard.press("PageDown")
        turned(page, [1, 2])

        # One page, two pages.
        page.keyboard.press("v")
        turned(page, [1])
        page.keyboard.press("ArrowRight")
        turned(page, [2])
        page.locator("#settings").click()
        page.locator("dialog label", has_text="Two pages").click()
        turned(page, [1, 2])
        page.keyboard.press("Escape")
        expect("a dialog gives the focus back",
               lambda: page.evaluate("document.activeElement.id") == "settings")

        # By its number as printed, and back from there.
        page.locator("body").press("g")
        page.locator(".page-input").fill("5")
        page.locator(".page-input").press("Enter")
        turned(page, [5, 6])
        expect("a way back", lambda: page.locator("#way-back").is_visible())
        page.locator("#way-back").click()
        turned(page, [1, 2])

        # The slider.
        page.locator(".scrubber").fill("4")
        turned(page, [3, 4])
        page.locator(".stage").hover()
        page.mouse.wheel(0, 200)
        turned(page, [5, 6])

        # Neighbors are there before they are wanted, decoded: turning asks for nothing.
        until(page, "document.querySelectorAll('.sheet:not(.current) .base img').length >= 3")
        page.evaluate("""() => {
          window.blank = 0;
          const look = () => {
            const pages = [...document.querySelectorAll('.sheet.current .page')];
            if (!pages.length || pages.some((page) => !page.querySelector('.base img'))) blank += 1;
            window.looking = requestAnimationFrame(look);
          };
          look();
        }""")
        page.keyboard.press("ArrowRight")
        turned(page, [7])
        page.keyboard.press("ArrowLeft")
        turned(page, [5, 6])
        expect("no turn shows a page without its picture", page.evaluate("blank") == 0)

        # The address names the place, and Back goes back.
        expect("the address", lambda: page.url.endswith(f"#/{name}?page=6"))
        page.goto(f"{url}#/{name}?page=3")
        turned(page, [1, 2])
        page.go_back()
        turned(page, [5, 6])

        # The shelf knows what was read, and the issue its last place.
        page.locator("a[href='#/']").click()
        page.locator(".recent-card").wait_for()
        page.locator(".recent-card").first.click()
        turned(page, [5, 6])
        page.reload()
        turned(page, [5, 6])

        # Only the pages.
        page.keyboard.press("f")
        expect("bars go", lambda: not page.locator(".top-bar").is_visible())
        page.keyboard.press("Escape")
        expect("bars come", lambda: page.locator(".top-bar").is_visible())
        page.keyboard.press("?")
        expect("the help sheet", lambda: page.locator("dialog.help kbd").count() > 20)

    # A link to a missing page, and one to a missing publication.
    with window(chromium, f"{url}#/{name}?page=900") as page:
        turned(page, [7])
        page.goto(f"{url}#/nothing-of-this-name")
        page.locator(".failure p").wait_for()
        expect("a sentence", lambda: len(page.locator(".failure p").inner_text()) > 10)

    # On a phone there is one page, which fingers turn.
    with window(chromium, url, 390, 844, has_touch=True, is_mobile=True, device_scale_factor=2) as page:
        read(page, url, name, "?page=3")
        expect("one page", lambda: pages(page) == [2])
        client = page.context.new_cdp_session(page)

        def touch(kind, *points):
            client.send("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]})

        def swipe(start, end):
            touch("touchStart", (start, 400))
            for step in range(1, 7):
                touch("touchMove", (start + (end - start) * step / 6, 400))
            touch("touchEnd")

        until(page, "document.querySelectorAll('.sheet:not(.current) .base img').length >= 2")
        swipe(330, 60)
        turned(page, [3])
        settled(page)
        swipe(60, 330)
        turned(page, [2])
        settled(page)
        width = "document.querySelector('.sheet.current .page').getBoundingClientRect().width"
        before = page.evaluate(width)
        touch("touchStart", (180, 400), (210, 400))
        for step in range(1, 8):
            touch("touchMove", (180 - step * 12, 400), (210 + step * 12, 400))
        touch("touchEnd")
        expect("a pinch enlarges", lambda: page.evaluate(width) > before * 2)
        page.touchscreen.tap(380, 600)
        turned(page, [3])
        page.touchscreen.tap(195, 420)
        page.locator(".top-bar").wait_for(state="hidden")
        seen(page)

    # The publisher says when two pages stand side by side; the reader's own choice comes first.
    def wishing(wish):
        def answer(route):
            response = route.fetch()
            route.fulfill(response=response, json=response.json() | {"facingPages": wish})
        return lambda page: page.context.route(re.compile(rf"/publications/{re.escape(name)}(\?|$)"), answer)

    for wish, width, height, shown in [
            ("always", 500, 900, [1, 2]), ("never", 1440, 900, [1]), ("landscape", 850, 800, [1, 2]),
            ("landscape", 1000, 1100, [1])]:
        with window(chromium, url, width, height, before=wishing(wish)) as page:
            read(page, url, name)
            turned(page, [0])
            page.keyboard.press("PageDown")
            turned(page, shown)
    with window(chromium, url, 1440, 900, before=wishing("never")) as page:
        read(page, url, name)
        turned(page, [0])
        page.keyboard.press("v")
        page.keyboard.press("PageDown")
        turned(page, [1, 2])

    # One lost connection does not fail a page, and neither does a picture that the browser does not decode ahead.
    lost = []

    def lose_once(route):
        if route.request.url in lost:
            return route.continue_()
        lost.append(route.request.url)
        route.abort("connectionreset")

    def before(page):
        page.context.route(re.compile(r"/pages/0/image"), lose_once)
        page.add_init_script("HTMLImageElement.prototype.decode = () => Promise.reject(new Error('not now'))")

    with window(chromium, url, before=before) as page:
        page.goto(f"{url}#/{name}")
        page.locator(".sheet.current .base img, .page-failure").first.wait_for()
        expect("the first page is there", page.locator(".page-failure").count() == 0)
        expect("its first request was lost", lost)
