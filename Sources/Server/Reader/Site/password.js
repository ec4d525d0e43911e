// The form for the password of a publication.

import { unlock } from './api.js';
import { make } from './dom.js';
import { SHELF } from './places.js';
import { strings } from './strings.js';

/**
 * A view that asks for the password of a publication.
 * @param {string} id
 * @param {() => void} onOpen called when the password has opened it
 */
export function passwordView(id, onOpen) {
  const complaint = make('p', { role: 'alert' });
  const field = make('input', {
    type: 'password', autocomplete: 'off', required: true, maxLength: 1024, autofocus: true,
  });
  const form = make('form', {
    onsubmit: async (event) => {
      event.preventDefault();
      complaint.textContent = '';
      try {
        await unlock(id, field.value);
        onOpen();
      } catch (error) {
        complaint.textContent = error.code === 'needsPassword' ? strings.wrongPassword : error.message;
        field.select();
      }
    },
  }, make('label', {}, strings.password, field), complaint, make('div', { class: 'buttons' },
    make('a', { class: 'button', href: SHELF }, strings.back),
    make('button', { class: 'button primary' }, strings.open)));
  return make('main', { class: 'failure' }, make('h1', {}, strings.needsPassword), form);
}
