// Settings: how it looks, and how text flows.

import { head, iconButton, make, openDialog } from './dom.js';
import { OWN_COLORS } from './settings.js';
import { strings } from './strings.js';

const SCALES = [0.7, 0.85, 1, 1.15, 1.3, 1.5, 1.75, 2, 2.5];
// Null leaves it to the publication.
const LINE_SPACINGS = [null, 1, 1.15, 1.3, 1.5, 1.75, 2, 2.5];
const WORD_SPACINGS = [null, 0.1, 0.2, 0.4, 0.6, 1];
const LETTER_SPACINGS = [null, 0.02, 0.05, 0.1, 0.2];

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

/** Rows of a setting and its choices. @param {import('./settings.js').Settings} settings */
const choices = (settings) => (label, name, values) => row(label,
  segmented(label, values, settings.get(name), (value) => settings.set(name, value)));

/** A setting that is on or off. */
const check = (settings, label, name, id) => make('label', { class: 'check setting' }, make('input', {
  type: 'checkbox', checked: settings.get(name), id, onchange: (event) => settings.set(name, event.target.checked),
}), label);

/** The settings of text that flows. @param {import('./settings.js').Settings} settings @param {string[]} themes */
function textSettings(settings, themes) {
  const choice = choices(settings);
  const steps = (label, name, less, more, values, show) => row(label, stepper({
    label, less, more, values, value: settings.get(name),
    show: (value) => (value === null ? strings.original : show(value)), onchange: (value) => settings.set(name, value),
  }));
  const colors = make('div', { hidden: settings.get('paper') !== OWN_COLORS },
    ...['textColor', 'paperColor'].map((name) => make('label', { class: 'setting' }, make('input', {
      type: 'color', value: settings.get(name), onchange: (event) => settings.set(name, event.target.value),
    }), strings[name])));
  const papers = [
    [null, strings.paperOwn], ...themes.map((name) => [name, strings.paperNamed(name)]),
    [OWN_COLORS, strings.paperOwnColors],
  ];
  const byPublisher = [[null, strings.original], ['on', strings.on], ['off', strings.off]];
  return [
    make('h3', {}, strings.text),
    steps(strings.fontScale, 'fontScale', strings.smaller, strings.larger, SCALES, strings.percent),
    choice(strings.typeface, 'typeface', [
      [null, strings.original], ['serif', strings.typefaceSerif], ['sans', strings.typefaceSans],
      ['dyslexic', strings.typefaceDyslexic],
    ]),
    steps(strings.lineSpacing, 'lineSpacing', strings.tighterLines, strings.looserLines, LINE_SPACINGS, strings.times),
    steps(strings.wordSpacing, 'wordSpacing', strings.tighterWords, strings.looserWords, WORD_SPACINGS, strings.percent),
    steps(strings.letterSpacing, 'letterSpacing', strings.tighterLetters, strings.looserLetters,
      LETTER_SPACINGS, strings.percent),
    choice(strings.justify, 'justify', byPublisher),
    choice(strings.hyphens, 'hyphens', byPublisher),
    choice(strings.margin, 'margin', [['narrow', strings.marginNarrow], [null, strings.marginNormal], ['wide', strings.marginWide]]),
    row(strings.paper, segmented(strings.paper, papers, settings.get('paper'), (value) => {
      colors.hidden = value !== OWN_COLORS;
      settings.set('paper', value);
    })),
    colors,
    check(settings, strings.publisherStyles, 'publisherStyles', 'publisher-styles'),
    choice(strings.pageSize, 'pageSize', [['window', strings.pageSizeWindow], ['own', strings.pageSizeOwn]]),
  ];
}

/** Opens the settings of a publication that is read. @param {import('./reader.js').Reader} reader */
export function openSettings(reader) {
  const { settings, publication } = reader;
  const choice = choices(settings);
  const children = [
    make('h3', {}, strings.display), row(strings.theme, themeChoice(settings)),
    check(settings, strings.darkPages, 'darkPages', 'dark-pages'),
    choice(strings.view, 'view', [['auto', strings.viewAuto], ['page', strings.viewPage], ['spread', strings.viewSpread]]),
    choice(strings.fit, 'fit', [['page', strings.fitPage], ['width', strings.fitWidth]]),
  ];
  if (publication.isReflowable) children.push(...textSettings(settings, publication.info.themes || []));
  const dialog = openDialog({ label: strings.appearance, class: 'sheet-dialog settings-panel' },
    head(strings.appearance, strings.close, () => dialog.close()), ...children);
}
