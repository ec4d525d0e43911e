// The table of contents.

import { make } from './dom.js';
import { excerptNote } from './excerpt-note.js';
import { strings } from './strings.js';

/** @param {import('./reader.js').Reader} reader @param {() => void} onfollow */
export function outlineTab(reader, onfollow) {
  const body = make('nav', { class: 'outline', 'aria-label': strings.contents });

  const list = (items) => make('ol', {}, ...items.map((item) => make('li', {},
    make('button', {
      type: 'button', class: 'outline-entry', disabled: !Number.isInteger(item.page), 'data-page': item.page,
      onclick: () => { reader.goTo(item.page, { jump: true }); onfollow(); },
    }, make('span', {}, item.title || strings.untitled),
    Number.isInteger(item.page) && make('span', { class: 'outline-page' }, reader.publication.label(item.page))),
    item.children?.length ? list(item.children) : null)));

  /** Marks the last entry that begins on a page that is seen or before. */
  function mark() {
    let current = null;
    const seen = Math.max(...reader.pages);
    for (const entry of body.querySelectorAll('[data-page]')) {
      entry.removeAttribute('aria-current');
      if (Number(entry.dataset.page) <= seen) current = entry;
    }
    current?.setAttribute('aria-current', 'true');
  }

  async function load() {
    const { publication } = reader;
    if (publication.isExcerpt) {
      body.replaceChildren(excerptNote(reader));
      return;
    }
    try {
      const outline = await publication.outline();
      const items = Array.isArray(outline) ? outline : outline.outline || [];
      if (publication !== reader.publication) return;
      body.replaceChildren(items.length ? list(items) : make('p', { class: 'quiet' }, strings.noOutline));
      mark();
    } catch (error) {
      if (publication !== reader.publication) return;
      body.replaceChildren(make('p', { class: 'quiet', role: 'alert' }, error.message));
    }
  }

  reader.on('turn', mark);
  reader.on('layout', load);
  load();
  return body;
}
