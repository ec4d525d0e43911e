// Covers, as the shelf and the newsstand show them.

import { localPath } from './api.js';
import { make } from './dom.js';

// Covers that are asked for at once. A browser has six connections to a server, and lists must not wait
// for covers of a publisher that does not answer.
const AT_ONCE = 3;
const NEAR = '600px'; // around the window, where covers are asked for
// Milliseconds until a cover that did not come is asked for again: the server, or a publisher's, may have
// been busy. A publisher that cannot be reached is asked again after half a minute.
const AGAIN = [4000, 40000];

const waiting = new Set();
let loading = 0;
const near = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (isIntersecting) waiting.add(target);
    else waiting.delete(target);
  }
  loadNext();
}, { rootMargin: NEAR });
// A page that waits for a cover counts as loading.
addEventListener('load', loadNext);

/** Requests those that came near first; covers that were scrolled past are dropped. */
function loadNext() {
  while (document.readyState === 'complete' && loading < AT_ONCE && waiting.size) {
    const [image] = waiting;
    waiting.delete(image);
    near.unobserve(image);
    loading += 1;
    image.src = image.dataset.address;
  }
}

/** The share of something that was read. @param {number} share from 0 to 1 */
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
    const done = () => { loading -= 1; loadNext(); };
    const delays = [...AGAIN];
    const image = make('img', {
      'data-address': url.pathname + url.search, alt: '', onload: () => { frame.classList.add('there'); done(); },
      onerror: () => {
        if (delays.length) setTimeout(() => near.observe(image), delays.shift());
        else image.remove();
        done();
      },
    });
    frame.append(image);
    near.observe(image);
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
