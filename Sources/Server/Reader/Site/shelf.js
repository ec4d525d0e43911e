// The shelf: covers of all that is there, what one was reading, and a search.

import { publications } from './api.js';
import { blank, cover, meter } from './covers.js';
import { debounce, icon, iconButton, make } from './dom.js';
import { NewsstandSection } from './newsstand.js';
import { readingHash } from './places.js';
import { segmented } from './settings-panel.js';
import { strings } from './strings.js';

const AT_ONCE = 60; // publications that are asked for
const RECENT = 8;
const TYPED = 250; // milliseconds after the last letter
const LOOK_AGAIN = 1200; // milliseconds until it is asked again for what the server is looking at

/** The first view. */
export class Shelf {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.known = new Map();
    this.onlyKept = false;
    this.input = make('input', {
      type: 'search', 'aria-label': strings.searchShelf, placeholder: strings.searchShelf, id: 'shelf-query',
      autocomplete: 'off', spellcheck: false, oninput: debounce(TYPED, () => this.load()),
    });
    this.notice = make('p', { class: 'notice', role: 'status', hidden: true });
    this.recent = make('section', { class: 'recent', 'aria-labelledby': 'recent-title', hidden: true });
    this.grid = make('ul', { class: 'covers', 'aria-label': strings.shelf });
    this.more = make('button', { type: 'button', class: 'button', hidden: true, onclick: () => this.load(true) }, strings.showMore);
    this.filter = make('div', { hidden: true });
    this.newsstand = new NewsstandSection(app, () => !this.grid.childElementCount, () => { this.input.value = ''; });
    this.element = make('div', { class: 'shelf' },
      make('header', { class: 'shelf-head' }, make('h1', {}, strings.product),
        make('form', { role: 'search', class: 'shelf-search', onsubmit: (event) => event.preventDefault() }, icon('search'), this.input),
        iconButton('moon', strings.theme, () => app.settings.set('theme', app.settings.isDark ? 'light' : 'dark'), { id: 'shelf-theme' })),
      make('main', { id: 'shelf-main', tabIndex: -1 }, this.notice, this.recent, this.newsstand.element, this.filter, this.grid,
        make('div', { class: 'shelf-more' }, this.more)));
    app.kept.addEventListener('change', () => this.#updateFilter());
    this.#updateFilter();
  }

  /** Brings it up to date, when it is seen again. */
  async show() {
    document.title = `${strings.shelf} – ${strings.product}`;
    if (!this.isLoaded) await this.load();
    else this.#showRecent();
    this.newsstand.look();
  }

  /** Loads what the search is for, or more of it. Never throws. */
  async load(goesOn = false) {
    this.controller?.abort();
    const controller = new AbortController();
    this.controller = controller;
    const q = this.input.value.trim();
    this.newsstand.element.classList.toggle('away', this.onlyKept);
    await this.app.kept.ready;
    if (controller.signal.aborted) return;
    if (this.onlyKept) {
      this.#fill(this.app.kept.list().filter((item) => matches(item, q)), false);
      return;
    }
    const offset = goesOn ? this.received : 0;
    try {
      if (!goesOn) await this.newsstand.load(q);
      const answer = await publications({ q, offset: offset || undefined, limit: AT_ONCE }, controller.signal);
      if (controller.signal.aborted) return;
      this.isLoaded = true;
      this.#tell('');
      this.received = offset + answer.publications.length;
      this.#fill(answer.publications, goesOn);
      this.more.hidden = this.received >= answer.total;
      this.#showRecent();
      this.#awaitPending(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error.status === 0 && this.app.kept.list().length) {
        this.#tell(strings.offlineNow);
        this.#fill(this.app.kept.list().filter((item) => matches(item, q)), false);
        this.#showRecent();
      } else this.#tell(error.message, true);
    }
  }

  /** Shows what the server has come to know of publications that it had not looked at before. */
  async #awaitPending(signal) {
    while (this.grid.querySelector('.pending') && !signal.aborted) {
      await new Promise((resolve) => { setTimeout(resolve, LOOK_AGAIN); });
      if (signal.aborted || document.hidden || !this.element.isConnected) continue;
      const { publications: items } = await publications(
        { q: this.input.value.trim(), limit: Math.min(this.received, 200) }, signal).catch(() => ({ publications: [] }));
      if (signal.aborted) return;
      for (const item of items) {
        const before = this.known.get(item.id);
        if (!before?.pending || item.pending) continue;
        this.known.set(item.id, item);
        this.grid.querySelector(`[data-id="${CSS.escape(item.id)}"]`)?.replaceWith(this.#card(item));
      }
      this.#showRecent();
    }
  }

  #fill(items, goesOn) {
    items.forEach((item) => this.known.set(item.id, item));
    // Issues in the newsstand are not shown twice.
    const others = this.onlyKept ? items : this.newsstand.others(items);
    const cards = others.map((item) => this.#card(item));
    if (goesOn) this.grid.append(...cards);
    else this.grid.replaceChildren(...cards);
    this.more.hidden = true;
    const q = this.input.value.trim();
    if (this.grid.children.length || (!this.onlyKept && !this.newsstand.element.hidden)) return;
    if (q) this.#tell(strings.shelfNoMatch(q));
    else this.#tell(this.onlyKept ? strings.shelfNothingKept : strings.shelfEmpty);
  }

  #tell(sentence, canTry = false) {
    this.notice.hidden = !sentence;
    this.notice.replaceChildren(sentence, canTry ? make('button', {
      type: 'button', class: 'button', onclick: () => this.load(),
    }, strings.tryAgain) : '');
  }

  #card(item) {
    const place = this.app.places.recall(item.id);
    if (item.code === 'needsPassword') {
      return make('li', { class: 'card', 'data-id': item.id }, make('a', { href: readingHash(item.id), 'aria-label': strings.read(item.title) },
        make('div', { class: 'cover-place' }, cover(item)), title(item)),
      make('p', { class: 'quiet' }, strings.needsPassword));
    }
    if (item.error) {
      return make('li', { class: 'card broken', 'data-id': item.id }, make('div', { class: 'cover-place' }, blank(item)),
        title(item), make('p', { class: 'quiet' }, `${strings.cannotOpen}: ${item.error}`));
    }
    return make('li', { class: `card${item.pending ? ' pending' : ''}`, 'data-id': item.id }, make('a', { href: readingHash(item.id), 'aria-label': strings.read(item.title) },
      make('div', { class: 'cover-place' }, cover(item, place)),
      title(item)),
    make('p', { class: 'quiet' }, item.authors?.length && make('bdi', { dir: item.authorDirection || 'auto' }, item.authors.join(', ')),
      item.authors?.length && item.pageCount && ' · ', item.pageCount && strings.pageCount(item.pageCount),
    this.app.kept.entry(item.id) ? make('span', { class: 'kept', title: strings.keptIssues }, icon('kept')) : ''));
  }

  #showRecent() {
    const items = this.app.places.recent().map((id) => this.known.get(id))
      .filter((item) => item && !item.error).slice(0, RECENT);
    this.recent.hidden = !items.length || Boolean(this.input.value.trim()) || this.onlyKept;
    if (this.recent.hidden) return;
    this.recent.replaceChildren(make('h2', { id: 'recent-title' }, strings.continueReading),
      make('ul', {}, ...items.map((item) => {
        const { share } = this.app.places.recall(item.id);
        return make('li', {}, make('a', { href: readingHash(item.id), class: 'recent-card' },
          cover(item), make('span', { class: 'recent-text' }, make('strong', { dir: item.titleDirection || 'auto' }, item.title),
            make('span', { class: 'quiet' }, strings.share(share)), meter(share))));
      })));
  }

  #updateFilter() {
    this.filter.hidden = !this.app.kept.list().length && !this.onlyKept;
    if (this.filter.childElementCount) return;
    this.filter.append(segmented(strings.shelf, [[false, strings.allIssues], [true, strings.keptIssues]],
      this.onlyKept, (value) => { this.onlyKept = value; this.load(); this.#showRecent(); }));
  }

}

/** The title in its own direction, which text around it does not share. */
const title = (item) => make('p', { class: 'card-title', dir: item.titleDirection || 'auto' }, item.title);
const matches = (item, q) => [item.title, ...(item.authors || [])].join(' ').toLowerCase().includes(q.toLowerCase());
