// The layout of reflowable text: for this window and these settings, at the reader's place. A few
// pages of a long book come first, and can be read while all others are laid out.

import { wait } from './dom.js';
import { BEGINNING, Publication } from './publication.js';
import { flowLayout } from './settings.js';
import { strings } from './strings.js';

const BARS = 52 + 48; // CSS pixels of the bars, which the style sheet gives them
const CHECK_INTERVAL = 200; // milliseconds between two checks whether the visible layout is still in use

/** The document that an excerpt for a place begins with; undefined if the place needs all pages. */
function excerptAt({ page, locator, share }) {
  const fixed = locator?.locations?.fragments?.[0]?.startsWith('page=');
  if (locator && !fixed) return locator.href;
  return page || share ? undefined : BEGINNING;
}

/** The layout of the open publication, made again for another window size or other settings. */
export class Flow {
  /** @param {import('./reader.js').Reader} reader */
  constructor(reader) {
    this.reader = reader;
    this.key = '';
    this.renewing = null;
    this.completing = null;
    this.failure = '';
    this.later = null;
    this.moves = 0;
    this.awaited = 0;
  }

  #wanted() {
    const { settings, showsSpreads } = this.reader;
    return flowLayout(settings, [innerWidth, innerHeight - BARS], showsSpreads);
  }

  get isCurrent() { return JSON.stringify(this.#wanted()) === this.key; }

  /** The message for pages that an excerpt lacks. */
  get status() { return this.failure || strings.layingOut; }

  /**
   * Opens a publication in the wanted layout: as an excerpt at the place if that is ready sooner. Also returns the page
   * of the place. Throws `Problem`.
   * @param {string} id @param {{page?: number, locator?: object, share?: number}} place
   */
  async open(id, place, signal) {
    // A publication that is known to have fixed pages is requested once, not for each window.
    const isFixed = this.reader.app.shelf.known.get(id)?.reflowable === false;
    const layout = isFixed ? {} : this.#wanted();
    this.key = JSON.stringify(layout);
    const publication = await this.#opened(id, layout, signal, isFixed ? undefined : excerptAt(place));
    if (!publication.isExcerpt) return { publication, page: await this.find(publication, place) };
    const page = place.locator ? await publication.pageOf(place.locator).catch(() => null) : 0;
    if (page !== null) return { publication, page };
    // A place of another edition may be in none of the documents; its share of the whole leads near it.
    const whole = await publication.whole(signal);
    return { publication: whole, page: await this.find(whole, place) };
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
   * The page of a place among all pages, which may be out of another layout.
   * @param {Publication} publication
   * @param {{page?: number, locator?: object, share?: number}} place
   */
  async find(publication, { page = 0, locator, share }) {
    const { count, isReflowable } = publication;
    if (locator) {
      const found = await publication.pageOf(locator).catch(() => null);
      if (found !== null) return found;
    }
    const guess = locator?.locations?.totalProgression ?? share;
    if (guess !== undefined && isReflowable) {
      return Math.min(Math.round(guess * (count - 1)), count - 1);
    }
    return Math.min(page, count - 1);
  }

  /** Lays the text out again, and shows the same place; until then the visible pages stay. */
  async renew() {
    this.attempt?.abort();
    // An abandoned attempt ends later and is ignored.
    this.attempt = null;
    this.completing = null;
    this.renewing = this.#renew();
    await this.renewing;
    this.renewing = null;
    this.complete();
  }

  async #renew() {
    const { reader } = this;
    const before = reader.publication;
    reader.app.say(strings.layingOut);
    try {
      let [at, found] = [-1, null];
      // The user may turn pages during the layout.
      while (at !== reader.page) {
        at = reader.page;
        found = await this.open(before.id, await this.#placeOf(before, at), reader.controller.signal);
      }
      this.failure = '';
      const later = this.#forgetTurn();
      await reader.take(found.publication, found.page);
      reader.app.say('');
      if (later) reader.turn(later.step, later.how);
    } catch (error) {
      if (!reader.controller.signal.aborted) reader.app.say(error.message);
    }
  }

  /** A page's place, for another layout. Throws `Problem`. */
  async #placeOf(publication, page) {
    if (publication.isExcerpt) return { locator: await publication.locator(page) };
    const locator = await publication.locator(page).catch(() => null);
    return { locator, share: page / Math.max(1, publication.count - 1) };
  }

  /**
   * Has all pages laid out if an excerpt is open, and continues in them. Resolves to true if all are
   * there.
   */
  async complete() {
    const { reader } = this;
    let excerpt;
    do {
      await this.renewing;
      excerpt = reader.publication;
      if (!excerpt.isExcerpt) return true;
      if (this.completing?.excerpt !== excerpt) {
        this.completing = { excerpt, end: this.#complete(excerpt) };
      }
      await this.completing?.end;
      // Meanwhile another layout may have been asked for, which is an excerpt again.
    } while (this.renewing || this.completing || reader.publication !== excerpt);
    return false;
  }

  async #complete(excerpt) {
    const { reader } = this;
    const attempt = new AbortController();
    this.attempt = attempt;
    const signal = AbortSignal.any([attempt.signal, reader.controller.signal]);
    this.#tell('');
    try {
      const whole = await excerpt.whole(signal);
      await this.#untilUnused(signal);
      let [at, page] = [-1, 0];
      // The user may turn pages while the place is searched for.
      while (at !== reader.page) {
        at = reader.page;
        const locator = await excerpt.locator(at);
        page = locator && await whole.pageOf(locator);
        signal.throwIfAborted();
        if (page === null) throw new Error(strings.placeLost);
      }
      // The pages of an excerpt are those of the whole, which begins before it.
      const moved = page - at;
      const later = this.#forgetTurn();
      if (later) {
        page = later.step > 0 ? moved + excerpt.count : moved - 1;
        reader.app.say('');
      }
      page = Math.min(Math.max(page, 0), whole.count - 1);
      await reader.take(whole, page, { moved, atEnd: later?.how?.atEnd });
    } catch (error) {
      if (!signal.aborted) {
        this.#forgetTurn();
        reader.app.say(error.message);
        this.#tell(error.message);
      }
    }
    if (this.attempt === attempt) this.completing = null;
  }

  /** Media keep playing and the selection stays, unless the reader waits for all pages. */
  async #untilUnused(signal) {
    const { stage, panel } = this.reader;
    while (stage.isInUse && !this.later && !this.awaited && !panel.isOpen) {
      await wait(CHECK_INTERVAL);
      signal.throwIfAborted();
    }
  }

  #tell(failure) {
    if (failure === this.failure) return;
    this.failure = failure;
    this.reader.emit('layout');
  }

  /** Turns when the pages beyond the excerpt are there. @param {number} step @param {object} [how] of `Reader.goTo` */
  turnLater(step, how) {
    this.later = { step, how };
    this.reader.app.say(strings.layingOut);
    this.complete();
  }

  #forgetTurn() {
    const { later } = this;
    this.later = null;
    return later;
  }

  /** Drops a pending turn, since the reader has gone elsewhere. */
  moved() {
    this.moves += 1;
    if (this.#forgetTurn()) this.reader.app.say('');
  }

  /**
   * Waits until all pages are laid out, for actions that an excerpt cannot serve. Resolves to true if they are;
   * otherwise the user has been told why.
   */
  async whole() {
    const { reader } = this;
    if (!reader.publication.isExcerpt) return true;
    reader.app.say(strings.layingOut);
    this.awaited += 1;
    const isThere = await this.complete();
    this.awaited -= 1;
    if (reader.controller.signal.aborted) return false;
    if (isThere) reader.app.say('');
    return isThere;
  }
}
