// Issues that one keeps: their pages lie in this browser, and are read without a network.

import { query, request } from './api.js';
import { icon, make } from './dom.js';
import { byteSize, strings } from './strings.js';

const STORE = 'recto.kept';
const LONGER_SIDE = 2200; // pixels of kept pages, of the longer side
const THUMBNAIL = 240; // pixels of a kept thumbnail's width
const AT_ONCE = 2;

/** The cache of a kept issue, which the service worker answers from. @param {string} id */
const cacheName = (id) => `recto-kept-${id}`;

/** The register of kept publications. Events: `change`. */
export class Kept extends EventTarget {
  constructor() {
    super();
    this.running = new Map();
  }

  /** True if this browser keeps anything for this address. */
  get isPossible() { return 'caches' in window && 'serviceWorker' in navigator; }

  #all() {
    try { return JSON.parse(localStorage.getItem(STORE)) || {}; } catch { return {}; }
  }

  #store(all) {
    localStorage.setItem(STORE, JSON.stringify(all));
    this.dispatchEvent(new Event('change'));
  }

  /** The kept issues, as entries of the shelf. */
  list() { return Object.values(this.#all()); }
  /** The entry of a kept issue, or undefined. @param {string} id */
  entry(id) { return this.#all()[id]; }
  /** The progress of keeping, `{done, all}`, or undefined. @param {string} id */
  progress(id) { return this.running.get(id)?.progress; }

  /**
   * Keeps a publication as it is laid out now. Throws `Problem`, and what an ended keeping throws.
   * @param {import('./publication.js').Publication} publication
   */
  async keep(publication) {
    const { id } = publication;
    if (this.running.has(id)) return;
    const controller = new AbortController();
    const progress = { done: 0, all: publication.count };
    this.running.set(id, { controller, progress });
    this.#told();
    navigator.storage?.persist?.();
    try {
      await caches.delete(cacheName(id));
      const bytes = await this.#fill(await caches.open(cacheName(id)), publication, progress, controller.signal);
      const { info } = publication;
      this.running.delete(id);
      this.#store({
        ...this.#all(),
        [id]: {
          id, title: publication.title, authors: info.metadata?.author ? [info.metadata.author] : [],
          pageCount: publication.count, format: info.format, digest: info.digest, bytes,
          cover: `${publication.root}/pages/0/image.jpg?for=thumbnail`,
          aspect: publication.shownSize(0)[0] / publication.shownSize(0)[1],
        },
      });
    } catch (error) {
      controller.abort();
      this.running.delete(id);
      await this.remove(id);
      throw error;
    }
  }

  async #fill(cache, publication, progress, signal) {
    let bytes = 0;
    // Kept under the path alone: without a network every layout and size is answered with it.
    const store = async (path, url, isNeeded = true) => {
      try {
        const response = await request(url, { signal });
        const body = await response.blob();
        bytes += body.size;
        await cache.put(path, new Response(body, { headers: { 'Content-Type': body.type } }));
      } catch (error) {
        if (isNeeded || signal.aborted) throw error;
      }
    };
    const { root } = publication;
    await store(root, root + query(publication.layout));
    await store(`${root}/outline`, publication.url('outline'), false);
    await this.#fillArticles(publication, store);
    let next = 0;
    const work = async () => {
      while (next < publication.count) {
        const index = next;
        next += 1;
        const path = `${root}/pages/${index}`;
        const [width, height] = publication.shownSize(index);
        const scale = LONGER_SIDE / Math.max(width, height);
        await store(`${path}/image`, publication.imageURL(index, { width: Math.round(width * scale), format: 'jpg' }));
        await store(`${path}/thumbnail`, publication.thumbnailURL(index, THUMBNAIL));
        await store(path, publication.url(`pages/${index}`), false);
        await store(`${path}/text`, publication.url(`pages/${index}/text`), false);
        progress.done += 1;
        this.#told();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return bytes;
  }

  async #fillArticles(publication, store) {
    const { articles = [] } = await publication.articles().catch(() => ({}));
    if (!articles.length) return;
    await store(`${publication.root}/articles`, publication.url('articles'), false);
    for (const [place, { id }] of articles.entries()) {
      await store(`${publication.root}/articles/${id ?? place}`, publication.url(`articles/${id ?? place}`), false);
    }
  }

  /** Ends keeping that is under way. @param {string} id */
  stop(id) { this.running.get(id)?.controller.abort(); }

  /** Removes a kept issue from this device. @param {string} id */
  async remove(id) {
    await caches.delete(cacheName(id));
    const all = this.#all();
    delete all[id];
    this.#store(all);
  }

  #told() { this.dispatchEvent(new Event('change')); }
}

/**
 * The entry of a menu that keeps a publication, tells how far that is, and removes it.
 * @param {import('./reader.js').Reader} reader
 */
export function keepButton(reader) {
  const { app: { kept }, app } = reader;
  const { id } = reader.publication;
  const label = make('span', {});
  const detail = make('small', { class: 'quiet' });
  const bar = make('progress', { hidden: true, 'aria-label': strings.keep });
  const button = make('button', {
    type: 'button', class: 'menu-entry', id: 'keep', disabled: !kept.isPossible, onclick: act,
  }, icon('keep'), make('span', { class: 'menu-text' }, label, detail, bar));

  async function start() {
    if (!await reader.whole() || kept.progress(id)) return;
    try {
      await kept.keep(reader.publication);
      app.announce(strings.keptSize(byteSize(kept.entry(id).bytes)));
    } catch (error) {
      if (error.name !== 'AbortError') app.say(strings.keepFailed(error.message));
    }
  }

  function act() {
    if (kept.progress(id)) kept.stop(id);
    else if (kept.entry(id)) kept.remove(id);
    else start();
  }

  function update() {
    const progress = kept.progress(id);
    const entry = kept.entry(id);
    button.firstChild.replaceWith(icon(progress ? 'stop' : entry ? 'trash' : 'keep'));
    label.textContent = progress ? strings.keepStop : entry ? strings.keepRemove : strings.keep;
    detail.textContent = progress ? strings.keepProgress(progress.done, progress.all)
      : entry ? strings.keptSize(byteSize(entry.bytes)) : kept.isPossible ? '' : strings.keepImpossible;
    bar.hidden = !progress;
    if (progress) Object.assign(bar, { max: progress.all, value: progress.done });
  }

  kept.addEventListener('change', update, { signal: reader.controller.signal });
  update();
  // A new edition of a kept issue takes the old one's place.
  const entry = kept.entry(id);
  if (entry && navigator.onLine && entry.digest !== reader.publication.info.digest) start();
  return button;
}
