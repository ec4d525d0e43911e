"""Looks at every view on a phone, a tablet and a desktop, in light and dark: nothing is cut off, and
dark pages are dark. Takes pictures of them into a folder."""

import sys

from reader import browser, expect, read, seen, until, window

url, name, pictures = sys.argv[1:4]
SCREENS = {"phone": (390, 844, 2, True), "tablet": (820, 1180, 1, True), "desktop": (1440, 900, 1, False)}

CUT = """() => [...document.querySelectorAll('button, a.icon-button, input, select')].filter((control) => {
  if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert]')) return false;
  if (control.closest('.covers, .recent, .sheet, .help, .tab-body, .article-body, .settings-panel')) return false;
  const box = control.getBoundingClientRect();
  return box.width && (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1);
}).map((control) => control.outerHTML.slice(0, 120))"""

# The mean light of the picture of a page, from 0 to 255.
LIGHT = """() => {
  const image = document.querySelector('.sheet.current .page:last-child .base img');
  const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 80 });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, 60, 80);
  const { data } = context.getImageData(0, 0, 60, 80);
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += (data[at] + data[at + 1] + data[at + 2]) / 3;
  return sum / (data.length / 4);
}"""

with browser() as chromium:
    for screen, (width, height, density, touches) in SCREENS.items():
        for scheme in ("light", "dark"):
            with window(chromium, url, width, height, color_scheme=scheme, device_scale_factor=density,
                        has_touch=touches, is_mobile=touches) as page:
                def look(view):
                    page.screenshot(path=f"{pictures}/{view}-{screen}-{scheme}.png")
                    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                    expect(f"{view} on a {screen} is {wide} pixels too wide", wide <= 0)
                    cut = page.evaluate(CUT)
                    expect(f"{view} on a {screen} cuts off {cut}", not cut)

                page.locator(".card").first.wait_for()
                look("shelf")
                read(page, url, name, "?page=5")
                page.locator(".sheet.current .word").first.wait_for(state="attached")
                look("pages")
                light = page.evaluate(LIGHT)
                expect(f"{scheme} pages have a light of {light}", (light > 160) == (scheme == "light"))
                for key, view, selector in (("o", "contents", ".outline-entry"), ("t", "thumbnails", ".thumbnail"),
                                            ("/", "search", "#query")):
                    page.locator("body").press(key)
                    page.locator(selector).first.wait_for()
                    look(view)
                    page.keyboard.press("Escape")
                for key, view in (("s", "settings"), ("?", "help"), ("p", "print")):
                    page.locator("body").press(key)
                    page.locator("dialog").wait_for()
                    look(view)
                    page.keyboard.press("Escape")
                    # Until it is gone, keys are its own.
                    page.locator("dialog").wait_for(state="detached")
                page.locator("#more").click()
                look("menu")
                page.keyboard.press("Escape")
                read(page, url, name, "?page=2")
                page.locator(".page[data-page='1'] .link.outside").first.click()
                page.locator("dialog").wait_for()
                look("outside")

    # One's own choice wins over the system's, and pages may stay as they are.
    with window(chromium, url, color_scheme="light") as page:
        read(page, url, name, "?page=5")
        page.keyboard.press("d")
        until(page, f"({LIGHT})() < 100")
        page.locator("#settings").click()
        page.locator("#dark-pages").uncheck()
        until(page, f"({LIGHT})() > 160")
        page.keyboard.press("Escape")
        page.reload()
        seen(page)
        expect("the choice is kept", lambda: page.evaluate("document.documentElement.dataset.theme") == "dark")
