// A sheet that follows a finger sideways, with its neighbor beside it.

import { prefersReducedMotion } from './dom.js';

const GLIDE = 180; // milliseconds
const FLICK = 0.3; // CSS pixels a millisecond that turn a page, however short the way
const ENOUGH = 1 / 3; // of the width

/** One finger's way over the stage. */
export class Swipe {
  /** @param {import('./stage.js').Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.sheet = stage.current;
    this.width = stage.room[0];
  }

  /** The finger's offset. @param {number} dx CSS pixels from its start */
  move(dx) {
    const neighbor = this.stage.beside(this.#step(dx));
    const isThere = neighbor && neighbor.isReady;
    if (this.neighbor && this.neighbor !== neighbor) this.#letGo(this.neighbor);
    this.neighbor = isThere ? neighbor : null;
    // Without a neighbor, the sheet moves only a little.
    const shift = isThere ? dx : dx / 4;
    this.#place(this.sheet, shift);
    if (isThere) this.#place(neighbor, shift - Math.sign(dx) * this.width);
  }

  /**
   * The finger is off: the neighbor comes, or all goes back.
   * @param {number} dx @param {number} speed CSS pixels a millisecond
   * @returns {{step: number, slid: boolean}} the step that is meant, 0 for none, and whether the
   * neighbor has come: where it is not there yet, it is still to be turned to
   */
  end(dx, speed) {
    const isMeant = Math.sign(speed || dx) === Math.sign(dx)
      && (Math.abs(dx) > this.width * ENOUGH || Math.abs(speed) > FLICK);
    const goes = Boolean(this.neighbor) && isMeant;
    const end = goes ? Math.sign(dx) * this.width : 0;
    this.#glide(this.sheet, end);
    if (this.neighbor) this.#glide(this.neighbor, end - Math.sign(dx) * this.width);
    return { step: isMeant ? this.#step(dx) : 0, slid: goes };
  }

  #step(dx) { return this.stage.side(-Math.sign(dx)); }

  #place(sheet, x) {
    sheet.element.classList.add('leaving');
    sheet.element.style.transform = `translateX(${x}px)`;
  }

  #glide(sheet, x) {
    const from = sheet.element.style.transform || 'none';
    sheet.element.style.transform = '';
    sheet.element.animate([{ transform: from }, { transform: `translateX(${x}px)` }],
      { duration: prefersReducedMotion() ? 0 : GLIDE, easing: 'ease-out' }).onfinish = () => this.#letGo(sheet);
  }

  #letGo(sheet) {
    sheet.element.classList.remove('leaving');
    sheet.element.style.transform = '';
  }
}
