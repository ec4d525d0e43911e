// The voice that a publication brings along: clips of sound, with the places that they read.

import { make } from './dom.js';

const NEAR = 0.25; // seconds by which a player may be beside the place of a clip without a jump
const SOON = 0.4; // seconds before the end of a clip at which a timer takes over from the player's events

/** The clips of a page, in the order in which they are heard. */
export function clipsOf(publication, page, media = []) {
  return media.flatMap((item, place) => (item.cues || []).map(({ begin, end, quads }) => ({
    text: '', quads, begin, end, name: item.name, source: publication.mediaURL(page, place),
  })));
}

/** True for the clip of a paragraph that goes on from one page to the next. */
export const isSameClip = (one, other) => one.name === other?.name && one.begin === other?.begin;

/** The player of clips. */
export class Narration {
  constructor() {
    this.element = make('audio', { preload: 'none', hidden: true });
    this.clip = null;
    for (const name of ['timeupdate', 'ended']) this.element.addEventListener(name, () => this.#look());
    this.element.addEventListener('error', () => this.#end(false));
  }

  /**
   * Plays a clip, without a gap where it follows the last. `done` learns whether it was heard.
   * @param {number} rate @param {(wasHeard: boolean) => void} done
   */
  play(clip, rate, done) {
    const { element } = this;
    const source = new URL(clip.source, location.href).href;
    if (element.src !== source) element.src = source;
    if (element.ended || Math.abs(element.currentTime - clip.begin) > NEAR) element.currentTime = clip.begin;
    element.playbackRate = rate;
    this.clip = clip;
    this.done = done;
    element.play().catch((error) => { if (error.name !== 'AbortError') this.#end(false); });
  }

  stop() {
    this.clip = null;
    clearTimeout(this.timer);
    this.element.pause();
  }

  #look() {
    if (!this.clip) return;
    const { currentTime, playbackRate, ended } = this.element;
    const left = (this.clip.end ?? Infinity) - currentTime;
    clearTimeout(this.timer);
    if (ended || left <= 0) this.#end(true);
    else if (left < SOON) this.timer = setTimeout(() => this.#look(), (left / playbackRate) * 1000);
  }

  /** The next clip goes on from here, if it comes at once. */
  #end(wasHeard) {
    const { clip, done } = this;
    if (!clip) return;
    this.clip = null;
    clearTimeout(this.timer);
    done(wasHeard);
    if (!this.clip) this.element.pause();
  }
}
