// How text that flows is laid out: for this window and these settings, at the place where one was. Of a
// long book a few pages come first, and are read while all others are laid out.

import { BEGINNING, Publication } from './publication.js';
import { flowLayout } from './settings.js';
import { strings } from './strings.js';

const BARS = 52 + 48; // CSS pixels of the bars, which the style sheet gives them

/** The document that an excerpt begins with, for a place; undefined where only all pages will do. */
function excerptAt({ page, locator, share }) {
  const fixed = locator?.locations?.fragments?.[0]?.startsWith('page=');
  if (locator && !fixed) return locator.href;
  return page || share ? undefined : BEGINNING;
}

/** The layout of what is read, made anew where the window or the settings want another. */
export class Flow {
  /** @param {import('./reader.js').Reader} reader */
  constructor(reader) {
    this.reader = reader;
    this.key = '';
    this.completing = null;
    this.later = 0;
  }

  #wanted() {
    const { settings, showsSpreads } = this.reader;
    return flowLayout(settings, [innerWidth, innerHeight - BARS], showsSpreads);
  }

  get isCurrent() { return JSON.stringify(this.#wanted()) === this.key; }

  /**
   * Opens a publication in the layout that is wanted now: an excerpt at a place, where that is to be
   * had sooner. Throws `Problem`.
   * @param {string} id @param {{page?: number, locator?: object, share?: number}} place
   */
  async open(id, place, signal) {
    this.attempt?.abort();
    // What is known to have fixed pages is asked for once, and not once for each window.
    const isFixed = this.reader.app.shelf.known.get(id)?.reflowable === false;
    const layout = isFixed ? {} : this.#wanted();
    this.key = JSON.stringify(layout);
    return this.#opened(id, layout, signal, isFixed ? undefined : excerptAt(place));
  }

  async #opened(id, layout, signal, excerpt) {
    try {
      return await Publication.open(id, layout, signal, excerpt);
    } catch (error) {
      // A server, or a source, that does not take the layout can still show its own.
      if (error.status !== 400) throw error;
      return Publication.open(id, {}, signal);
    }
  }

  /**
   * The page of a place, which may be out of another layout.
   * @param {Publication} publication
   * @param {{page?: number, locator?: object, share?: number}} place
   */
  async find(publication, { page = 0, locator, share }) {
    const { count, isReflowable, isExcerpt } = publication;
    if (locator) {
      const found = await publication.pageOf(locator).catch(() => null);
      if (found !== null) return found;
    }
    const guess = locator?.locations?.totalProgression ?? share;
    if (guess !== undefined && isReflowable && !isExcerpt) {
      return Math.min(Math.round(guess * (count - 1)), count - 1);
    }
    return Math.min(page, count - 1);
  }

  /** Lays the text out anew, and shows the place where one was; until then what is seen stays. */
  async renew() {
    const { reader } = this;
    const before = reader.publication;
    const place = { locator: await before.locator(reader.page).catch(() => null) };
    if (!before.isExcerpt) place.share = reader.page / Math.max(1, before.count - 1);
    reader.app.say(strings.layingOut);
    try {
      const publication = await this.open(before.id, place, reader.controller.signal);
      await reader.take(publication, await this.find(publication, place));
      reader.app.say('');
      this.complete();
    } catch (error) {
      if (!reader.controller.signal.aborted) reader.app.say(error.message);
    }
  }

  /**
   * Has all pages laid out where what is open is an excerpt, and goes on in them. Resolves to whether
   * all are there.
   */
  async complete() {
    const { reader } = this;
    const excerpt = reader.publication;
    if (!excerpt.isExcerpt) return true;
    if (this.completing?.excerpt !== excerpt) {
      this.completing = { excerpt, end: this.#complete(excerpt) };
    }
    await this.completing.end;
    return !reader.publication.isExcerpt;
  }

  async #complete(excerpt) {
    const { reader } = this;
    this.attempt = new AbortController();
    const signal = AbortSignal.any([this.attempt.signal, reader.controller.signal]);
    try {
      const whole = await this.#opened(excerpt.id, JSON.parse(this.key), signal);
      let [at, page] = [-1, 0];
      // One may turn on while the place is looked for.
      while (at !== reader.page) {
        at = reader.page;
        page = await this.find(whole, { page: at, locator: await excerpt.locator(at).catch(() => null) });
        signal.throwIfAborted();
      }
      await reader.take(whole, page, true);
      if (this.later) {
        reader.turn(this.later);
        reader.app.say('');
      }
    } catch (error) {
      if (!signal.aborted) reader.app.say(error.message);
    }
    this.later = 0;
    if (this.completing?.excerpt === excerpt) this.completing = null;
  }

  /** Turns when the pages beyond the excerpt are there. */
  turnLater(step) {
    this.later = step;
    this.reader.app.say(strings.layingOut);
    this.complete();
  }
}
