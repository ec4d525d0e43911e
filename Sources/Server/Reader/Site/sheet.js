// The visible sheet: one page, or two facing ones. It scrolls when it is enlarged.

import { debounce, make } from './dom.js';
import { LARGEST, clamp } from './geometry.js';
import { PageView } from './page-view.js';

const SETTLED = 120; // milliseconds without a change before the visible part is sharpened

/** Pages side by side in a scrolling field. */
export class Sheet {
  /** @param {import('./reader.js').Reader} reader @param {number[]} pages from left to right */
  constructor(reader, pages) {
    this.reader = reader;
    this.views = pages.map((index) => new PageView(reader, index));
    this.spread = make('div', { class: `spread${pages.length > 1 ? ' facing' : ''}` },
      ...this.views.map((view) => view.element));
    this.element = make('div', { class: 'sheet', tabIndex: -1 }, this.spread);
    this.zoom = 1;
    this.sharpenSoon = debounce(SETTLED, () => this.#sharpen());
    this.element.addEventListener('scroll', this.sharpenSoon, { passive: true });
  }

  get pages() { return this.views.map((view) => view.index); }
  get isReady() { return this.views.every((view) => view.isReady); }
  /** CSS pixels a point. */
  get scale() { return this.fitScale * this.zoom; }

  /** CSS pixels a point at which all of it, or its width, is seen. */
  #fit(room, fit) {
    const sizes = this.views.map((view) => view.publication.shownSize(view.index));
    const width = sizes.reduce((sum, size) => sum + size[0], 0);
    const height = Math.max(...sizes.map((size) => size[1]));
    const wide = room[0] / width;
    const isLong = this.views.some((view) => view.publication.isLong(view.index));
    return fit === 'width' || isLong ? wide : Math.min(wide, room[1] / height);
  }

  /**
   * Lays it out in a room of CSS pixels. The point at the anchor, in the window's pixels, stays there.
   * @param {number[]} room @param {'page'|'width'} fit @param {number} zoom @param {number[]} [anchor]
   */
  layOut(room, fit, zoom, anchor) {
    const before = anchor && this.spread.getBoundingClientRect();
    this.fitScale = this.#fit(room, fit);
    this.zoom = clamp(zoom, 1, Math.max(LARGEST / this.fitScale, 4));
    let [width, height] = [0, 0];
    for (const view of this.views) {
      const [w, h] = view.resize(this.scale);
      width += w;
      height = Math.max(height, h);
    }
    const snap = (value) => Math.round(Math.max(0, value) * devicePixelRatio) / devicePixelRatio;
    Object.assign(this.spread.style, {
      width: `${width}px`, height: `${height}px`, left: `${snap((room[0] - width) / 2)}px`,
      top: `${snap((room[1] - height) / 2)}px`,
    });
    this.overflows = [width > room[0] + 1, height > room[1] + 1];
    this.element.classList.toggle('enlarged', this.overflows.some(Boolean));
    if (before?.width) {
      const after = this.spread.getBoundingClientRect();
      const share = [(anchor[0] - before.left) / before.width, (anchor[1] - before.top) / before.height];
      this.element.scrollLeft += after.left + share[0] * after.width - anchor[0];
      this.element.scrollTop += after.top + share[1] * after.height - anchor[1];
    }
    this.sharpenSoon();
  }

  /** Loads the pictures for the size at rest. Never throws. */
  load(purpose) {
    return Promise.all(this.views.map((view) => view.load(this.fitScale, purpose)));
  }

  /** Adds text, links and media to the visible pages. */
  activate() { return Promise.all(this.views.map((view) => view.activate())); }

  /** Asks for sharp parts where the pictures at rest have too few pixels. */
  #sharpen() {
    if (!this.element.isConnected || this.element.inert) return;
    const window = this.element.getBoundingClientRect();
    for (const view of this.views) {
      const page = view.element.getBoundingClientRect();
      const left = Math.max(window.left, page.left);
      const top = Math.max(window.top, page.top);
      const width = Math.min(window.right, page.right) - left;
      const height = Math.min(window.bottom, page.bottom) - top;
      view.sharpen(view.isCoarse && width > 0 && height > 0
        ? [left - page.left, top - page.top, width, height] : null);
    }
  }

  /** Brings a box of a page, in CSS pixels of it, into view. */
  reveal(view, [x, y, w, h]) {
    if (!this.overflows.some(Boolean)) return;
    const window = this.element.getBoundingClientRect();
    const page = view.element.getBoundingClientRect();
    const [left, top] = [page.left + x - window.left, page.top + y - window.top];
    const isSeen = left >= 0 && top >= 0 && left + w <= window.width && top + h <= window.height;
    if (!isSeen) {
      this.element.scrollBy(left + w / 2 - window.width / 2, top + h / 2 - window.height / 2);
    }
  }

  /** The scroll position. */
  get scroll() { return [this.element.scrollLeft, this.element.scrollTop]; }

  /** Scrolls to the start: the top, on the side of the first page. */
  scrollToStart(isRightToLeft) {
    this.element.scrollTo(isRightToLeft ? this.element.scrollWidth : 0, 0);
  }

  scrollToEnd() { this.element.scrollTop = this.element.scrollHeight; }

  /** Puts it behind the visible sheet, or in front. */
  setCurrent(isCurrent) {
    this.element.classList.toggle('current', isCurrent);
    this.element.inert = !isCurrent;
    if (isCurrent) this.sharpenSoon();
    else this.views.forEach((view) => view.rest());
  }

  remove() {
    this.views.forEach((view) => view.remove());
    this.element.remove();
  }
}
