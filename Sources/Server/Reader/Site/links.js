// Links of a page: those to pages turn them, and a question comes before those to elsewhere.

import { make } from './dom.js';
import { boxOf } from './geometry.js';
import { Destination, askOutside } from './outside.js';
import { readingHash } from './places.js';
import { strings } from './strings.js';
import { UNIT } from './text-layer.js';

/**
 * A link's name for people and its address for the browser; null if it leads nowhere.
 * @param {import('./reader.js').Reader} reader
 * @param {{page?: number, point?: number[], url?: string}} target
 * @param {import('./publication.js').Publication} publication the layout that it leads within
 * @param {number} page the page that it is on
 */
export function linkTo(reader, target, publication, page) {
  if (Number.isInteger(target.page) && publication.pages[target.page]) {
    return {
      // Elsewhere the page of an excerpt would be taken for one of all.
      href: readingHash(publication.id, publication.isExcerpt ? {} : { page: target.page }),
      label: publication.isExcerpt ? strings.toPlace : strings.toPage(publication.name(target.page)),
      follow: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        reader.goToPageOf(publication, target.page, { jump: true, focus: event.detail === 0 });
      },
    };
  }
  if (!target.url) return null;
  const destination = new Destination(target.url);
  return {
    href: destination.href, label: destination.label, outside: true,
    follow: (event) => {
      // Tabs opened with a modifier key or the middle button ask first, too.
      if (event.button > 1) return;
      event.preventDefault();
      askOutside(destination, publication, page);
    },
  };
}

/**
 * The element of a link.
 * @param {NonNullable<ReturnType<typeof linkTo>>} link
 * @param {Record<string, any>} properties further ones, which replace those of the same name
 * @param {...(Node|string)} children
 */
export function linkElement({ href, label, outside, follow }, properties, ...children) {
  const asking = outside && {
    'aria-haspopup': 'dialog', rel: 'noopener noreferrer', target: '_blank', draggable: false, onauxclick: follow,
  };
  const unopened = !href && {
    role: 'link', tabIndex: 0, onkeydown: (event) => { if (event.key === 'Enter') follow(event); },
  };
  return make('a', { href, title: label, onclick: follow, ...asking, ...unopened, ...properties }, ...children);
}

/** The links of a page, over its picture. */
export function linkLayer(reader, view, links) {
  const layer = make('div', { class: 'links', role: 'group', 'aria-label': strings.linksOf(view.name) });
  for (const { quads, target } of links) {
    const link = linkTo(reader, target, view.publication, view.index);
    if (!link) continue;
    quads.forEach((quad, part) => {
      const [x, y, w, h] = boxOf(quad);
      const anchor = linkElement(link, {
        class: `link${link.outside ? ' outside' : ''}`, 'aria-label': link.label, draggable: false,
      });
      // A link over several lines is one to the keyboard.
      if (part) {
        anchor.tabIndex = -1;
        anchor.setAttribute('aria-hidden', 'true');
      }
      Object.assign(anchor.style, {
        left: `${x * UNIT}px`, top: `${y * UNIT}px`, width: `${w * UNIT}px`, height: `${h * UNIT}px`,
      });
      layer.append(anchor);
    });
  }
  return layer;
}
