// One page: its picture, and over it sharp tiles, text, marks, links and media.

import { picture } from './api.js';
import { draw, make } from './dom.js';
import { corners, overlayTransform, shownSize } from './geometry.js';
import { linkLayer } from './links.js';
import { mediaLayer } from './media.js';
import { strings } from './strings.js';
import { UNIT, textLayer } from './text-layer.js';
import { TileLayer } from './tiles.js';

const ONE_PICTURE = 6e6; // pixels above which a page at rest is shown at a lower resolution than the screen's

/** A page of the publication that is open. */
export class PageView {
  /** @param {import('./reader.js').Reader} reader @param {number} index */
  constructor(reader, index) {
    this.reader = reader;
    this.publication = reader.publication;
    this.index = index;
    this.page = this.publication.pages[index];
    this.name = this.publication.name(index);
    this.base = make('div', { class: 'base' });
    this.tiles = make('div', { class: 'tiles', 'aria-hidden': 'true' });
    this.marks = draw('svg', {
      class: 'marks', viewBox: `0 0 ${this.page.size.join(' ')}`, 'aria-hidden': 'true',
    });
    this.overlay = make('div', { class: 'overlay' });
    for (const layer of [this.marks, this.overlay]) {
      layer.style.width = `${this.page.size[0] * UNIT}px`;
      layer.style.height = `${this.page.size[1] * UNIT}px`;
    }
    this.element = make('section', {
      class: 'page', role: 'group', 'aria-label': this.name, 'data-page': index,
      lang: this.publication.language,
    }, this.base, this.tiles, this.marks, this.overlay);
    this.tileLayer = new TileLayer(
      this.tiles, this.page, (look) => this.publication.imageURL(index, look));
    this.controller = new AbortController();
    this.isReady = false;
  }

  /** Lays it out. @param {number} scale CSS pixels a point; gives width and height in CSS pixels. */
  resize(scale) {
    this.scale = scale;
    const [width, height] = shownSize(this.page)
      .map((side) => Math.ceil(side * scale * devicePixelRatio - 1e-6) / devicePixelRatio);
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    const transform = overlayTransform(this.page, scale, UNIT);
    this.marks.style.transform = transform;
    this.overlay.style.transform = transform;
    this.element.style.setProperty('--unit', UNIT / scale);
    return [width, height];
  }

  /**
   * Loads the picture for a scale at which it is shown unenlarged; the old one stays until it has
   * come. Never throws.
   */
  async load(scale, purpose) {
    const dark = this.reader.isDark;
    const [width, height] = shownSize(this.page);
    const pixels = Math.min(scale * devicePixelRatio, Math.sqrt(ONE_PICTURE / (width * height)));
    const key = `${pixels} ${dark}`;
    if (this.key === key) return this.loading;
    this.key = key;
    this.controller.abort();
    this.controller = new AbortController();
    this.loading = this.#fetch(pixels, dark, purpose, this.controller.signal);
    return this.loading;
  }

  async #fetch(scale, dark, purpose, signal) {
    try {
      const image = await picture(
        this.publication.imageURL(this.index, { scale, dark, purpose }), signal);
      image.alt = '';
      this.base.replaceChildren(image);
      this.pixels = scale;
      this.element.classList.remove('failed');
      this.isReady = true;
    } catch (error) {
      if (signal.aborted) return;
      this.key = null;
      this.isReady = true;
      if (!this.base.querySelector('img')) this.#showFailure(error);
    }
  }

  #showFailure(error) {
    this.element.classList.add('failed');
    this.base.replaceChildren(make('div', { class: 'page-failure', role: 'alert' },
      make('p', {}, strings.pageFailed(this.name)), make('p', { class: 'quiet' }, error.message),
      make('button', {
        type: 'button', class: 'button', onclick: () => this.load(this.scale),
      }, strings.tryAgain)));
  }

  /** Adds what one can touch: text, links, media. Once, and only for pages that are seen. */
  async activate() {
    this.active ||= Promise.allSettled([this.#addText(), this.#addLinks()]);
    return this.active;
  }

  async #addText() {
    try {
      this.text = await this.publication.text(this.index);
    } catch {
      this.active = null;
      return;
    }
    const layer = textLayer(this.text, this.publication.language);
    const isEmpty = !layer.querySelector('.word');
    if (isEmpty) this.element.setAttribute('aria-label', strings.noText(this.name));
    this.overlay.querySelector('.text')?.remove();
    this.overlay.prepend(layer);
  }

  async #addLinks() {
    let facts;
    try {
      facts = await this.publication.facts(this.index);
    } catch {
      this.active = null;
      return;
    }
    this.overlay.querySelectorAll('.links, .media').forEach((layer) => layer.remove());
    if (facts.links?.length) this.overlay.append(linkLayer(this.reader, this, facts.links));
    if (facts.media?.length) this.overlay.append(mediaLayer(this.reader, this, facts.media));
  }

  /**
   * Marks quads, which replace those of the same kind.
   * @param {string} kind a class of the marks
   * @param {number[][]} quads
   */
  mark(kind, quads) {
    this.marks.querySelectorAll(`.${CSS.escape(kind)}`).forEach((shape) => shape.remove());
    this.marks.append(...quads.map((quad) => draw('polygon', { points: corners(quad), class: kind })));
  }

  /** True if the screen has more pixels than the picture at rest. */
  get isCoarse() { return this.scale * devicePixelRatio > (this.pixels || 0) * 1.02; }

  /** Sharpens the visible part. @param {number[]|null} seen in CSS pixels of the page; null is at rest. */
  sharpen(seen) {
    if (seen) this.tileLayer.show(seen, this.scale, this.reader.isDark);
    else this.tileLayer.clear();
  }

  /** Stops its requests and its media. */
  rest() {
    this.tileLayer.clear();
    for (const medium of this.overlay.querySelectorAll('audio, video')) medium.pause();
  }

  /** Removes it. */
  remove() {
    this.rest();
    this.controller.abort();
    this.element.remove();
  }
}
