// Sharp parts of an enlarged page: pictures of the visible part at the visible scale.

import { picture } from './api.js';
import { lyingBox } from './geometry.js';

const MAX_LOADS = 3;
const SIDE = 512; // pixels of a tile's side on a screen of one pixel a point

/** The tiles of one page. Tiles of another scale stay until those of the new one cover the visible part. */
export class TileLayer {
  /**
   * @param {HTMLElement} element that the tiles are put into
   * @param {object} page of the publication
   * @param {(look: object) => string} address of a picture of the page
   */
  constructor(element, page, address) {
    Object.assign(this, { element, page, address });
    this.level = null;
  }

  /**
   * Shows the part that is seen.
   * @param {number[]} seen box in CSS pixels of the page as it is shown
   * @param {number} scale CSS pixels a point
   * @param {boolean} dark
   */
  show(seen, scale, dark) {
    const key = `${scale} ${devicePixelRatio} ${dark}`;
    if (this.level?.key !== key) this.#begin(key, scale, dark);
    this.level.want(seen);
  }

  /** Removes all tiles. */
  clear() {
    this.level?.stop();
    this.level = null;
    this.element.replaceChildren();
  }

  #begin(key, scale, dark) {
    this.level?.stop();
    const older = [...this.element.children];
    const level = new Level(this.page, scale, (look) => this.address({ ...look, dark }));
    level.key = key;
    level.oncomplete = () => older.splice(0).forEach((element) => element.remove());
    // Existing tiles are stretched to the new size until then.
    for (const element of older) {
      const from = Number(element.dataset.scale);
      element.style.transform = `scale(${scale / from})`;
    }
    this.element.append(level.element);
    this.level = level;
  }
}

/** The tiles of one scale. */
class Level {
  constructor(page, scale, address) {
    this.page = page;
    this.ratio = devicePixelRatio;
    this.pixels = scale * this.ratio; // of the screen, a point
    this.side = SIDE * Math.ceil(this.ratio);
    this.address = address;
    this.tiles = new Map();
    this.waiting = [];
    this.running = new Map();
    this.element = document.createElement('div');
    this.element.className = 'level';
    this.element.dataset.scale = scale;
    const [w, h] = page.rotation % 180 ? [page.size[1], page.size[0]] : page.size;
    this.extent = [Math.ceil(w * this.pixels - 1e-6), Math.ceil(h * this.pixels - 1e-6)];
  }

  want([x, y, w, h]) {
    const step = this.side / this.ratio;
    const last = this.extent.map((pixels) => Math.ceil(pixels / this.side) - 1);
    const from = [x, y].map((at) => Math.max(0, Math.floor(at / step)));
    const to = [x + w, y + h].map((at, axis) => Math.min(last[axis], Math.floor((at - 0.01) / step)));
    const wanted = new Map();
    for (let row = from[1]; row <= to[1]; row += 1) {
      for (let column = from[0]; column <= to[0]; column += 1) {
        wanted.set(`${column},${row}`, [column, row]);
      }
    }
    for (const [key, controller] of this.running) {
      if (wanted.has(key)) continue;
      controller.abort();
      this.running.delete(key);
    }
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const far = ([column, row]) => Math.hypot(column - middle[0], row - middle[1]);
    this.waiting = [...wanted.values()]
      .filter(([column, row]) => !this.tiles.has(`${column},${row}`) && !this.running.has(`${column},${row}`))
      .sort((a, b) => far(a) - far(b));
    this.#next();
  }

  stop() {
    this.oncomplete = null;
    this.waiting = [];
    for (const controller of this.running.values()) controller.abort();
  }

  #next() {
    while (this.running.size < MAX_LOADS && this.waiting.length) this.#load(...this.waiting.shift());
    if (!this.running.size && !this.waiting.length) this.oncomplete?.();
  }

  async #load(column, row) {
    const key = `${column},${row}`;
    const controller = new AbortController();
    this.running.set(key, controller);
    const [left, top] = [column * this.side, row * this.side];
    const box = [left, top, Math.min(this.side, this.extent[0] - left),
      Math.min(this.side, this.extent[1] - top)].map((pixels) => pixels / this.pixels);
    try {
      const region = lyingBox(this.page, box);
      const image = await picture(this.address({ scale: this.pixels, region }), controller.signal);
      controller.signal.throwIfAborted();
      Object.assign(image.style, {
        left: `${left / this.ratio}px`, top: `${top / this.ratio}px`,
        width: `${image.naturalWidth / this.ratio}px`, height: `${image.naturalHeight / this.ratio}px`,
      });
      image.alt = '';
      this.tiles.set(key, image);
      this.element.append(image);
    } catch {
      // The page below, at another scale, stays.
    }
    if (this.running.get(key) === controller) this.running.delete(key);
    this.#next();
  }
}
