// Dialogs of the newsstand that ask before something is done.

import { head, icon, make, openDialog } from './dom.js';
import { strings } from './strings.js';

/**
 * Asks whether something is to be done. Resolves with true or false.
 * @param {string} question @param {string} text @param {string} answer the button's label
 */
export function ask(question, text, answer) {
  return new Promise((resolve) => {
    let isYes = false;
    const yes = make('button', { type: 'button', class: 'button primary', onclick: () => { isYes = true; dialog.close(); } }, answer);
    const no = make('button', { type: 'button', class: 'button', autofocus: true, onclick: () => dialog.close() }, strings.cancel);
    const dialog = openDialog({ label: question, class: 'sheet-dialog question', onclose: () => resolve(isYes) },
      head(question, strings.close, () => dialog.close()), make('p', {}, text),
      make('div', { class: 'buttons' }, no, yes));
  });
}

/**
 * Leads to the page where a shop wants to be paid. Resolves with true when that is said to be done.
 * @param {string} address
 */
export function askForPayment(address) {
  return new Promise((resolve) => {
    let isDone = false;
    const { host } = new URL(address);
    const done = make('button', { type: 'button', class: 'button', onclick: () => { isDone = true; dialog.close(); } }, strings.paid);
    const dialog = openDialog({ label: strings.payTitle, class: 'sheet-dialog question', onclose: () => resolve(isDone) },
      head(strings.payTitle, strings.close, () => dialog.close()), make('p', {}, strings.payText(host)),
      make('div', { class: 'buttons' }, done, make('a', {
        class: 'button primary', href: address, target: '_blank', rel: 'noopener noreferrer',
      }, icon('outside'), strings.payAt(host))));
  });
}

/** Shows the pages that may be looked into. @param {any} issue @param {string} root of its resources */
export function showPreviews(issue, root) {
  const dialog = openDialog({ label: strings.previewsOf(issue.title), class: 'sheet-dialog previews' },
    head(strings.previewsOf(issue.title), strings.close, () => dialog.close()),
    make('div', { class: 'preview-pages', tabIndex: 0, role: 'region', 'aria-label': strings.previewsOf(issue.title) },
      ...Array.from({ length: Math.min(issue.previews, 24) }, (_, index) => {
        const image = make('img', {
          src: `${root}/issues/${issue.key}/previews/${index}`, alt: strings.previewPage(index + 1), loading: 'lazy',
          onerror: () => image.replaceWith(make('p', { class: 'notice' }, strings.previewMissing)),
        });
        return image;
      })));
}
