// Issues that one keeps: their pages lie in this browser, and are read without a network.

import './keeping.js';
import { request } from './api.js';
import { icon, make } from './dom.js';
import { byteSize, strings } from './strings.js';

const { keeping } = self;
const STORE = 'recto.kept';

/** The register of kept publications. Events: `change`. */
export class Kept extends EventTarget {
  constructor() {
    super();
    this.running = new Map();
    /** Resolves when it has what the service worker kept while no page was open. */
    this.ready = this.#syncWithWorker();
    navigator.serviceWorker?.addEventListener('message', ({ data }) => {
      if (data === 'kept') this.#syncWithWorker();
    });
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

  /** The service worker keeps issues as well, and drops those that it kept before. */
  async #syncWithWorker() {
    if (!this.isPossible) return;
    try {
      const kept = Object.fromEntries((await keeping.entries()).filter((entry) => entry.keptPages)
        .map((entry) => [entry.id, entry]));
      const own = Object.entries(this.#all()).filter(([, entry]) => !entry.automatic);
      this.#store({ ...Object.fromEntries(own), ...kept });
    } catch { /* the register stays as it is */ }
  }

  /** The kept issues, as entries of the shelf. */
  list() { return Object.values(this.#all()); }
  /** The entry of a kept issue, or undefined. @param {string} id */
  entry(id) { return this.#all()[id]; }
  /** The same of one that is kept as a whole. @param {string} id */
  whole(id) {
    const entry = this.entry(id);
    return entry && !(entry.keptPages < entry.pageCount) ? entry : undefined;
  }

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
    this.#notify();
    navigator.storage?.persist?.();
    try {
      const get = (url) => request(url, { signal: controller.signal, cache: 'no-cache' });
      const entry = await keeping.keep(publication, get, {
        note: (done) => { progress.done = done; this.#notify(); },
      });
      this.running.delete(id);
      this.#store({ ...this.#all(), [id]: entry });
    } catch (error) {
      controller.abort();
      this.running.delete(id);
      this.#notify();
      throw error;
    }
  }

  /** Ends keeping that is under way. @param {string} id */
  stop(id) { this.running.get(id)?.controller.abort(); }

  /** Removes a kept issue from this device. @param {string} id */
  async remove(id) {
    await keeping.remove(id);
    const all = this.#all();
    delete all[id];
    this.#store(all);
  }

  #notify() { this.dispatchEvent(new Event('change')); }
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
    else if (kept.whole(id)) kept.remove(id);
    else start();
  }

  function update() {
    const progress = kept.progress(id);
    const entry = kept.whole(id);
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
