// The sheet of keys and gestures.

import { head, make, openDialog } from './dom.js';
import { strings } from './strings.js';

/** Opens it. */
export function openHelp() {
  const groups = strings.helpGroups.map(([title, entries]) => make('section', {},
    make('h3', {}, title), make('dl', { class: 'keys' }, ...entries.map(([keys, what]) => make('div', {},
      make('dt', {}, ...keys.split(', ').flatMap((key, place) => [place ? ' ' : '', make('kbd', {}, key)])),
      make('dd', {}, what))))));
  const dialog = openDialog({ label: strings.help, class: 'sheet-dialog help' },
    head(strings.help, strings.close, () => dialog.close()), make('div', { class: 'help-groups' }, ...groups));
}
