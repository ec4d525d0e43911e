// Contents, pages and search, beside the pages or over them where there is no room.

import { iconButton, make } from './dom.js';
import { outlineTab } from './outline.js';
import { strings } from './strings.js';
import { thumbnailsTab } from './thumbnails.js';

const NAMES = { contents: strings.contents, thumbnails: strings.thumbnails, search: strings.search };
const NARROW = '(max-width: 899px)';

/** The panel, with a `change` event when it opens or closes. */
export class SidePanel extends EventTarget {
  /** @param {import('./reader.js').Reader} reader */
  constructor(reader) {
    super();
    this.reader = reader;
    this.isOpen = false;
    this.chosen = 'contents';
    this.tabs = Object.entries(NAMES).map(([name, label]) => make('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`,
      onclick: () => this.show(name), onkeydown: (event) => this.#step(event),
    }, label));
    const bodies = {
      contents: outlineTab(reader, () => this.#followed()),
      thumbnails: thumbnailsTab(reader, () => this.#followed()), search: reader.search.element,
    };
    this.bodies = Object.entries(bodies).map(([name, body]) => make('div', {
      role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, class: 'tab-body', hidden: true,
    }, body));
    this.element = make('aside', {
      class: 'side-panel', id: 'side-panel', 'aria-label': strings.sidePanel, hidden: true,
      onkeydown: (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        this.close();
      },
    }, make('div', { class: 'tab-row' },
      make('div', { role: 'tablist', 'aria-label': strings.sidePanel }, ...this.tabs),
      iconButton('close', strings.closePanel, () => this.close())), ...this.bodies);
  }

  /** Opens it at a tab. @param {'contents'|'thumbnails'|'search'} name */
  show(name) {
    this.chosen = name;
    if (!this.isOpen) this.before = document.activeElement;
    this.isOpen = true;
    this.element.hidden = false;
    this.reader.element.classList.add('with-panel');
    for (const tab of this.tabs) {
      const isChosen = tab.id === `tab-${name}`;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    for (const body of this.bodies) body.hidden = body.id !== `panel-${name}`;
    this.dispatchEvent(new Event('change'));
    if (name === 'search') this.reader.search.focus();
    else {
      const tab = this.tabs.find((other) => other.id === `tab-${name}`);
      tab.focus({ preventScroll: true });
      this.element.querySelector('.tab-body:not([hidden]) [aria-current]')?.scrollIntoView({ block: 'center' });
    }
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.show(this.chosen);
  }

  close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    const hadFocus = this.element.contains(document.activeElement);
    // Otherwise keys go to the hidden panel until it is drawn again.
    if (hadFocus) document.activeElement.blur();
    this.element.hidden = true;
    this.reader.element.classList.remove('with-panel');
    this.dispatchEvent(new Event('change'));
    if (hadFocus && this.before?.isConnected) this.before.focus({ preventScroll: true });
  }

  /** On a narrow screen the panel lies over the page that was asked for. */
  #followed() {
    if (matchMedia(NARROW).matches) this.close();
  }

  #step(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const names = Object.keys(NAMES);
    const name = names[(names.indexOf(this.chosen) + step + names.length) % names.length];
    this.show(name);
    this.tabs[names.indexOf(name)].focus();
  }
}
