"""Enlarges a page to 800 % and looks whether it is sharp, on a fine screen too."""

import sys

from reader import browser, expect, reacted, read, seen, until, window

url, name = sys.argv[1:3]

SHARP = """() => {
  const tiles = [...document.querySelectorAll('.sheet.current .tiles img')];
  const field = document.querySelector('.sheet.current').getBoundingClientRect();
  const seen = (x, y) => tiles.some((tile) => {
    const box = tile.getBoundingClientRect();
    return box.left <= x && x < box.right && box.top <= y && y < box.bottom;
  });
  const page = document.querySelector('.sheet.current .page').getBoundingClientRect();
  const density = tiles.map((tile) => tile.naturalWidth / tile.getBoundingClientRect().width);
  const [left, right] = [Math.max(field.left, page.left), Math.min(field.right, page.right)];
  const [top, bottom] = [Math.max(field.top, page.top), Math.min(field.bottom, page.bottom)];
  const covered = [.01, .3, .5, .7, .99].every((x) => [.01, .5, .99]
    .every((y) => seen(left + (right - left) * x, top + (bottom - top) * y)));
  return { covered, least: Math.min(...density), most: Math.max(...density), count: tiles.length };
}"""

with browser() as chromium:
    for density in (1, 2):
        with window(chromium, url, 900, 700, device_scale_factor=density) as page:
            asked = []
            page.on("request", lambda request: asked.append(request.url) if "region=" in request.url else None)
            read(page, url, name, "?page=5")
            page.keyboard.press("v")
            seen(page)
            reacted(page)
            expect("at rest a pixel of the picture is one of the screen", lambda: page.evaluate("""() => {
              const image = document.querySelector('.sheet.current .base img');
              return Math.abs(image.naturalWidth / image.getBoundingClientRect().width - devicePixelRatio) < .01;
            }"""))
            expect("no tiles at rest", not asked)
            for _ in range(30):
                page.keyboard.press("+")
            page.locator(".zoom-share", has_text="800 %").wait_for(state="attached")
            # Coarser tiles may cover the page while these load.
            until(page, f"""() => {{
              const sharp = ({SHARP})(), isFine = (value) => Math.abs(value - {density}) < .01;
              return sharp.covered && isFine(sharp.least) && isFine(sharp.most);
            }}""")
            expect("only what is seen is asked for", len(asked) < 40)

            # Farther on the page.
            page.keyboard.press("ArrowDown")
            page.locator(".sheet.current").evaluate("(field) => field.scrollBy(600, 900)")
            until(page, f"({SHARP})().covered")
            expect("text lies on it still", lambda: page.evaluate("""() => {
              const page = document.querySelector('.sheet.current .page').getBoundingClientRect();
              const text = document.querySelector('.sheet.current .text').getBoundingClientRect();
              return Math.abs(page.width - text.width) < 2 && Math.abs(page.left - text.left) < 1;
            }"""))
            page.keyboard.press("0")
            until(page, "!document.querySelector('.sheet.current .tiles img')")

            # The wheel with Ctrl enlarges at the pointer.
            box = page.locator(".sheet.current .page").bounding_box()
            x, y = box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.25
            page.mouse.move(x, y)
            page.keyboard.down("Control")
            page.mouse.wheel(0, -600)
            page.keyboard.up("Control")
            until(page, f"document.querySelector('.sheet.current .page').getBoundingClientRect().width > {box['width'] * 2.6}")
            after = page.locator(".sheet.current .page").bounding_box()
            share = [(x - after["x"]) / after["width"], (y - after["y"]) / after["height"]]
            expect(f"the pointer's place stays: {share}", abs(share[0] - 0.6) < 0.03 and abs(share[1] - 0.25) < 0.12)

            # The width.
            page.keyboard.press("0")
            page.keyboard.press("w")
            until(page, """() => {
              const page = document.querySelector('.sheet.current .page').getBoundingClientRect();
              return Math.abs(page.width - document.querySelector('.sheet.current').clientWidth) < 18;
            }""")
