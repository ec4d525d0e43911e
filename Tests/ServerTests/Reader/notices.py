"""Messages of new issues: the button that asks for them, and the service worker that shows them and has the
server look at its stores. The library is subscribed to a store that has a new issue."""

import json
import sys

from reader import browser, expect, window

url, title = sys.argv[1:3]


def deliver(page, session, registrations, text):
    session.send("ServiceWorker.deliverPushMessage", {
        "origin": url.rstrip("/"), "registrationId": registrations[-1], "data": text})


# This browser shows neither notices nor badges: the worker keeps what it would show.
KEEP = """() => {
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


        # Whatever a message says, something is shown, as text.
        for count, bad in enumerate(("", "{", "[]", json.dumps({"title": 7, "body": ["<b>"]})), 2):
            deliver(page, session, registrations, bad)
            expect(f"a notice of {bad}", lambda: len(shown(page)) == count)
        expect("without values that were not text", shown(page)[1:] == [["Recto", "A new issue is out."]] * 4)
