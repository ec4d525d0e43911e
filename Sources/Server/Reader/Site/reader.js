// The reader of one publication: the open pages, and everything around them.

import { bottomBar, topBar } from './bars.js';
import { debounce, make } from './dom.js';
import { Flow } from './flow.js';
import { installGestures } from './gestures.js';
import { installKeyboard } from './keyboard.js';
import { Listening } from './listening.js';
import { readingHash } from './places.js';
import { Search } from './search.js';
import { LAYOUT_SETTINGS } from './settings.js';
import { SidePanel } from './side-panel.js';
import { Stage } from './stage.js';
import { strings } from './strings.js';

const SPREAD_WIDTH = 900; // CSS pixels of a window in which two pages can be read
const RELAYOUT_DELAY = 350; // milliseconds without a further change before the text is laid out again

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
    const { publication, page } = await reader.flow.open(place.id, wanted, signal);
    signal?.throwIfAborted();
    reader.publication = publication;
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
    if (view !== 'auto') return view === 'spread';
    switch (this.publication?.facingPages) {
      case 'always': return true;
      case 'never': return false;
      case 'landscape': return innerWidth > innerHeight;
      default: return innerWidth >= SPREAD_WIDTH && innerWidth > innerHeight * 1.15;
    }
  }
  /** The visible pages, in reading order. */
  get pages() { return [...this.stage.table[this.stage.placeOf(this.page)]].sort((a, b) => a - b); }
  /** Their names, which are unknown for an excerpt. */
  get pagesName() {
    if (this.publication.isExcerpt) return this.flow.status;
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
    this.rearrangeSoon = debounce(RELAYOUT_DELAY, () => this.#rearrange());
    addEventListener('resize', this.rearrangeSoon, { signal });
  }

  /**
   * Goes to a page.
   * @param {number} page
   * @param {{jump?: boolean, focus?: boolean, quiet?: boolean, atEnd?: boolean, slid?: boolean}} [how]
   * `jump` remembers the page for `goBack`; `focus` moves the keyboard focus to the page
   */
  async goTo(page, { jump = false, focus = false, quiet = false, atEnd = false, slid = false } = {}) {
    if (this.controller.signal.aborted) return;
    const wanted = Math.min(Math.max(page, 0), this.publication.count - 1);
    this.flow.moved();
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

  /** Goes on, or back, by one sheet. Returns true if there is more. */
  turn(step, how) {
    const page = this.stage.neighbor(this.page, step);
    if (page === null && this.publication.goesOn(step)) {
      this.flow.turnLater(step, how);
      return true;
    }
    if (page === null) return false;
    this.goTo(page, how);
    return true;
  }

  /** Turns to the right (1) or to the left (-1), wherever that leads. */
  turnSide(side) { return this.turn(this.stage.side(side)); }

  /** Scrolls forward or back, and turns the page at the end of the sheet. */
  advance(step) {
    const field = this.stage.current?.element;
    if (!field) return;
    const rest = step > 0 ? field.scrollHeight - field.clientHeight - field.scrollTop : field.scrollTop;
    if (rest > 2) field.scrollBy({ top: step * field.clientHeight * 0.85, behavior: 'instant' });
    else this.turn(step, { atEnd: step < 0 });
  }

  /** Returns to the page on which a link or a hit was followed. */
  goBack() {
    if (this.returnTo === null) return;
    const page = this.returnTo;
    this.returnTo = null;
    this.goTo(page);
  }

  /** Goes to the first page or the last. */
  async goToEnd(isLast) {
    if (!isLast && !this.publication.goesOn(-1)) this.goTo(0);
    else this.#goAmongAll(({ count }) => (isLast ? count - 1 : 0));
  }

  /** Goes to a place from an address. @param {{page?: number, locator?: object}} place */
  goToPlace(place, how) {
    return this.#goAmongAll((publication) => this.flow.find(publication, place), how);
  }

  /** Goes to a page of a layout that may have been replaced. */
  async goToPageOf(publication, page, how) {
    if (publication === this.publication) return this.goTo(page, how);
    const locator = await publication.locator(page).catch(() => null);
    return locator && this.goToPlace({ locator }, how);
  }

  /** Waits until all pages are laid out; does nothing if the user has moved meanwhile. */
  async #goAmongAll(find, how) {
    const { moves } = this.flow;
    if (await this.whole() && this.flow.moves === moves) this.goTo(await find(this.publication), how);
  }

  /** Waits until all pages are there; see `Flow`. */
  whole() { return this.flow.whole(); }

  async #remember(page) {
    const { publication } = this;
    const { places } = this.app;
    // A page number of an excerpt would be taken for one of the whole book.
    const numbers = publication.isExcerpt ? {} : { page, count: publication.count };
    let locator;
    if (publication.isReflowable) {
      // The user may leave before the locator arrives.
      if (!publication.isExcerpt || !places.recall(this.id)) places.remember(this.id, numbers);
      locator = await publication.locator(page).catch(() => null) || undefined;
      if (this.page !== page || this.publication !== publication) return;
    }
    places.remember(this.id, { ...numbers, locator });
    if (this.controller.signal.aborted) return;
    history.replaceState(null, '', readingHash(this.id, { page: numbers.page, locator }));
  }

  #settingChanged(name) {
    if (['theme', 'darkPages', 'paper', 'paperColor'].includes(name)) this.#updateAppearance();
    if (name === 'view') this.#showAgain();
    if (name === 'fit') this.stage.zoomTo(1);
    if (LAYOUT_SETTINGS.has(name)) this.rearrangeSoon();
  }

  #updateAppearance() {
    this.app.root.classList.toggle('dark-pages', this.isDark || (this.settings.hasDarkPaper && this.publication.isReflowable));
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

  /** Another window size or setting: the pages side by side may change, and how text flows. */
  async #rearrange() {
    if (this.controller.signal.aborted) return;
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
   * @param {{moved?: number, atEnd?: boolean}} [how] `moved` is how far the page numbers shift, if
   * the pages look the same
   */
  async take(publication, page, { moved, atEnd } = {}) {
    this.controller.signal.throwIfAborted();
    const arrangement = () => `${this.pages.length} ${this.pages.indexOf(this.page)}`;
    const [before, beforePage, hadFocus] = [arrangement(), this.page, this.stage.hasFocus];
    const isShown = Boolean(this.stage.view(beforePage));
    this.publication = publication;
    this.page = page;
    this.returnTo = this.returnTo === null || moved === undefined ? null : this.returnTo + moved;
    this.emit('layout');
    const keepsScroll = isShown && page - beforePage === moved && arrangement() === before;
    await this.#showAgain({ keepsScroll, atEnd });
    if (hadFocus && document.activeElement === document.body) this.stage.current?.element.focus({ preventScroll: true });
    this.#remember(page);
  }

  /** Hides the bars around the pages, or shows them. */
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
