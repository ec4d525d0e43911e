// The application: the shelf, or the open publication.

import { iconButton, make } from './dom.js';
import { Kept } from './offline.js';
import { passwordView } from './password.js';
import { Places, SHELF, parseHash } from './places.js';
import { Reader } from './reader.js';
import { Settings } from './settings.js';
import { Shelf } from './shelf.js';
import { strings } from './strings.js';

const SLOW = 1500; // milliseconds until it is said that something takes a while
const SPOKEN = 150; // milliseconds until a screen reader is told, so that only the last of many is

/** The application: the state that its parts share. */
export class App {
  /** @param {HTMLElement} root the element that it is in */
  constructor(root) {
    this.root = root;
    this.settings = new Settings();
    this.places = new Places();
    this.kept = new Kept();
    this.live = make('p', { class: 'unseen', role: 'status' });
    this.toast = make('div', { class: 'toast', role: 'status', hidden: true });
    this.field = make('div', { class: 'field' });
    this.shelf = new Shelf(this);
    root.append(this.field, this.toast, this.live);
    this.settings.addEventListener('change', () => this.#updateTheme());
    this.#updateTheme();
    addEventListener('hashchange', () => this.route());
  }

  /** Goes where the address says. */
  async route() {
    document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());
    this.opening?.abort();
    const place = parseHash(location.hash);
    if (!place.id) return this.#showShelf();
    if (this.reader?.id === place.id) return this.reader.goToPlace(place);
    return this.#read(place);
  }

  #showShelf() {
    this.reader?.close();
    this.reader = null;
    this.show(this.shelf.element);
    scrollTo(0, this.shelfScroll || 0);
    return this.shelf.show();
  }

  async #read(place) {
    const controller = new AbortController();
    this.opening = controller;
    this.shelfScroll = scrollY;
    this.root.classList.add('opening');
    // A long book is laid out first, which may take a while.
    const slow = setTimeout(() => this.say(strings.opening), SLOW);
    try {
      const before = this.reader;
      this.reader = null;
      before?.close();
      const reader = await Reader.open(this, place, controller.signal);
      if (controller.signal.aborted) reader.close();
      else this.reader = reader;
    } catch (error) {
      if (!controller.signal.aborted) this.#showFailure(error, place.id);
    }
    clearTimeout(slow);
    if (this.opening !== controller) return;
    this.root.classList.remove('opening');
    this.say('');
  }

  #showFailure(error, id) {
    document.title = strings.product;
    if (error.code === 'needsPassword') {
      const view = passwordView(id, () => this.route());
      this.show(view);
      view.querySelector('input').focus();
      return;
    }
    this.show(make('main', { class: 'failure' },
      make('div', { role: 'alert' }, make('h1', {}, strings.cannotOpen), make('p', {}, error.message)),
      make('div', { class: 'buttons' },
        make('a', { class: 'button', href: SHELF }, strings.back),
        make('button', { type: 'button', class: 'button primary', onclick: () => this.route() }, strings.tryAgain))));
  }

  /** Replaces the current view. @param {HTMLElement} element */
  show(element) {
    this.field.replaceChildren(element);
  }

  /** Announces a sentence to screen readers. @param {string} sentence */
  announce(sentence) {
    clearTimeout(this.announcing);
    this.announcing = setTimeout(() => { this.live.textContent = sentence; }, SPOKEN);
  }

  /** Shows a sentence until it is replaced or closed. @param {string} sentence */
  say(sentence) {
    this.toast.hidden = !sentence;
    this.toast.replaceChildren(...(sentence ? [make('span', {}, sentence),
      iconButton('close', strings.close, () => this.say(''))] : []));
  }

  #updateTheme() {
    document.documentElement.dataset.theme = this.settings.isDark ? 'dark' : 'light';
  }
}
