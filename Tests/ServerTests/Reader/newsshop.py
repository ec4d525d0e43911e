"""Buys, subscribes and restores: what the page shows of a shop's answers, which stand in for those of one here.
The server has a free magazine; the page is told that it has prices."""

import json
import sys

from axe_playwright_python.sync_playwright import Axe

from reader import browser, expect, settled, until, window

url, pictures = sys.argv[1:3]
axe = Axe()
asked = []
state = {"bought": set(), "subscription": "none"}


def shop(page):
    def listed(route):
        answer = route.fetch().json()
        for issue in answer["issues"]:
            if issue["key"] in state["bought"]:
                issue.update(access="bought")
                continue
            issue.update(access="price", price="2.99 EUR", priceText="2,99 €", free=False,
                         actions=["buy"] if issue["state"] == "notDownloaded" else issue["actions"])
        actions = ["cancel"] if state["subscription"] == "active" else ["subscribe"]
        answer["shop"] = {"source": "shop"}
        answer["subscriptions"] = [{
            "key": "ab12", "product": "harbor.year", "title": "Harbor", "state": state["subscription"], "price": "19.90 EUR",
            "priceText": "19,90 €", "until": "2027-11-25T00:00:00Z" if state["subscription"] == "active" else None, "actions": actions}]
        route.fulfill(json=answer)

    def done(route):
        path = route.request.url.split("/newsstand/")[1]
        asked.append(path)
        if path.endswith("/buy"):
            if asked.count(path) == 1:
                return route.fulfill(status=402, json={"detail": "pay first"}, headers={
                    "Link": '<https://shop.example/pay?order=7>; rel="payment"'})
        if path == "purchases":
            state["bought"].add(asked[-2].split("/")[1])
        if path == "restore":
            return route.fulfill(json={"restored": 3})
        if path.startswith("subscriptions/"):
            state["subscription"] = "active" if path.endswith("/subscribe") else "cancelled"
        return route.fulfill(status=204)

    page.route(lambda address: "/api/1/newsstand?" in address, listed)
    for pattern in ("**/buy", "**/purchases", "**/restore", "**/subscriptions/ab12/*"):
        page.route(pattern, done)


def confirm(page, question, answer):
    dialog = page.locator("dialog").last
    expect(question, lambda: question in dialog.inner_text())
    dialog.get_by_role("button", name=answer).click()


def examine(page, view):
    settled(page)
    found = axe.run(page).response["violations"]
    expect(f"{view}: " + "; ".join(f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found), not found)


with browser() as chromium:
    for scheme in ("light", "dark"):
        with window(chromium, url, width=768, height=1024, color_scheme=scheme, reduced_motion="reduce", before=shop) as page:
            page.goto(url)
            page.locator(".offer").wait_for()
            until(page, "document.querySelectorAll('.newsstand .cover.there').length > 3")
            page.screenshot(path=f"{pictures}/shop-{scheme}.png")
            examine(page, f"the home page in {scheme}")
            page.locator("#stores").click()
            page.locator(".stores-dialog").wait_for()
            page.screenshot(path=f"{pictures}/shop-stores-{scheme}.png")
            examine(page, f"the stores in {scheme}")
            page.unroute_all(behavior="ignoreErrors")

    with window(chromium, url, width=390, height=844, before=shop) as page:
        page.goto(url)
        offer = page.locator(".offer")
        offer.wait_for()
        page.screenshot(path=f"{pictures}/shop-phone.png")
        title = page.locator(".latest h3").inner_text()
        buy = page.locator(".latest [aria-label^='Buy for 2,99 €']")
        buy.click()
        confirm(page, f"Buy {title} for 2,99 €?", "Cancel")
        expect("nothing was asked for", not asked)
        buy.focus()
        page.keyboard.press("Enter")
        confirm(page, f"Buy {title} for 2,99 €?", "Buy for")
        pay = page.get_by_role("link", name="Pay at shop.example")
        expect("the shop is named", lambda: pay.get_attribute("href") == "https://shop.example/pay?order=7")
        confirm(page, "Payment", "I have paid")
        page.locator(".latest .facts", has_text="Bought").wait_for()
        expect("the price has gone", lambda: page.locator(".latest").get_by_text("2,99").count() == 0)

        offer.get_by_role("button", name="Subscribe for 19,90 €: Harbor").click()
        confirm(page, "Subscribe to Harbor?", "Subscribe for")
        offer.get_by_text("Subscribed until November").wait_for()
        offer.get_by_role("button", name="End the subscription: Harbor").click()
        confirm(page, "End the subscription to Harbor?", "End the subscription")
        offer.get_by_text("Your subscription ends on").wait_for()

        page.locator("#stores").click()
        page.get_by_role("button", name="Restore purchases").click()
        page.get_by_text("3 purchases were restored.").wait_for()
        expect("all was asked for once", sorted(set(asked)) == sorted(asked))
        page.unroute_all(behavior="ignoreErrors")
