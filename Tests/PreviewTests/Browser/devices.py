"""Shows text that flows on a device, whose pages are others than the publication's own."""

import sys

from browser import proof_page

with proof_page(sys.argv[1]) as page:
    own = page.locator("#strip button").count()
    page.locator("#device").select_option("phone")
    page.wait_for_function(f"document.querySelectorAll('#strip button').length !== {own}")
    page.locator("#strip button").last.click()
    source = page.locator("#stage .page img").get_attribute("src")
    assert source.startswith("pages/phone/"), source
    page.locator("#device").select_option("")
    page.wait_for_function(f"document.querySelectorAll('#strip button').length === {own}")
    # The title is inserted as text.
    assert "</script>" in page.locator("#title").inner_text()
    assert page.locator("h1 *").count() == 0
