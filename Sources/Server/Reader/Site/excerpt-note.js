// The note of a panel while there are no pages that it could show.

import { make } from './dom.js';
import { strings } from './strings.js';

/** The reason why pages are missing, and a button to try again.
 * @param {import('./reader.js').Reader} reader */
export function excerptNote(reader) {
  const { failure, status } = reader.flow;
  return make('div', { class: 'excerpt-note quiet', role: failure ? 'alert' : undefined }, make('p', {}, status),
    failure && make('button', { type: 'button', class: 'button', onclick: () => reader.whole() }, strings.tryAgain));
}
