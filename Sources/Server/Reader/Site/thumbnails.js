// All pages, small.

import { make } from './dom.js';
import { excerptNote } from './excerpt-note.js';
import { pageName, strings } from './strings.js';

const WIDTH = 180; // pixels of their pictures

/** @param {import('./reader.js').Reader} reader @param {() => void} onfollow */
export function thumbnailsTab(reader, onfollow) {
  const body = make('div', { class: 'thumbnails', role: 'group', 'aria-label': strings.thumbnails });

  function thumbnail(page) {
    const { publication } = reader;
    const [width, height] = publication.shownSize(page.index);
    const image = make('img', {
      loading: 'lazy', alt: '', src: publication.thumbnailURL(page.index, WIDTH, reader.isDark),
      onerror: () => image.classList.add('missing'),
    });
    image.style.aspectRatio = `${width} / ${height}`;
    return make('button', {
      type: 'button', class: 'thumbnail', 'data-page': page.index, 'aria-label': pageName(page.label),
      onclick: () => { reader.goTo(page.index, { jump: true }); onfollow(); },
    }, image, make('span', {}, page.label));
  }

  function fill() {
    body.dir = reader.publication.isRightToLeft ? 'rtl' : 'ltr';
    if (reader.publication.isExcerpt) {
      body.replaceChildren(excerptNote(reader));
      return;
    }
    body.replaceChildren(...reader.publication.pages.map(thumbnail));
    mark();
  }

  function mark() {
    for (const button of body.querySelectorAll('[aria-current]')) button.removeAttribute('aria-current');
    for (const page of reader.pages) {
      const button = body.querySelector(`[data-page="${page}"]`);
      button?.setAttribute('aria-current', 'page');
      if (body.offsetParent) button?.scrollIntoView({ block: 'nearest' });
    }
  }

  // Pictures are asked for when the tab is looked at first.
  let isFilled = false;
  const observer = new IntersectionObserver((entries) => {
    if (isFilled || !entries.some((entry) => entry.isIntersecting)) return;
    isFilled = true;
    fill();
  });
  body.style.minHeight = '1px';
  observer.observe(body);
  reader.on('turn', () => { if (isFilled) mark(); });
  for (const name of ['layout', 'dark']) reader.on(name, () => { if (isFilled) fill(); });
  return body;
}
