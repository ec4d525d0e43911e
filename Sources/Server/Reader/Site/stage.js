// The stage of sheets: the visible sheet, and its neighbors, which are loaded ahead.

import { make, prefersReducedMotion, wait } from './dom.js';
import { Sheet } from './sheet.js';

const SWAP_TIMEOUT = 1500; // milliseconds for which the previous sheet stays while the next one loads
const FAST_TURN = 280; // milliseconds between turns below which nothing slides
const SLIDE = 240; // milliseconds

/** The area that shows the pages. */
export class Stage {
  /** @param {import('./reader.js').Reader} reader */
  constructor(reader) {
    this.reader = reader;
    this.element = make('section', { class: 'stage', 'aria-label': reader.publication.title });
    this.sheets = new Map();
    this.at = -1;
    this.zoom = 1;
    this.turnedAt = 0;
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.element);
  }

  get current() { return this.shown; }
  get room() { return [this.element.clientWidth, this.element.clientHeight]; }
  get fit() { return this.reader.settings.get('fit'); }
  get hasFocus() { return this.element.contains(document.activeElement); }

  /** True if something plays or is selected on the visible pages. */
  get isInUse() {
    const selection = document.getSelection();
    return (!selection.isCollapsed && this.element.contains(selection.anchorNode))
      || [...this.element.querySelectorAll('audio, video')].some((medium) => !medium.paused);
  }

  /** The visible sheets, in reading order; each from left to right. */
  get table() {
    const { publication } = this.reader;
    if (!this.reader.showsSpreads) return publication.pages.map((page) => [page.index]);
    // Long pages take the whole width, and so stand alone.
    return publication.spreads.flatMap((pages) => (pages.some((page) => publication.isLong(page))
      ? [...pages].sort((one, other) => one - other).map((page) => [page]) : [pages]));
  }

  placeOf(page) { return Math.max(0, this.table.findIndex((pages) => pages.includes(page))); }

  /** The page that a turn leads to, or null at the ends. */
  neighbor(page, step) {
    const pages = this.table[this.placeOf(page) + step];
    return pages ? Math.min(...pages) : null;
  }

  /** Forgets all sheets, of another layout or view; the visible one stays until its successor is there. */
  reset() {
    for (const sheet of this.sheets.values()) if (sheet !== this.shown) sheet.remove();
    this.sheets.clear();
    this.at = -1;
  }

  /**
   * Shows the sheet with a page. Resolves when it is visible or superseded.
   * @param {number} page @param {{atEnd?: boolean, slid?: boolean, keepsScroll?: boolean}} [options]
   */
  async show(page, { atEnd = false, slid = false, keepsScroll = false } = {}) {
    const at = this.placeOf(page);
    if (at === this.at && this.shown) return;
    const step = this.at < 0 ? 0 : Math.sign(at - this.at);
    this.at = at;
    const sheet = this.#sheet(at);
    sheet.layOut(this.room, this.fit, this.zoom);
    const loading = sheet.load();
    if (!sheet.isReady) {
      const slow = setTimeout(() => this.element.classList.add('waiting'), 250);
      await Promise.race([loading, wait(SWAP_TIMEOUT)]);
      clearTimeout(slow);
      if (this.at !== at || this.sheets.get(at) !== sheet) return;
      loading.then(() => { if (this.shown === sheet) this.element.classList.remove('waiting'); });
    }
    if (sheet.isReady) this.element.classList.remove('waiting');
    const { scroll } = this.shown || {};
    this.#swap(sheet, slid ? 0 : step);
    if (keepsScroll && scroll) sheet.element.scrollTo(...scroll);
    else if (atEnd) sheet.scrollToEnd();
    else sheet.scrollToStart(this.reader.publication.isRightToLeft);
    this.#loadNeighbors(at, step || 1);
    await sheet.activate();
    this.reader.emit('shown');
  }

  #sheet(at) {
    let sheet = this.sheets.get(at);
    if (!sheet) {
      sheet = new Sheet(this.reader, this.table[at]);
      sheet.setCurrent(false);
      this.sheets.set(at, sheet);
      this.element.append(sheet.element);
    }
    return sheet;
  }

  #swap(sheet, step) {
    const before = this.shown;
    this.shown = sheet;
    sheet.setCurrent(true);
    sheet.element.style.transform = '';
    const isHasty = performance.now() - this.turnedAt < FAST_TURN;
    this.turnedAt = performance.now();
    if (!before || before === sheet) return;
    before.setCurrent(false);
    const leave = () => {
      before.element.style.transform = '';
      if (![...this.sheets.values()].includes(before)) before.remove();
    };
    if (!step || isHasty || prefersReducedMotion() || document.hidden) return leave();
    const away = -this.side(step) * 100;
    const timing = { duration: SLIDE, easing: 'cubic-bezier(.2,.7,.2,1)' };
    before.element.classList.add('leaving');
    sheet.element.animate([{ transform: `translateX(${-away}%)` }, { transform: 'none' }], timing);
    const animation = before.element.animate(
      [{ transform: 'none' }, { transform: `translateX(${away}%)` }], timing);
    animation.onfinish = animation.oncancel = () => {
      before.element.classList.remove('leaving');
      leave();
    };
  }

  /** The direction of a step on the screen: 1 is to the right. */
  side(step) { return this.reader.publication.isRightToLeft ? -step : step; }

  async #loadNeighbors(at, step) {
    for (const [key, sheet] of this.sheets) {
      if (Math.abs(key - at) > 2 && sheet !== this.shown) {
        sheet.remove();
        this.sheets.delete(key);
      }
    }
    if (this.shown) await this.shown.load();
    for (const key of [at + step, at - step, at + 2 * step]) {
      if (this.at !== at) return;
      if (!this.table[key]) continue;
      const sheet = this.#sheet(key);
      sheet.layOut(this.room, this.fit, this.zoom);
      await sheet.load('neighbor');
    }
  }

  /** Lays out all sheets again, for a new window size, zoom or fit. */
  resized(anchor) {
    if (!this.shown || !this.room[0]) return;
    for (const sheet of new Set([this.shown, ...this.sheets.values()])) {
      sheet.layOut(this.room, this.fit, this.zoom, sheet === this.shown ? anchor : undefined);
    }
    this.zoom = this.shown.zoom;
    this.#reloadSoon();
    this.reader.emit('zoom');
  }

  #reloadSoon() {
    clearTimeout(this.reloading);
    this.reloading = setTimeout(() => this.reload(), 200);
  }

  /** Loads the sheets again if they should look different: larger, or dark. */
  async reload() {
    await this.shown?.load();
    this.shown?.sharpenSoon();
    for (const sheet of this.sheets.values()) if (sheet !== this.shown) await sheet.load('neighbor');
  }

  /** Enlarges. @param {number} zoom 1 is the fit @param {number[]} [anchor] in the window's pixels */
  zoomTo(zoom, anchor) {
    const box = this.element.getBoundingClientRect();
    this.zoom = zoom;
    this.resized(anchor || [box.left + box.width / 2, box.top + box.height / 2]);
  }

  /** The sheet that a step leads to, if it is loaded. */
  beside(step) { return this.sheets.get(this.at + step); }

  /** The views of all loaded pages, visible or not. */
  get views() { return [...new Set([this.shown, ...this.sheets.values()])].flatMap((sheet) => sheet?.views || []); }

  /** The view of a page that is seen. */
  view(page) { return this.shown?.views.find((view) => view.index === page); }

  remove() {
    this.observer.disconnect();
    clearTimeout(this.reloading);
    for (const sheet of new Set([this.shown, ...this.sheets.values()])) sheet?.remove();
  }
}
