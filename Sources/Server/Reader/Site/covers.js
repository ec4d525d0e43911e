// Covers, as the shelf and the newsstand show them.

import { localPath } from './api.js';
import { make } from './dom.js';

/** How much of something was read. @param {number} share from 0 to 1 */
export const meter = (share) => {
  const bar = make('span', { class: 'meter', 'aria-hidden': 'true' }, make('i', {}));
  bar.firstChild.style.width = `${Math.round(share * 100)}%`;
  return bar;
};

/** A cover, or its title on a colored ground until it is there. */
export function cover(item, place) {
  const frame = make('span', { class: 'cover' }, blank(item));
  const aspect = item.aspect > 0 ? item.aspect : 0.75;
  frame.style.setProperty('--aspect', aspect);
  const path = localPath(item.cover);
  if (path) {
    const url = new URL(path, location.origin);
    url.searchParams.set('width', devicePixelRatio > 1 ? 640 : 320);
    url.searchParams.set('for', 'thumbnail');
    const image = make('img', {
      // Lazy before it has an address: Firefox would fetch it at once.
      loading: 'lazy', src: url.pathname + url.search, alt: '', onload: () => frame.classList.add('there'),
      onerror: () => image.remove(),
    });
    frame.append(image);
  }
  if (place?.share > 0) frame.append(meter(place.share));
  return frame;
}

/** A title on a colored ground. */
export function blank(item) {
  const title = make('span', { class: 'blank', 'aria-hidden': 'true' }, item.title);
  const hue = [...item.id].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);
  title.style.setProperty('--hue', hue);
  return title;
}
