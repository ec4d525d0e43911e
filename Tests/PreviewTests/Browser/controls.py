"""Uses every control of a proof of the sample issue, and says which one does not do its work.

The proof has to have two findings, an error with a box on the page of index 2 and a note on the
whole, and media on one of its pages.
"""

import sys

from browser import proof_page


def main(url, pictures):
    with proof_page(url) as page:
        stage = page.locator("#stage")

        def shown():
            """The indices of the large pages, from left to right."""
            return [int(figure.get_attribute("data-page"))
                    for figure in stage.locator(".page").all()]

        def count(selector):
            return stage.locator(selector).count()

        def expect(what, is_so):
            if not is_so:
                page.screenshot(path=f"{pictures}/failed.png")
                sys.exit(f"{what} does not work; page {shown()}")

        def picture(name):
            page.wait_for_function(
                "[...document.querySelectorAll('#stage img')].every((image) => image.complete)")
            page.screenshot(path=f"{pictures}/{name}.png")

        expect("the title", page.title().startswith("Quay, issue 14"))
        expect("the contact sheet", count(".sheet button") == 8 and count(".facing") == 5)
        expect("its pictures", page.evaluate(
            "[...document.querySelectorAll('.sheet img')].every((image) => image.naturalWidth)"))
        picture("contact")

        # Views, and turning pages.
        stage.locator(".sheet button").nth(3).click()
        expect("a page of the contact sheet", shown() == [3])
        page.locator("#views label", has_text="Spread").click()
        expect("the spread view", shown() == [3, 4])
        expect("the marks of the strip", page.locator("#strip [aria-current]").count() == 2)
        page.locator("#right").click()
        expect("the next spread", shown() == [5, 6])
        page.locator("#left").click()
        page.locator("#left").click()
        page.locator("#left").click()
        expect("the cover alone", shown() == [0] and count(".absent") == 1)
        expect("the end of turning back", page.locator("#left").is_disabled())
        page.locator("#views label", has_text="Page").click()
        expect("the page view", shown() == [0])
        page.locator("#right").click()
        expect("the next page", shown() == [1])
        page.locator("#number").fill("5")
        page.locator("#number").press("Enter")
        expect("the page's number, a label", shown() == [6])
        page.locator("#strip button").nth(2).click()
        expect("the strip", shown() == [2])
        page.locator("#outline button", has_text="Reading the Tide").click()
        expect("the contents", shown() == [4])
        page.locator("#views label", has_text="Contact sheet").click()
        expect("the contact sheet again", count(".sheet button") == 8)

        # Keys.
        page.locator("#stage").focus()
        for key, want in [("p", [4]), ("ArrowRight", [5]), ("ArrowLeft", [4]), ("Home", [0]),
                          ("End", [7]), ("PageUp", [6]), ("PageDown", [7]), ("s", [7])]:
            page.keyboard.press(key)
            expect(f"the key {key}", shown() == want)
        page.keyboard.press("c")
        expect("the key c", count(".sheet") == 1)
        page.keyboard.press("/")
        expect("the key /", page.evaluate("document.activeElement.id") == "query")
        page.keyboard.press("Escape")
        page.keyboard.press("p")

        # Overlays: each draws something where it is on, and nothing where it is off.
        page.locator("#strip button").nth(4).click()
        drawn = {"trim": ".shape.trim", "bleed": ".shape.bleed", "crop": ".shape.crop",
                 "safe": ".shape.safe", "text": ".shape.text.block", "order": ".badge",
                 "links": ".shape.links"}
        for name, selector in drawn.items():
            box = page.locator(f"#overlays input[value={name}]")
            expect(f"{name} before", count(selector) == 0)
            box.check()
            expect(f"{name} on", count(selector) > 0)
        picture("overlays")
        for name, selector in drawn.items():
            page.locator(f"#overlays input[value={name}]").uncheck()
            expect(f"{name} off", count(selector) == 0)
        page.locator("#overlays input[value=media]").check()
        media = 0
        for number in range(8):
            page.locator("#strip button").nth(number).click()
            media += count(".shape.media")
        expect("media", media > 0)
        page.locator("#overlays input[value=order]").check()
        page.locator("#strip button").nth(4).click()
        numbers = stage.locator(".badge-text").all_text_contents()
        expect("the numbers of the order", len(numbers) > 5 and numbers == [str(n + 1) for n in range(len(numbers))])
        page.locator("#overlays input[value=order]").uncheck()

        # Links lead to their pages.
        page.locator("#overlays input[value=links]").check()
        page.locator("#strip button").nth(1).click()
        link = stage.locator("a[aria-label^='To page']").last
        target = link.get_attribute("aria-label").removeprefix("To page ")
        link.click(force=True)
        expect("a link", page.locator("#number").input_value() == target)

        # Zoom.
        widths = []
        for zoom in ["0.5", "1", "2"]:
            page.locator("#zoom").select_option(zoom)
            widths.append(stage.locator(".page").first.bounding_box()["width"])
        expect("zoom", abs(widths[0] * 2 - widths[1]) < 2 and abs(widths[1] * 2 - widths[2]) < 2)
        expect("100 %", abs(widths[1] - 560) < 1)
        page.locator("#zoom").select_option("fit")
        box = stage.locator(".page").first.bounding_box()
        expect("fit", box["height"] < 900 and box["y"] >= 0)
        page.locator("#stage").focus()
        page.keyboard.press("+")
        expect("the key +", page.locator("#zoom").input_value() == "1")
        page.keyboard.press("-")
        page.keyboard.press("-")
        expect("the key -", page.locator("#zoom").input_value() == "0.5")
        page.keyboard.press("0")
        expect("the key 0", page.locator("#zoom").input_value() == "fit")

        # Devices.
        page.locator("#strip button").nth(4).click()
        page.locator("#device").select_option("tablet")
        expect("a device", count(".device .page") == 1)
        held = stage.locator(".device").bounding_box()
        expect("its shape", abs(held["width"] / held["height"] - 820 / 1180) < 0.01)
        page.locator("#overlays input[value=safe]").check()
        expect("its safe area", count(".covered") == 2)
        picture("device")
        page.locator("#turned").check()
        held = stage.locator(".device").bounding_box()
        expect("a turned device", abs(held["width"] / held["height"] - 1180 / 820) < 0.01)
        page.keyboard.press("t")
        expect("the key t", not page.locator("#turned").is_checked())
        page.locator("#device").select_option("tablet-landscape")
        expect("a device with spreads", count(".device .page") == 2)
        page.locator("#device").select_option("e-reader")
        expect("a gray device", count(".device.gray") == 1)
        page.locator("#device").select_option("")
        expect("no device", count(".device") == 0)

        # Search.
        page.locator("#query").fill("HARBOUR")
        expect("the count of hits", page.locator("#hits").inner_text() == "14")
        page.locator("#hit-after").click()
        first = page.locator("#hits").inner_text()
        expect("the next hit", first.endswith("/14") and count(".hit.current") == 1)
        page.locator("#hit-before").click()
        expect("the hit before", page.locator("#hits").inner_text() != first)
        page.locator("#hit-list button").first.click()
        expect("the list of hits", page.locator("#hits").inner_text() == "1/14")
        picture("search")
        page.locator("#query").fill("harbour office")
        expect("hits of two words", int(page.locator("#hits").inner_text()) > 0)
        page.locator("#query").fill("submarine")
        expect("no hit", page.locator("#hits").inner_text() == "0" and count(".hit") == 0)
        page.locator("#query").fill("")
        expect("no search", page.locator("#hits").inner_text() == "")

        # Findings.
        expect("findings", "1 error, 1 note" in page.locator("#finding-count").inner_text())
        page.locator("#strip button").nth(7).click()
        page.locator("#findings button").first.click()
        expect("a finding", 2 in shown() and count(".finding.error.current") == 1)
        picture("finding")
        page.locator("#overlays input[value=findings]").uncheck()
        expect("findings off", count(".finding") == 0)
        page.locator("#findings button").last.click()
        expect("a finding of the whole", 2 in shown())
        expect("what a finding says stays text", page.locator("#findings b").count() == 0)

        # The tools.
        page.locator("#panel-toggle").click()
        expect("the tools' button", not page.locator("#panel").is_visible())
        page.locator("#panel-toggle").click()
        expect("the tools' button", page.locator("#panel").is_visible())

    # On a tablet the tools lie over the pages until they are put away.
    with proof_page(url, 820, 1180) as page:
        assert not page.locator("#panel").is_visible(), "the tools cover the pages"
        page.locator("#panel-toggle").click()
        page.screenshot(path=f"{pictures}/tablet.png")
        assert page.locator("#panel").is_visible(), "the tools do not come"
        fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert page.evaluate(fits), "the page is wider than the screen"


main(*sys.argv[1:])
