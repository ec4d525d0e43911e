"""Opens an encrypted issue with its password, from the shelf on."""

import sys

from reader import browser, expect, seen, window

url, name, password = sys.argv[1:4]

with browser() as chromium:
    with window(chromium, url) as page:
        page.locator(f"[data-id='{name}'] .blank").wait_for()
        expect("the title for a cover lies in its card", lambda: page.evaluate("""() => {
            const [blank, card] = ['.blank', '.card'].map((part) => document.querySelector(part).getBoundingClientRect());
            return blank.height > 40 && blank.top >= card.top && blank.bottom <= card.bottom && blank.right <= card.right;
        }"""))
        page.locator(f"[data-id='{name}'] a").click()
        field = page.locator("input[type=password]")
        field.wait_for()
        expect("the field has the focus", lambda: page.evaluate(
            "document.activeElement.type === 'password'"))
        field.fill("ebb")
        field.press("Enter")
        expect("a wrong one is said", lambda: "password is wrong" in page.locator("form [role=alert]").inner_text())
        field.fill(password)
        page.locator("form button.primary").click()
        seen(page)
    # Another session has to ask again.
    with window(chromium, f"{url}#/{name}") as page:
        page.locator("input[type=password]").wait_for()
