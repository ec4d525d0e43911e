// The reader's place: in the address of the page, and remembered on this device. Places are
// locators, which refer to the text instead of the page, so that they are found again in another
// layout.

const STORE = 'recto.places';
const REMEMBERED = 200;

/** The hash of the shelf. */
export const SHELF = '#/';

/**
 * The hash of a place in a publication.
 * @param {string} id
 * @param {{page?: number, locator?: object}} [place] a page of fixed ones, or a locator
 */
export function readingHash(id, { page, locator } = {}) {
  const items = new URLSearchParams();
  const fixed = /^page=(\d+)$/.exec(locator?.locations?.fragments?.[0] || '');
  if (locator && !fixed) {
    items.set('at', locator.href);
    if (locator.type) items.set('type', locator.type);
    const { progression, totalProgression, fragments } = locator.locations || {};
    if (progression !== undefined) items.set('progression', progression);
    if (totalProgression !== undefined) items.set('total', totalProgression);
    if (fragments?.length) items.set('fragment', fragments[0]);
    if (locator.text?.highlight) items.set('text', locator.text.highlight.slice(0, 80));
  } else if (fixed || page !== undefined) {
    items.set('page', fixed ? fixed[1] : page + 1);
  }
  const query = items.toString();
  return `#/${encodeURIComponent(id)}${query && `?${query}`}`;
}

/**
 * The place that a URL's hash names: `{}` is the shelf.
 * @param {string} hash
 * @returns {{id?: string, page?: number, locator?: object}}
 */
export function parseHash(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  if (!path) return {};
  let id;
  try { id = decodeURIComponent(path); } catch { return {}; }
  const items = new URLSearchParams(query);
  if (items.has('page')) return { id, page: Math.max(0, (parseInt(items.get('page'), 10) || 1) - 1) };
  if (!items.has('at')) return { id };
  const locations = {};
  for (const [name, key] of [['progression', 'progression'], ['total', 'totalProgression']]) {
    const value = parseFloat(items.get(name));
    if (value >= 0 && value <= 1) locations[key] = value;
  }
  if (items.has('fragment')) locations.fragments = [items.get('fragment')];
  const locator = { href: items.get('at'), type: items.get('type') || 'text/html', locations };
  if (items.has('text')) locator.text = { highlight: items.get('text') };
  return { id, locator };
}

/** Last places of publications, by their identifier. */
export class Places {
  #all() {
    try { return JSON.parse(localStorage.getItem(STORE)) || {}; } catch { return {}; }
  }

  #store(all) {
    const newest = Object.entries(all).sort((a, b) => b[1].seen - a[1].seen).slice(0, REMEMBERED);
    try { localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(newest))); } catch { /* full */ }
  }

  /**
   * Remembers a place.
   * @param {string} id
   * @param {{page?: number, count?: number, locator?: object}} place without a page if it is unknown
   * yet how many there are
   */
  remember(id, { page, count, locator }) {
    const all = this.#all();
    const numbers = page === undefined ? { page: 0, count: 1, share: 0, ...all[id] }
      : { page, count, share: count > 1 ? page / (count - 1) : 0 };
    all[id] = { ...numbers, locator, seen: Date.now() };
    this.#store(all);
  }

  /** The last place, `{page, count, locator, share, seen}`, or undefined. @param {string} id */
  recall(id) { return this.#all()[id]; }

  /** Identifiers of the publications read last, the newest first. */
  recent() {
    return Object.entries(this.#all()).sort((a, b) => b[1].seen - a[1].seen).map(([id]) => id);
  }
}
