// The menu of less frequent actions.

import { localPath } from './api.js';
import { icon, iconButton, make } from './dom.js';
import { openHelp } from './help.js';
import { keepButton } from './offline.js';
import { partEntries } from './parts.js';
import { openPrint } from './print.js';
import { strings } from './strings.js';

/** @param {import('./reader.js').Reader} reader */
export function moreMenu(reader) {
  const entry = (shape, label, onclick, properties = {}) => make('button', {
    type: 'button', class: 'menu-entry', ...properties,
    onclick: () => { close(); onclick(); },
  }, icon(shape), label);
  const file = localPath(reader.publication.info.fileURL);
  const menu = make('div', { class: 'menu', id: 'more-menu', hidden: true },
    make('div', { class: 'narrow-only' }, entry('search', strings.search, () => reader.panel.show('search'))),
    keepButton(reader),
    ...partEntries(reader, () => close()),
    entry('print', strings.print, () => openPrint(reader), { id: 'print' }),
    file && make('a', {
      class: 'menu-entry', href: file, download: '', onclick: () => close(),
    }, icon('save'), strings.download),
    entry('larger', strings.fullScreen, () => reader.setBare(true)),
    entry('help', strings.help, () => openHelp()));
  const button = iconButton('more', strings.more, () => (menu.hidden ? open() : close()), {
    id: 'more', 'aria-expanded': 'false', 'aria-controls': 'more-menu',
  });

  function open() {
    menu.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    menu.querySelector('button:not([disabled]), a')?.focus();
  }

  function close() {
    if (menu.hidden) return;
    const hadFocus = menu.contains(document.activeElement);
    menu.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    if (hadFocus) button.focus();
  }

  const holder = make('div', {
    class: 'menu-holder',
    onkeydown: (event) => {
      if (event.key === 'Escape' && !menu.hidden) {
        event.stopPropagation();
        close();
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || menu.hidden) return;
      event.preventDefault();
      event.stopPropagation();
      const entries = [...menu.querySelectorAll('button, a')].filter((other) => other.offsetParent);
      entries[(entries.indexOf(document.activeElement) + step + entries.length) % entries.length]?.focus();
    },
  }, button, menu);
  document.addEventListener('pointerdown', (event) => { if (!holder.contains(event.target)) close(); },
    { signal: reader.controller.signal });
  return holder;
}
