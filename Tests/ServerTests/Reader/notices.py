"""Messages of new issues: the button that asks for them, and the service worker that shows them and has the
server look at its stores, keeps the new issue, and shows it when the server is gone. The library is subscribed to a store that has a new issue."""

import json
import os
import signal
import sys

from reader import browser, expect, seen, until, window

url, title, server, pictures = sys.argv[1:5]


def deliver(page, session, registrations, text):
    session.send("ServiceWorker.deliverPushMessage", {
        "origin": url.rstrip("/"), "registrationId": registrations[-1], "data": text})


# This browser shows neither notices nor badges: the worker keeps what it would show. The server is busy when
# the first pictures of pages are asked for.
KEEP = """() => {
  const ask = self.fetch;
  let busy = 3;
  self.fetch = (url, options) => String(url).includes('/image.jpg') && busy-- > 0
    ? Promise.resolve(new Response('', { status: 503, headers: { 'Retry-After': '0.1' } })) : ask(url, options);
  self.shown = [];
  self.registration.showNotification = async (title, { body }) => { self.shown.push([title, body]); };
  Object.defineProperty(self.navigator, 'setAppBadge', { value: async () => {} });
}"""


def shown(page):
    return page.context.service_workers[0].evaluate("self.shown")


# Stands in for a push service: this browser has none.
SERVICE = """(() => {
  const made = { endpoint: 'https://push.example/1', toJSON: () => ({ endpoint: made.endpoint, keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }), unsubscribe: async () => { current = null; return true; } };
  let current = null;
  PushManager.prototype.getSubscription = async () => current;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.length !== 65) throw new Error('the key is not one of P-256');
    current = made;
    return made;
  };
  Notification.requestPermission = async () => 'granted';
})()"""

with browser() as chromium:
    with window(chromium, url, keeps=True, before=lambda page: page.add_init_script(SERVICE)) as page:
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.locator(".newsstand .issue").first.wait_for()

        button = page.locator("#notices")
        with page.expect_request("**/push/subscribe") as asked:
            button.click()
        expect("the server knows the browser", asked.value.response().status == 204)
        expect("the button says so", lambda: button.get_attribute("aria-pressed") == "true")
        with page.expect_request("**/push/unsubscribe") as asked:
            button.click()
        expect("and forgets it", asked.value.response().status == 204)
        expect("the button says that, too", lambda: button.get_attribute("aria-pressed") == "false")

        expect("there is a service worker", lambda: page.evaluate("1") and page.context.service_workers)
        page.context.service_workers[0].evaluate(KEEP)
        session = page.context.new_cdp_session(page)
        registrations = []
        session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(
            one["registrationId"] for one in event["registrations"]))
        session.send("ServiceWorker.enable")
        expect("it is registered", lambda: page.evaluate("1") and registrations)

        # The message is shown, and the issue is fetched in the background.
        deliver(page, session, registrations, json.dumps({
            "aps": {"content-available": 1}, "title": "Harbor", "body": title, "issues": ["harbor-10"]}))
        expect("the message is shown", lambda: ["Harbor", title] in shown(page))
        page.locator(".issue.installed", has_text=title).wait_for()

        # It is kept here as well, and the page that is open knows.
        until(page, "Object.values(JSON.parse(localStorage.getItem('recto.kept') || '{}'))"
              ".some((entry) => entry.automatic && entry.keptPages > 0)")

        # Whatever a message says, something is shown, as text.
        for count, bad in enumerate(("", "{", "[]", json.dumps({"title": 7, "body": ["<b>"]})), 2):
            deliver(page, session, registrations, bad)
            expect(f"a notice of {bad}", lambda: len(shown(page)) == count)
        expect("without values that were not text", shown(page)[1:] == [["Recto", "A new issue is out."]] * 4)
        kept = "self.keeping.entries().then((entries) => entries.map(({ title }) => title))"
        expect("nothing else is kept", page.context.service_workers[0].evaluate(kept) == [title])

        # The newest of the automatic ones stay, and those that a reader chose.
        old = page.context.service_workers[0].evaluate("""async () => {
          for (const [id, automatic] of [['a', 1], ['b', 2], ['c', 3], ['wish', undefined]]) {
            await (await caches.open(`recto-kept-${id}`)).put('entry', new Response(JSON.stringify({ id, automatic })));
          }
          await dropOld();
          return (await self.keeping.entries()).map(({ id }) => id.slice(0, 5)).sort();
        }""")
        expect(f"the newest are kept: {old}", old == ["b", "c", "issue", "wish"])
        for name in ("b", "c", "wish"):
            page.evaluate("(name) => caches.delete(`recto-kept-${name}`)", name)

        # An issue that is larger than the limit is kept in part, and its first pages first.
        part = page.context.service_workers[0].evaluate("""async () => {
          const info = { pages: Array(50).fill({ size: [100, 200] }) };
          const get = async () => new Response(new Blob([new Uint8Array(1000)]));
          const entry = await self.keeping.keep({ id: 'large', root: '/large', layout: {}, info }, get, { mostBytes: 20000 });
          await self.keeping.remove('large');
          return entry;
        }""")
        expect(f"the first pages are kept: {part}", 4 < part["keptPages"] < 9 and part["bytes"] < 30000)

        # The server goes away, and the reader is opened again.
        os.kill(int(server), signal.SIGINT)
        until(page, "fetch('api/1/newsstand').then(() => false, () => true)")
        page.evaluate("localStorage.removeItem('recto.kept')")
        page.goto("about:blank")
        page.goto(url)
        page.locator(".notice", has_text="offline").wait_for()
        card = page.locator(".card", has_text=title)
        card.wait_for()
        expect("only what is kept is there", page.locator(".card").count() == 1)
        page.screenshot(path=f"{pictures}/notices-shelf.png")
        card.locator("a").click()
        seen(page)
        page.locator(".page .word", has_text="marker10").first.wait_for(state="attached")
        page.screenshot(path=f"{pictures}/notices-page.png")
