// Links of a page: those to pages turn them, those to elsewhere open in a panel or in a tab of their own.

import { json } from './api.js';
import { icon, make, openDialog } from './dom.js';
import { boxOf } from './geometry.js';
import { readingHash } from './places.js';
import { strings } from './strings.js';
import { UNIT } from './text-layer.js';

/** The address of a page of the web, or null: a source may say anything in its links. */
function webAddress(text) {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
  } catch {
    return null;
  }
}

const LONGEST_WAIT = 3000; // milliseconds for which a tap waits; for 5 s a browser lets it open a tab

const isMail = (text) => /^(mailto|tel):[^\s<>"]+$/i.test(text || '');

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
  const url = webAddress(target.url);
  if (url) {
    return {
      href: url.href, label: strings.toSite(url.host), outside: true,
      follow: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        // Browsers show no plain http in a page of https.
        if (url.protocol === 'http:' && location.protocol === 'https:') return;
        event.preventDefault();
        openOutside(url, allowsFrames(publication, page, target.url));
      },
    };
  }
  return isMail(target.url) ? { href: target.url, label: target.url, follow: () => {} } : null;
}

/** The links of a page, over its picture. */
export function linkLayer(reader, view, links) {
  const layer = make('div', { class: 'links', role: 'group', 'aria-label': strings.linksOf(view.name) });
  for (const { quads, target } of links) {
    const link = linkTo(reader, target, view.publication, view.index);
    if (!link) continue;
    quads.forEach((quad, part) => {
      const [x, y, w, h] = boxOf(quad);
      const anchor = make('a', {
        href: link.href, class: `link${link.outside ? ' outside' : ''}`, title: link.label,
        'aria-label': link.label, draggable: false, onclick: link.follow,
        rel: link.outside ? 'noopener noreferrer' : undefined,
        target: link.outside ? '_blank' : undefined,
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

/**
 * True if the server knows that a site can be shown in a frame, which no page is told of. It asks the
 * site, so this is for a link that was tapped.
 * @param {import('./publication.js').Publication} publication
 * @param {number} page  @param {string} url as the publication has it
 */
async function allowsFrames(publication, page, url) {
  try {
    const { allowed } = await json(publication.url(`pages/${page}/frame`), {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ url }),
      signal: AbortSignal.timeout(LONGEST_WAIT),
    });
    return allowed === true;
  } catch {
    return false;
  }
}

/**
 * Shows a site beside the issue where it allows that, else in a tab of its own, which the same tap opens.
 * @param {URL} url  @param {Promise<boolean>} allowed
 */
async function openOutside(url, allowed) {
  if (await allowed) {
    showPanel(url, outsideFrame(url));
    return;
  }
  // With `noopener` the browser would not say whether it opened one.
  const tab = window.open('about:blank', '_blank');
  if (tab) {
    tab.opener = null;
    tab.location.replace(url.href);
  } else {
    showPanel(url, make('p', { class: 'quiet outside-hint' }, strings.tabBlocked));
  }
}

/** A site that can neither leave its frame nor see the reader. @param {URL} url */
function outsideFrame(url) {
  const sandbox = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'];
  // Given both to a page of this very server, it could take the frame's walls down.
  if (url.origin !== location.origin) sandbox.push('allow-same-origin');
  const frame = make('iframe', {
    title: url.host, referrerPolicy: 'no-referrer', loading: 'eager', class: 'outside-frame',
  });
  frame.setAttribute('sandbox', sandbox.join(' '));
  frame.src = url.href;
  return frame;
}

/** @param {URL} url  @param {HTMLElement} content */
function showPanel(url, content) {
  const address = make('span', { class: 'outside-address', title: url.href },
    make('strong', {}, url.host), `${url.pathname}${url.search}`.replace(/^\/$/, ''));
  const done = make('button', { type: 'button', class: 'button primary', onclick: () => dialog.close() },
    strings.done);
  const dialog = openDialog({ label: strings.outsideLink, class: 'outside-panel' },
    make('div', { class: 'outside-bar' }, done, address, make('a', {
      class: 'button', href: url.href, target: '_blank', rel: 'noopener noreferrer',
    }, icon('outside'), make('span', {}, strings.openInTab))),
    content);
  done.focus();
}
