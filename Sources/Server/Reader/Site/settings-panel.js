// Settings: how it looks, and how text flows.

import { head, iconButton, make, openDialog } from './dom.js';
import { strings } from './strings.js';

const SCALES = [0.7, 0.85, 1, 1.15, 1.3, 1.5, 1.75, 2, 2.5];

/** Names a group and shows its control. */
const row = (label, control) => make('div', { class: 'setting' },
  make('span', { class: 'setting-name', 'aria-hidden': 'true' }, label), control);

let groups = 0;

/**
 * A choice of a few, as a row of radio buttons.
 * @param {string} label @param {[any, string][]} choices @param {any} chosen @param {(value: any) => void} onchange
 */
export function segmented(label, choices, chosen, onchange) {
  groups += 1;
  const name = `choice-${groups}`;
  return make('div', { class: 'segmented', role: 'radiogroup', 'aria-label': label },
    ...choices.map(([value, text]) => make('label', {},
      make('input', {
        type: 'radio', name, value: String(value), checked: value === chosen, onchange: () => onchange(value),
      }), make('span', {}, text))));
}

/**
 * Buttons for smaller and larger, with the chosen value between.
 * @param {{label: string, less: string, more: string, values: number[], value: number, show: (value: number) => string, onchange: (value: number) => void}} options
 */
export function stepper({ label, less, more, values, value, show, onchange }) {
  const output = make('output', {}, show(value));
  let at = Math.max(0, values.indexOf(value));
  const step = (by) => {
    at += by;
    minus.disabled = at <= 0;
    plus.disabled = at >= values.length - 1;
    if (!by) return;
    output.textContent = show(values[at]);
    onchange(values[at]);
  };
  const minus = iconButton('minus', less, () => step(-1));
  const plus = iconButton('plus', more, () => step(1));
  step(0);
  return make('div', { class: 'stepper', role: 'group', 'aria-label': label }, minus, output, plus);
}

/** The choice of light and dark. @param {import('./settings.js').Settings} settings */
const themeChoice = (settings) => segmented(strings.theme, [
  ['system', strings.themeSystem], ['light', strings.themeLight], ['dark', strings.themeDark],
], settings.get('theme'), (value) => settings.set('theme', value));

/** Opens the settings of a publication that is read. @param {import('./reader.js').Reader} reader */
export function openSettings(reader) {
  const { settings, publication } = reader;
  const choice = (label, name, choices) => row(label,
    segmented(label, choices, settings.get(name), (value) => settings.set(name, value)));
  const children = [
    make('h3', {}, strings.display), row(strings.theme, themeChoice(settings)),
    make('label', { class: 'check setting' }, make('input', {
      type: 'checkbox', checked: settings.get('darkPages'), id: 'dark-pages',
      onchange: (event) => settings.set('darkPages', event.target.checked),
    }), strings.darkPages),
    choice(strings.view, 'view', [['auto', strings.viewAuto], ['page', strings.viewPage], ['spread', strings.viewSpread]]),
    choice(strings.fit, 'fit', [['page', strings.fitPage], ['width', strings.fitWidth]]),
  ];
  if (publication.isReflowable) {
    const themes = publication.info.themes || [];
    children.push(make('h3', {}, strings.text),
      row(strings.fontScale, stepper({
        label: strings.fontScale, less: strings.smaller, more: strings.larger, values: SCALES,
        value: settings.get('fontScale'), show: strings.percent, onchange: (value) => settings.set('fontScale', value),
      })),
      choice(strings.margin, 'margin', [['narrow', strings.marginNarrow], [null, strings.marginNormal], ['wide', strings.marginWide]]));
    if (themes.length) {
      children.push(choice(strings.paper, 'paper',
        [[null, strings.paperOwn], ...themes.map((name) => [name, strings.paperNamed(name)])]));
    }
    children.push(choice(strings.pageSize, 'pageSize', [['window', strings.pageSizeWindow], ['own', strings.pageSizeOwn]]));
  }
  const dialog = openDialog({ label: strings.appearance, class: 'sheet-dialog settings-panel' },
    head(strings.appearance, strings.closeHelp, () => dialog.close()), ...children);
}
