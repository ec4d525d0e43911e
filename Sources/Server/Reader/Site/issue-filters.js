// Which issues the newsstand shows: those of a publication, a category, a language, an author, and in
// which order.

import { make } from './dom.js';
import { languageName, number, strings } from './strings.js';

const SELECTS = ['category', 'language', 'author'];
const MOST_CHIPS = 8; // publications that are beside each other; more are in a list

/** The controls that choose issues. Calls `onchange` after each choice. */
export class IssueFilters {
  /** @param {() => void} onchange */
  constructor(onchange) {
    this.onchange = onchange;
    this.chosen = {};
    this.publications = make('div', { class: 'publications', role: 'group', 'aria-label': strings.publications, hidden: true });
    this.selects = make('div', { class: 'selects', hidden: true });
  }

  /** The chosen values, as items of a query. */
  get items() { return this.chosen; }
  /** True if issues are left out. */
  get isActive() { return SELECTS.some((name) => this.chosen[name]); }
  get publication() { return this.chosen.publication; }

  /** Forgets all choices but the order. */
  clear() {
    this.chosen = this.chosen.order ? { order: this.chosen.order } : {};
    this.shown = null;
    this.onchange();
  }

  #choose(name, value) {
    this.chosen = { ...this.chosen, [name]: value };
    if (!value) delete this.chosen[name];
    this.onchange();
  }

  /** Shows the possible choices. The focused element keeps the focus. @param {Record<string, {total: number, values: {value: string, count: number}[]}>} facets */
  update(facets = {}) {
    const state = JSON.stringify([facets, this.chosen]);
    if (state === this.shown) return;
    this.shown = state;
    const parts = [this.publications, this.selects];
    const focused = parts.some((part) => part.contains(document.activeElement)) ? document.activeElement.dataset.filter : null;
    this.#updatePublications(facets.publication);
    const selects = SELECTS.filter((name) => facets[name]?.values.length > 1 || this.chosen[name])
      .map((name) => this.#select(name, facets[name]));
    const issues = facets.publication?.values.reduce((sum, { count }) => sum + count, 0);
    if (selects.length || issues > 2) selects.push(this.#order());
    this.selects.replaceChildren(...selects);
    this.selects.hidden = !selects.length;
    const again = focused && `[data-filter="${CSS.escape(focused)}"]`;
    if (again) parts.map((part) => part.querySelector(again)).find(Boolean)?.focus({ preventScroll: true });
  }

  #updatePublications({ values = [], total = 0 } = {}) {
    this.publications.hidden = total < 2;
    if (total > MOST_CHIPS) {
      this.publications.replaceChildren(this.#select('publication', { values, total }));
      return;
    }
    const chip = (value, label) => make('button', {
      type: 'button', class: 'chip', 'data-filter': `publication-${value}`,
      'aria-pressed': String((this.chosen.publication || '') === value), onclick: () => this.#choose('publication', value),
    }, label);
    this.publications.replaceChildren(chip('', strings.allPublications), ...values.map(({ value }) => chip(value, value)));
  }

  #select(name, { values = [], total = 0 } = {}) {
    const label = strings.filters[name];
    const option = (value, text) => make('option', { value, selected: (this.chosen[name] || '') === value }, text);
    const choices = values.some(({ value }) => value === this.chosen[name]) || !this.chosen[name]
      ? values : [{ value: this.chosen[name] }, ...values];
    const rest = total - values.length;
    return make('label', { class: 'filter' }, make('span', { class: 'quiet' }, label),
      make('select', { 'data-filter': name, onchange: ({ target }) => this.#choose(name, target.value) },
        option('', strings.allOf),
        ...choices.map(({ value, count }) => option(value, `${name === 'language' ? languageName(value) : value}${count ? ` (${number.format(count)})` : ''}`)),
        rest > 0 && make('option', { disabled: true }, strings.moreValues(rest))));
  }

  #order() {
    return make('label', { class: 'filter' }, make('span', { class: 'quiet' }, strings.order),
      make('select', { 'data-filter': 'order', onchange: ({ target }) => this.#choose('order', target.value) },
        ...[['', strings.orderDate], ['number', strings.orderNumber]].map(([value, text]) => make('option', {
          value, selected: (this.chosen.order || '') === value,
        }, text))));
  }
}
