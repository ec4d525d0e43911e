// How text that flows is laid out: for this window and these settings, at the place where one was.

import { Publication } from './publication.js';
import { flowLayout } from './settings.js';
import { strings } from './strings.js';

const BARS = 52 + 48; // CSS pixels of the bars, which the style sheet gives them

/** The layout of what is read, made anew where the window or the settings want another. */
export class Flow {
  /** @param {import('./reader.js').Reader} reader */
  constructor(reader) {
    this.reader = reader;
    this.key = '';
  }

  #wanted() {
    const { settings, showsSpreads } = this.reader;
    return flowLayout(settings, [innerWidth, innerHeight - BARS], showsSpreads);
  }

  get isCurrent() { return JSON.stringify(this.#wanted()) === this.key; }

  /** Opens a publication in the layout that is wanted now. Throws `Problem`. */
  async open(id, signal) {
    // What is known to have fixed pages is asked for once, and not once for each window.
    const isFixed = this.reader.app.shelf.known.get(id)?.reflowable === false;
    const layout = isFixed ? {} : this.#wanted();
    this.key = JSON.stringify(layout);
    try {
      return await Publication.open(id, layout, signal);
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
    const { count, isReflowable } = publication;
    if (locator) {
      const found = await publication.pageOf(locator).catch(() => null);
      if (found !== null) return found;
    }
    const guess = locator?.locations?.totalProgression ?? share;
    if (guess !== undefined && isReflowable) return Math.min(Math.round(guess * (count - 1)), count - 1);
    return Math.min(page, count - 1);
  }

  /** Lays the text out anew, and shows the place where one was; until then what is seen stays. */
  async renew() {
    const { reader } = this;
    const before = reader.publication;
    const place = {
      locator: await before.locator(reader.page).catch(() => null),
      share: reader.page / Math.max(1, before.count - 1),
    };
    reader.app.say(strings.layingOut);
    try {
      const publication = await this.open(before.id, reader.controller.signal);
      await reader.take(publication, await this.find(publication, place));
      reader.app.say('');
    } catch (error) {
      if (!reader.controller.signal.aborted) reader.app.say(error.message);
    }
  }
}
