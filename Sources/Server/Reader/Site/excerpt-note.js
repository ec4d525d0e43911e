// What a panel says while there are no pages that it could show.

import { make } from './dom.js';
import { strings } from './strings.js';

/** What keeps all pages away, and a way to try again where that is over. @param {import('./reader.js').Reader} reader */
export function excerptNote(reader) {
  const { failure, status } = reader.flow;
  return make('div', { class: 'excerpt-note quiet', role: failure ? 'alert' : undefined }, make('p', {}, status),
    failure && make('button', { type: 'button', class: 'button', onclick: () => reader.whole() }, strings.tryAgain));
}
