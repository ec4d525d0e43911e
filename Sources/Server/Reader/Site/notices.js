// Messages of new issues, which come also while the reader is closed.

import { BASE, json } from './api.js';
import { iconButton } from './dom.js';
import { ROOT, post } from './newsstand-api.js';
import { strings } from './strings.js';

/** True if this browser can be told of new issues at this address. */
const isPossible = () => 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

const registered = () => navigator.serviceWorker.getRegistration(BASE);

/** The subscription that this browser has, or null. */
async function current() {
  const registration = await registered();
  return await registration?.pushManager.getSubscription() || null;
}

async function begin() {
  if (await Notification.requestPermission() !== 'granted') throw new Error(strings.noticesRefused);
  const { key } = await json(`${ROOT}/push/key`);
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
    .catch((error) => { throw new Error(strings.noticesFailed(error.message)); });
  await post('push/subscribe', subscription.toJSON());
}

async function end(subscription) {
  await post('push/unsubscribe', { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

/**
 * The button that turns notifications on and off; null if they are not supported.
 * @param {import('./app.js').App} app
 */
export function noticesButton(app) {
  if (!isPossible()) return null;
  const button = iconButton('bell', strings.notices, () => toggle(), { id: 'notices', 'aria-pressed': 'false' });
  const show = (isOn) => {
    button.setAttribute('aria-pressed', String(isOn));
    button.title = isOn ? strings.noticesOn : strings.notices;
  };
  const toggle = async () => {
    button.disabled = true;
    try {
      const subscription = await current();
      await (subscription ? end(subscription) : begin());
      show(!subscription);
      app.announce(subscription ? strings.noticesEnded : strings.noticesBegun);
    } catch (error) {
      app.say(error.message);
    }
    button.disabled = false;
    button.focus();
  };
  current().then((subscription) => show(Boolean(subscription)), () => {});
  return button;
}
