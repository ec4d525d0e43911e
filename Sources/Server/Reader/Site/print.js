// Printing pages.

import { picture } from './api.js';
import { head, make, openDialog } from './dom.js';
import { strings } from './strings.js';

const DENSITY = 200 / 72; // pixels of a printed point
const MOST_PIXELS = 8e6; // of a page

/**
 * The indices that a text names, such as `2-5, 8`, numbered from 1; null where it names none.
 * @param {string} text @param {number} count of pages
 */
function pagesNamed(text, count) {
  const indices = new Set();
  for (const part of text.replace(/\s*[-–]\s*/g, '-').split(/[,;\s]+/).filter(Boolean)) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (!match) return null;
    const [from, to] = [Number(match[1]), Number(match[2] || match[1])];
    if (from < 1 || to > count || to < from) return null;
    for (let page = from; page <= to; page += 1) indices.add(page - 1);
  }
  return indices.size ? [...indices].sort((a, b) => a - b) : null;
}

/** Asks which pages, and prints them. @param {import('./reader.js').Reader} reader */
export async function openPrint(reader) {
  if (!await reader.whole() || document.querySelector('dialog[open]')) return;
  const { publication } = reader;
  const controller = new AbortController();
  const radio = (value, label, checked) => make('label', { class: 'check' }, make('input', {
    type: 'radio', name: 'print-pages', value, checked,
  }), label);
  const some = make('input', {
    type: 'text', id: 'print-some', 'aria-label': strings.printSome, placeholder: strings.printSomeHint, autocomplete: 'off',
    onfocus: () => { form.elements['print-pages'].value = 'some'; },
  });
  const status = make('p', { role: 'status', class: 'quiet' });
  const start = make('button', { type: 'submit', class: 'button primary' }, strings.printStart);
  const form = make('form', {
    class: 'print-form',
    onsubmit: async (event) => {
      event.preventDefault();
      const choice = form.elements['print-pages'].value;
      const pages = choice === 'all' ? publication.pages.filter((page) => !page.isMissing).map((page) => page.index)
        : choice === 'shown' ? reader.pages : pagesNamed(some.value, publication.count);
      if (!pages) {
        status.textContent = strings.printBadPages(publication.count);
        some.focus();
        return;
      }
      start.disabled = true;
      try {
        await printPages(publication, pages, controller.signal,
          (done) => { status.textContent = strings.printPreparing(done, pages.length); });
        dialog.close();
      } catch (error) {
        if (controller.signal.aborted) return;
        status.textContent = error.message;
        start.disabled = false;
      }
    },
  }, radio('shown', `${strings.printShown}: ${reader.pagesName}`, true), radio('all', strings.printAll),
  make('div', { class: 'print-some' }, radio('some', strings.printSome), some), status,
  make('div', { class: 'buttons' },
    make('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, strings.cancel), start));
  const dialog = openDialog({
    label: strings.printTitle, class: 'sheet-dialog', onclose: () => controller.abort(),
  }, head(strings.printTitle, strings.close, () => dialog.close()), form);
}

async function printPages(publication, pages, signal, onprogress) {
  const sheets = make('div', { class: 'print-sheets' });
  for (const [place, index] of pages.entries()) {
    onprogress(place);
    const [width, height] = publication.shownSize(index);
    const scale = Math.min(DENSITY, Math.sqrt(MOST_PIXELS / (width * height)));
    const image = await picture(publication.imageURL(index, { scale }), signal);
    image.alt = publication.label(index);
    sheets.append(make('div', { class: `print-sheet${width > height ? ' wide' : ''}` }, image));
  }
  onprogress(pages.length);
  document.body.append(sheets);
  try {
    window.print();
  } finally {
    // Some browsers print after the call: the sheets are removed when that is over.
    const remove = () => sheets.remove();
    if (matchMedia('print').matches) addEventListener('afterprint', remove, { once: true });
    else remove();
  }
}
