// Reading one publication: what is open, on which page, and everything around the pages.

import { bottomBar, topBar } from './bars.js';
import { debounce, make } from './dom.js';
import { Flow } from './flow.js';
import { installGestures } from './gestures.js';
import { installKeyboard } from './keyboard.js';
import { Listening } from './listening.js';
import { readingHash } from './places.js';
import { Search } from './search.js';
import { SidePanel } from './side-panel.js';
import { Stage } from './stage.js';
import { strings } from './strings.js';

const SPREAD_WIDTH = 900; // CSS pixels of a window in which two pages can be read
const RELAYOUT = 350; // milliseconds that a window or a setting has to rest

/**
 * A publication that is read. Events: `turn`, `shown`, `zoom`, `layout`,
 * `dark`, `noarticles`.
 */
export class Reader extends EventTarget {
  /**
   * Opens a publication at a place. Throws `Problem`.
   * @param {import('./app.js').App} app @param {{id: string, page?: number, locator?: object}} place
   */
  static async open(app, place, signal) {
    const reader = new Reader(app);
    const isNamed = place.locator || place.page !== undefined;
    const wanted = isNamed ? place : app.places.recall(place.id) || {};
    reader.publication = await reader.flow.open(place.id, wanted, signal);
    const page = await reader.flow.find(reader.publication, wanted);
    signal?.throwIfAborted();
    reader.#build();
    app.show(reader.element);
    reader.goTo(page, { quiet: true }).then(() => reader.flow.complete());
    return reader;
  }

  constructor(app) {
    super();
    this.app = app;
    this.settings = app.settings;
    this.page = 0;
    this.returnTo = null;
    this.isBare = false;
    this.controller = new AbortController();
    this.flow = new Flow(this);
  }

  get id() { return this.publication.id; }
  /** Pages of theme `night` are dark by themselves. */
  get isDark() {
    return this.settings.isDark && this.settings.get('darkPages') && this.settings.get('paper') !== 'night';
  }
  get showsSpreads() {
    const view = this.settings.get('view');
    return view === 'spread'
      || (view === 'auto' && innerWidth >= SPREAD_WIDTH && innerWidth > innerHeight * 1.15);
  }
  /** The pages that are seen, in reading order. */
  get pages() { return [...this.stage.table[this.stage.placeOf(this.page)]].sort((a, b) => a - b); }
  /** What they are called; of an excerpt nobody knows yet. */
  get pagesName() {
    if (this.publication.isExcerpt) return strings.layingOut;
    return strings.pagesName(this.pages.map((page) => this.publication.label(page)));
  }

  emit(name) { this.dispatchEvent(new Event(name)); }
  on(name, body) { this.addEventListener(name, body, { signal: this.controller.signal }); }

  #build() {
    this.stage = new Stage(this);
    this.search = new Search(this);
    this.listening = new Listening(this);
    this.panel = new SidePanel(this);
    this.element = make('div', { class: 'reader' });
    this.element.append(topBar(this), this.panel.element,
      make('main', { class: 'reader-main', id: 'pages', tabIndex: -1 }, this.stage.element, this.listening.element),
      bottomBar(this));
    document.title = `${this.publication.title} – ${strings.product}`;
    installGestures(this);
    installKeyboard(this);
    this.#updateAppearance();
    this.wasSpread = this.showsSpreads;
    const { signal } = this.controller;
    this.settings.addEventListener('change', (event) => this.#settingChanged(event.detail), { signal });
    this.rearrangeSoon = debounce(RELAYOUT, () => this.#rearrange());
    addEventListener('resize', this.rearrangeSoon, { signal });
  }

  /**
   * Goes to a page.
   * @param {number} page
   * @param {{jump?: boolean, focus?: boolean, quiet?: boolean, atEnd?: boolean, slid?: boolean}} [how]
   * `jump` leaves a way back, `focus` takes the keyboard to the page
   */
  async goTo(page, { jump = false, focus = false, quiet = false, atEnd = false, slid = false } = {}) {
    const wanted = Math.min(Math.max(page, 0), this.publication.count - 1);
    if (jump && !this.pages.includes(wanted)) {
      this.returnTo = this.page;
      history.pushState(null, '', location.hash);
    }
    this.page = wanted;
    if (this.returnTo === wanted) this.returnTo = null;
    this.emit('turn');
    if (!quiet && !this.publication.isExcerpt) {
      this.app.announce(strings.pageOf(this.pagesName, wanted + 1, this.publication.count));
    }
    this.#remember(wanted);
    await this.stage.show(wanted, { atEnd, slid });
    if (focus) this.stage.view(wanted)?.element.parentElement.parentElement.focus({ preventScroll: true });
  }

  /** Goes on, or back, by what is seen at once. Says whether there is more. */
  turn(step, how) {
    const page = this.stage.neighbor(this.page, step);
    if (page === null && this.publication.goesOn(step)) {
      this.flow.turnLater(step);
      return true;
    }
    if (page === null) return false;
    this.goTo(page, how);
    return true;
  }

  /** Turns to the right (1) or to the left (-1), wherever that leads. */
  turnSide(side) { return this.turn(this.stage.side(side)); }

  /** Scrolls on or back, and turns at the end of what is seen. */
  advance(step) {
    const field = this.stage.current?.element;
    if (!field) return;
    const rest = step > 0 ? field.scrollHeight - field.clientHeight - field.scrollTop : field.scrollTop;
    if (rest > 2) field.scrollBy({ top: step * field.clientHeight * 0.85, behavior: 'instant' });
    else this.turn(step, { atEnd: step < 0 });
  }

  /** Back to where a link or a hit was followed from. */
  goBack() {
    if (this.returnTo === null) return;
    const page = this.returnTo;
    this.returnTo = null;
    this.goTo(page);
  }

  /** To a place out of an address. @param {{page?: number, locator?: object}} place */
  async goToPlace(place) {
    if (await this.whole()) this.goTo(await this.flow.find(this.publication, place));
  }

  /**
   * Waits until all pages are there, for what an excerpt does not do for. Resolves to whether they
   * are; where not, it has been said why.
   */
  async whole() {
    if (!this.publication.isExcerpt) return true;
    this.app.say(strings.layingOut);
    const isThere = await this.flow.complete();
    if (isThere) this.app.say('');
    return isThere;
  }

  async #remember(page) {
    let locator;
    if (this.publication.isReflowable) {
      const { publication } = this;
      locator = await publication.locator(page).catch(() => null);
      if (this.page !== page || this.publication !== publication) return;
    }
    const numbers = this.publication.isExcerpt ? {} : { page, count: this.publication.count };
    this.app.places.remember(this.id, { ...numbers, locator: locator || undefined });
    history.replaceState(null, '', readingHash(this.id, { page, locator }));
  }

  #settingChanged(name) {
    if (name === 'theme' || name === 'darkPages' || name === 'paper') this.#updateAppearance();
    if (name === 'view') this.#showAgain();
    if (name === 'fit') this.stage.zoomTo(1);
    if (['fontScale', 'margin', 'paper', 'pageSize', 'view'].includes(name)) {
      this.rearrangeSoon();
    }
  }

  #updateAppearance() {
    this.app.root.classList.toggle('dark-pages', this.isDark || (this.settings.get('paper') === 'night' && this.publication.isReflowable));
    if (this.wasDark !== undefined && this.wasDark !== this.isDark) {
      this.stage.reload();
      this.emit('dark');
    }
    this.wasDark = this.isDark;
  }

  #showAgain(how) {
    this.wasSpread = this.showsSpreads;
    this.stage.reset();
    this.emit('turn');
    return this.stage.show(this.page, how);
  }

  /** Another window, or another setting: what lies side by side may change, and how text flows. */
  async #rearrange() {
    if (this.wasSpread !== this.showsSpreads) await this.#showAgain();
    if (this.publication.isReflowable && !this.flow.isCurrent && !this.isFlowing) {
      this.isFlowing = true;
      await this.flow.renew();
      this.isFlowing = false;
      if (!this.flow.isCurrent && !this.controller.signal.aborted) this.#rearrange();
    }
  }

  /**
   * Goes on with the same publication in another layout.
   * @param {import('./publication.js').Publication} publication @param {number} page
   * @param {boolean} isSame whether the page looks as what is seen, and stays where it is scrolled to
   */
  async take(publication, page, isSame = false) {
    this.controller.signal.throwIfAborted();
    this.publication = publication;
    this.returnTo = null;
    this.page = page;
    this.emit('layout');
    await this.#showAgain({ scroll: isSame ? this.stage.current?.scroll : undefined });
    this.#remember(page);
  }

  /** Hides what is around the pages, or shows it. */
  setBare(isBare) {
    this.isBare = isBare;
    this.element.classList.toggle('bare', isBare);
  }

  /** Ends reading. */
  close() {
    this.controller.abort();
    this.listening.stop();
    this.app.say('');
    this.stage.remove();
    this.element.remove();
    this.app.root.classList.remove('dark-pages');
  }
}
