// Finding words on the pages.

import { debounce, iconButton, make } from './dom.js';
import { boxOf, shownBox } from './geometry.js';
import { pageName, strings } from './strings.js';

const AT_ONCE = 100; // hits that are asked for
const TYPED = 300; // milliseconds after the last letter

/** The search's panel, and its marks on the pages. */
export class Search {
  /** @param {import('./reader.js').Reader} reader */
  constructor(reader) {
    this.reader = reader;
    this.hits = [];
    this.at = -1;
    this.isWhole = true;
    const soon = debounce(TYPED, () => this.run());
    this.input = make('input', {
      type: 'search', 'aria-label': strings.searchPages, placeholder: strings.searchPages, id: 'query',
      autocomplete: 'off', spellcheck: false, enterKeyHint: 'search', oninput: soon,
    });
    const option = (label) => {
      const box = make('input', { type: 'checkbox', onchange: () => this.run() });
      return [box, make('label', { class: 'check' }, box, label)];
    };
    const [matchCase, caseLabel] = option(strings.matchCase);
    const [words, wordsLabel] = option(strings.wholeWords);
    this.options = { case: matchCase, words };
    this.count = make('output', { class: 'hit-count', role: 'status' });
    this.previous = iconButton('up', strings.previousHit, () => this.step(-1), { id: 'hit-before', disabled: true });
    this.next = iconButton('down', strings.nextHit, () => this.step(1), { id: 'hit-after', disabled: true });
    this.list = make('ol', { class: 'hits' });
    this.more = make('button', { type: 'button', class: 'button', hidden: true, onclick: () => this.#load() }, strings.moreHits);
    this.element = make('form', {
      class: 'search-panel', role: 'search',
      onsubmit: (event) => { event.preventDefault(); this.#submit(); },
    }, make('div', { class: 'search-field' }, this.input),
    make('div', { class: 'search-options' }, caseLabel, wordsLabel),
    make('div', { class: 'search-steps' }, this.count, this.previous, this.next), this.list, this.more);
    reader.on('shown', () => this.mark());
    reader.on('layout', () => { if (this.input.value) this.run(); });
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  /** Enter searches for the text typed last, then goes from hit to hit. */
  #submit() {
    const { reader } = this;
    if (reader.publication.isExcerpt) reader.whole();
    if (this.input.value.trim() !== this.query) this.run();
    else this.step(1);
  }

  /** Searches for the field's text. */
  async run() {
    this.query = this.input.value.trim();
    this.hits = [];
    this.at = -1;
    this.isWhole = true;
    this.list.replaceChildren();
    this.mark();
    this.#tell();
    if (this.query) await this.#load();
    else this.controller?.abort();
  }

  async #load() {
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    if (this.reader.publication.isExcerpt) {
      // The search starts when all pages are laid out.
      this.count.textContent = this.reader.flow.status;
      return;
    }
    this.count.textContent = strings.searching;
    try {
      const { query, options } = this;
      const answer = await this.reader.publication.search({
        q: query, case: options.case.checked ? 1 : undefined, words: options.words.checked ? 1 : undefined,
        offset: this.hits.length || undefined, limit: AT_ONCE,
      }, controller.signal);
      if (controller.signal.aborted) return;
      const from = this.hits.length;
      this.hits.push(...answer.hits);
      this.total = answer.total;
      this.isWhole = answer.total !== undefined ? this.hits.length >= answer.total
        : answer.hits.length < AT_ONCE;
      this.list.append(...answer.hits.map((hit, place) => this.#entry(hit, from + place)));
      this.#tell();
      this.mark();
    } catch (error) {
      if (controller.signal.aborted) return;
      this.count.textContent = error.message;
    }
  }

  #entry(hit, place) {
    return make('li', {}, make('button', {
      type: 'button', class: 'hit-entry', 'data-hit': place, onclick: () => this.goTo(place, true),
    }, make('span', { class: 'hit-page' }, pageName(this.reader.publication.label(hit.page))),
    make('span', { class: 'hit-text' }, hit.before.replace(/^\S*\s/, '… '), make('mark', {}, hit.text), hit.after.replace(/\s\S*$/, ' …'))));
  }

  #tell() {
    const count = this.total !== undefined && !this.isWhole ? this.total : this.hits.length;
    if (!this.query) this.count.textContent = '';
    else if (!count) this.count.textContent = strings.noHits(this.query);
    else if (this.at < 0) this.count.textContent = strings.hitsFound(count, !this.isWhole && this.total === undefined);
    else this.count.textContent = strings.hitOf(this.at + 1, count);
    this.more.hidden = this.isWhole;
    this.previous.disabled = !this.hits.length;
    this.next.disabled = !this.hits.length;
  }

  /** Goes to the next hit or the previous one, beginning at the visible page. */
  step(step) {
    if (!this.hits.length) return;
    let place = this.at + step;
    if (this.at < 0) {
      const after = this.hits.findIndex((hit) => hit.page >= this.reader.pages[0]);
      place = step > 0 ? Math.max(after, 0) : (after > 0 ? after : this.hits.length) - 1;
    }
    this.goTo((place + this.hits.length) % this.hits.length);
  }

  /** Shows a hit. @param {number} place @param {boolean} [closes] the panel where it lies over the page */
  async goTo(place, closes = false) {
    this.at = place;
    const hit = this.hits[place];
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const entry = this.list.querySelector(`[data-hit="${place}"]`);
    entry?.setAttribute('aria-current', 'true');
    entry?.scrollIntoView({ block: 'nearest' });
    this.#tell();
    if (closes && matchMedia('(max-width: 899px)').matches) this.reader.panel.close();
    await this.reader.goTo(hit.page, { jump: true });
    this.mark();
    const view = this.reader.stage.view(hit.page);
    if (view && hit.quads.length) {
      const box = shownBox(view.page, boxOf(hit.quads[0])).map((points) => points * view.scale);
      this.reader.stage.current.reveal(view, box);
    }
  }

  /** Marks the hits on the visible pages and on those loaded ahead. */
  mark() {
    for (const view of this.reader.stage.views) {
      const quads = (current) => this.hits
        .filter((hit, place) => (place === this.at) === current)
        .flatMap((hit) => [hit, ...hit.continued || []])
        .filter((part) => part.page === view.index)
        .flatMap((part) => part.quads);
      view.mark('hit', quads(false));
      view.mark('current-hit', quads(true));
    }
  }
}
