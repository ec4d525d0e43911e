// One publication in one layout: its facts, and where its resources are.

import { json, publicationURL, query, request } from './api.js';
import { shownSize } from './geometry.js';
import { pageName, strings } from './strings.js';

/** How text flows: the layout options of a reflowable source. Undefined leaves it to the source.
 * @typedef {{pageSize?: number[], fontScale?: number, margin?: number, theme?: string, typeface?: string,
 *   lineSpacing?: number, justify?: string, hyphens?: string, wordSpacing?: number, letterSpacing?: number,
 *   textColor?: string, paperColor?: string, publisherStyles?: string}} Layout */

/** The height, in widths, from which on a page is not seen as a whole. */
const LONG = 2.2;

/** The number of answers about pages that are remembered. */
const REMEMBERED = 160;

/** For a browser on the same machine PNG arrives sooner than a smaller format is made. */
const FORMAT = /^(localhost|127\.|\[::1\])/.test(location.hostname) ? 'png' : 'jpg';

/** The href of an excerpt that begins with the first page. */
export const BEGINNING = '.';

/** The size of a page of a publication of which no page can be read: A4, in points. */
const BLANK = [595, 842];

/** The facts of all pages, in their order. A page that cannot be read has the size of one beside it. */
function allPages(info) {
  const known = new Map(info.pages.map((page) => [page.index, page]));
  const count = Math.max(info.pageCount || 0, ...info.pages.map((page) => page.index + 1));
  let { size, rotation } = info.pages[0] || { size: BLANK };
  return Array.from({ length: count }, (_, index) => {
    const page = known.get(index);
    if (!page) return { index, label: String(index + 1), size, rotation, isMissing: true };
    ({ size, rotation } = page);
    return page;
  });
}

/** A publication's facts and addresses. */
export class Publication {
  /**
   * Opens it. Throws `Problem`.
   * @param {string} id @param {Layout} [layout] @param {AbortSignal} [signal]
   * @param {string} [excerpt] the document of which some pages will do, where all take long
   */
  static async open(id, layout = {}, signal, excerpt) {
    return Publication.#open(id, {
      'page-size': layout.pageSize && layout.pageSize.join('x'),
      'font-scale': layout.fontScale !== 1 ? layout.fontScale : undefined,
      margin: layout.margin, theme: layout.theme, typeface: layout.typeface,
      'line-spacing': layout.lineSpacing, justify: layout.justify, hyphens: layout.hyphens,
      'word-spacing': layout.wordSpacing, 'letter-spacing': layout.letterSpacing,
      'text-color': layout.textColor, 'paper-color': layout.paperColor,
      'publisher-styles': layout.publisherStyles, excerpt,
    }, signal);
  }

  static async #open(id, items, signal) {
    const info = await json(publicationURL(id) + query(items), { signal });
    const layout = { ...items, excerpt: info.layout?.excerpt };
    // Fixed pages are the same in every layout.
    return new Publication(id, info.reflowable ? layout : {}, info);
  }

  /** All of what this is an excerpt of. Throws `Problem`. @param {AbortSignal} [signal] */
  whole(signal) { return Publication.#open(this.id, { ...this.layout, excerpt: undefined }, signal); }

  constructor(id, layout, info) {
    this.id = id;
    this.info = info;
    this.root = publicationURL(id);
    this.layout = layout;
    this.pages = allPages(info);
    this.spreads = (info.spreads || this.pages.map((page) => [page.index]))
      .map((spread) => spread.filter((index) => this.pages[index]));
    this.known = new Map();
  }

  get title() { return this.info.title || this.info.metadata?.title || this.info.source?.split('/').pop() || this.id; }
  /** The base direction of the title; that of its letters where the publication states none. */
  get titleDirection() { return (!this.info.title && this.info.metadata?.titleDirection) || 'auto'; }
  get count() { return this.pages.length; }
  get isRightToLeft() { return this.info.direction === 'rtl'; }
  /** True if there are more pages than these; see `Flow`. */
  get isExcerpt() { return Boolean(this.info.isExcerpt); }
  /** True if there are more pages after the last (1) or before the first (-1). */
  goesOn(step) { return this.isExcerpt && (step > 0 || this.layout.excerpt !== BEGINNING); }
  get isReflowable() { return Boolean(this.info.reflowable); }
  /** When the publisher wants two pages side by side; undefined without a wish. */
  get facingPages() { return this.isReflowable ? undefined : this.info.facingPages; }
  get language() { return this.info.metadata?.language; }

  label(index) { return this.pages[index]?.label ?? String(index + 1); }
  /** The name of a page; the numbers of an excerpt are unknown. */
  name(index) { return this.isExcerpt ? strings.thisPage : pageName(this.label(index)); }
  /** True for a page that is read by scrolling at the width of the screen, such as an HTML page of a story. */
  isLong(index) {
    const [width, height] = this.shownSize(index);
    return height > LONG * width;
  }

  shownSize(index) { return shownSize(this.pages[index]); }

  url(path, items = {}) { return `${this.root}/${path}${query({ ...this.layout, ...items })}`; }

  /**
   * The address of a page's picture.
   * @param {number} index
   * @param {{scale?: number, width?: number, region?: number[], dark?: boolean, purpose?: string}} look
   */
  imageURL(index, { scale, width, region, dark, purpose, format = FORMAT } = {}) {
    return this.url(`pages/${index}/image.${format}`, {
      scale, width, region: region && region.join(','), dark: dark ? 1 : undefined, for: purpose,
    });
  }

  thumbnailURL(index, width, dark) {
    return this.imageURL(index, { width, dark, purpose: 'thumbnail', format: 'jpg' });
  }

  /** Links, media and the locator of a page. Throws `Problem`. */
  facts(index) { return this.#once(`pages/${index}`); }
  /** The text of a page with boxes. Throws `Problem`. */
  text(index) { return this.#once(`pages/${index}/text`); }
  /** The table of contents. Throws `Problem`. */
  outline() { return this.#once('outline'); }
  /** The articles; throws a `Problem` of status 404 where there are none. */
  articles() { return this.#once('articles'); }
  /** One of them. Throws `Problem`. */
  article(place) { return this.#once(`articles/${place}`); }

  /** Hits of a search. @param {Record<string, any>} items @param {AbortSignal} [signal] */
  search(items, signal) { return json(this.url('search', items), { signal }); }

  /** The address of a page's medium. */
  mediaURL(index, place) { return this.url(`media/${index}/${place}`); }

  /** The place at which a page begins, which other layouts have too; null where it has none. */
  async locator(index) {
    const facts = await this.facts(index);
    return facts.locator || null;
  }

  /** The page of a place in this layout, or null. Throws `Problem`. */
  async pageOf(locator) {
    const fixed = /^page=(\d+)$/.exec(locator.locations?.fragments?.[0] || '');
    if (fixed) return Math.min(Number(fixed[1]), this.count) - 1;
    const response = await request(this.url('locate'), {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(locator),
    });
    return (await response.json()).page ?? null;
  }

  /** Requests unchanging data once; failed requests are repeated. */
  #once(path) {
    let answer = this.known.get(path);
    if (!answer) {
      answer = json(this.url(path));
      answer.catch(() => this.known.delete(path));
      this.known.set(path, answer);
      if (this.known.size > REMEMBERED) this.known.delete(this.known.keys().next().value);
    }
    return answer;
  }
}
