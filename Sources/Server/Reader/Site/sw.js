// Answers for the server without a network: the reader's own files, and kept issues.

const SHELL = 'recto-shell';
const BASE = new URL('.', self.location).pathname;
importScripts(`${BASE}reader/keeping.js`);

/** The limits of what is kept because of a message, and not by the reader's own wish. */
const AUTOMATIC = { issues: 3, bytes: 64 << 20, milliseconds: 240_000 };
const FILES = [
  '', 'manifest.webmanifest', 'reader/icon.svg', 'reader/base.css', 'reader/shelf.css', 'reader/reader.css',
  'reader/panels.css', 'reader/newsstand.css',
  ...[
    'api', 'app', 'articles', 'bars', 'covers', 'dom', 'excerpt-note', 'flow', 'geometry', 'gestures', 'help', 'issue-card', 'issue-filters',
    'keeping', 'keyboard', 'links', 'listening',
    'main', 'media', 'more-menu', 'narration', 'newsstand', 'newsstand-api', 'notices', 'offline', 'outline', 'outside', 'page-view', 'parts', 'password', 'places', 'print', 'publication', 'questions', 'reader',
    'reading-text', 'search', 'sentences', 'settings', 'settings-panel', 'sheet', 'shelf', 'side-panel', 'stage',
    'stores-dialog', 'strings', 'subscription-offers', 'swipe', 'text-layer', 'thumbnails', 'tiles',
  ].map((name) => `reader/${name}.js`),
].map((path) => BASE + path);
const NEWSSTAND = `${BASE}api/1/newsstand`;
const PUBLICATION = /\/api\/1\/publications\/([^/]+)(\/.*)?$/;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (FILES.includes(url.pathname)) event.respondWith(shell(request, url.pathname));
  else if (PUBLICATION.test(url.pathname)) event.respondWith(publication(request, url));
});

// Messages of new issues. Every one has to be shown, whatever else it leads to.

self.addEventListener('push', (event) => event.waitUntil(pushed(event.data)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openShelf());
});

async function pushed(data) {
  let notice = {};
  try { notice = data.json(); } catch { /* a message of another kind */ }
  const text = (value, other) => (typeof value === 'string' && value ? value.slice(0, 200) : other);
  // Meanwhile the server looks at its stores, and downloads what a subscriber gets.
  const looked = fetch(`${NEWSSTAND}/push`, { method: 'POST', body: '{"aps":{"content-available":1}}' }).catch(() => {});
  await self.registration.showNotification(text(notice.title, 'Recto'), {
    body: text(notice.body, 'A new issue is out.'), icon: `${NEWSSTAND}/icon.png?size=192`, tag: 'recto-new-issue',
  }).catch(() => { /* the permission was taken back meanwhile */ });
  await looked;
  try {
    const { new: count } = await (await fetch(`${NEWSSTAND}?limit=1`)).json();
    await self.navigator.setAppBadge?.(count);
  } catch { /* the shelf says it when it is opened */ }
  await keepNew(notice.issues).catch(() => { /* it is read when there is a network */ });
}

// New issues are kept here as well, as far as the browser lets this run.

/** @param {any} ids of the issues of a message */
async function keepNew(ids) {
  if (!Array.isArray(ids) || !ids.length || self.navigator.connection?.saveData) return;
  const signal = AbortSignal.timeout(AUTOMATIC.milliseconds);
  const get = async (url) => {
    for (;;) {
      const response = await fetch(url, { signal });
      if (response.ok) return response;
      if (response.status !== 429 && response.status !== 503) {
        throw Object.assign(new Error(response.statusText), { status: response.status });
      }
      // The server is busy: it says for how long. The signal ends this eventually.
      const seconds = Number(response.headers.get('Retry-After')) || 1;
      await new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });
    }
  };
  const kept = new Map((await self.keeping.entries()).map((entry) => [entry.id, entry]));
  for (const id of await arrived(ids, get)) {
    const root = `${BASE}api/1/publications/${encodeURIComponent(id)}`;
    const info = await (await get(root)).json();
    const before = kept.get(id);
    if (before?.keptPages && before.digest === info.digest) continue;
    const isWish = before && !before.automatic;
    await self.keeping.keep({ id, root, layout: {}, info }, get,
      isWish ? {} : { mostBytes: AUTOMATIC.bytes, more: { automatic: Date.now() } });
    await dropOld();
    for (const client of await self.clients.matchAll()) client.postMessage('kept');
  }
}

/** The publications of issues, once the server has those that it downloads. */
async function arrived(ids, get) {
  const events = (await get(`${NEWSSTAND}/events`)).body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let text = ''; ; text = '') {
      const { issues } = await (await get(`${NEWSSTAND}?limit=50`)).json();
      const wanted = issues.filter((issue) => ids.includes(issue.id));
      const isComing = ({ state }) => ['queued', 'downloading', 'downloaded', 'installing'].includes(state);
      if (!wanted.some(isComing)) return wanted.map(({ read }) => read).filter(Boolean);
      while (!/"state":"(installed|failed|notDownloaded)"/.test(text)) {
        const { done, value } = await events.read();
        if (done) return [];
        text = text.slice(-100) + decoder.decode(value, { stream: true });
      }
    }
  } finally {
    events.cancel().catch(() => {});
  }
}

/** Removes what messages have brought, but for the newest. */
async function dropOld() {
  const automatic = (await self.keeping.entries()).filter((entry) => entry.automatic)
    .sort((one, other) => other.automatic - one.automatic);
  await Promise.all(automatic.slice(AUTOMATIC.issues).map(({ id }) => self.keeping.remove(id)));
}

async function openShelf() {
  const windows = await self.clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => new URL(url).pathname === BASE);
  return open ? open.focus() : self.clients.openWindow(BASE);
}

/** The server's file if it answers, else the cached one. */
async function shell(request, path) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    // Without room the older file is kept.
    if (response.ok) await cache.put(path, response.clone()).catch(() => {});
    return response;
  } catch (error) {
    const kept = await cache.match(path);
    if (kept) return kept;
    throw error;
  }
}

/** The server's answer, else the kept one. */
async function publication(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    // A new edition that is kept gets no pages of the one before.
    if (request.signal?.aborted || request.cache === 'no-cache') throw error;
    const kept = await keptAnswer(url);
    if (kept) return kept;
    throw error;
  }
}

/** Kept under its path alone: one layout and one size answer for all. */
async function keptAnswer(url) {
  const [, id, path] = PUBLICATION.exec(url.pathname);
  // Pages of an excerpt have other numbers.
  if (path && url.searchParams.has('excerpt')) return undefined;
  const name = `recto-kept-${decodeURIComponent(id)}`;
  if (!await caches.has(name)) return undefined;
  const cache = await caches.open(name);
  const picture = /^(.*\/pages\/\d+)\/image\.[a-z]+$/.exec(url.pathname);
  if (!picture) return cache.match(url.pathname);
  if (url.searchParams.has('region')) return undefined;
  return cache.match(`${picture[1]}/${url.searchParams.get('for') === 'thumbnail' ? 'thumbnail' : 'image'}`);
}
