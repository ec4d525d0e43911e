// The reader's settings, kept on this device.

const STORE = 'recto.settings';

const DEFAULTS = {
  theme: 'system', darkPages: true, view: 'auto', fit: 'page',
  fontScale: 1, margin: null, paper: null, pageSize: 'window',
  typeface: null, lineSpacing: null, justify: null, hyphens: null, wordSpacing: null, letterSpacing: null,
  publisherStyles: true, textColor: '#1f1f1f', paperColor: '#f4efe2',
  articleSize: 19, articleFont: 'serif', rate: 1, voice: '',
};

/** The names of margins, in points. */
const MARGINS = { narrow: 18, wide: 64 };

/** The settings that lay text out again. */
export const LAYOUT_SETTINGS = new Set([
  'view', 'fontScale', 'margin', 'paper', 'pageSize', 'typeface', 'lineSpacing', 'justify', 'hyphens',
  'wordSpacing', 'letterSpacing', 'publisherStyles', 'textColor', 'paperColor',
]);

/** The value of `paper` for the reader's own two colors. */
export const OWN_COLORS = 'own colors';

/** Settings with a `change` event, whose detail names the setting. */
export class Settings extends EventTarget {
  constructor() {
    super();
    let stored = {};
    try { stored = JSON.parse(localStorage.getItem(STORE)) || {}; } catch { /* of another kind */ }
    this.values = { ...DEFAULTS };
    for (const [name, value] of Object.entries(stored)) {
      if (name in DEFAULTS) this.values[name] = value;
    }
    this.system = matchMedia('(prefers-color-scheme: dark)');
    this.system.addEventListener('change', () => this.#changed('theme'));
  }

  get(name) { return this.values[name]; }

  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    try { localStorage.setItem(STORE, JSON.stringify(this.values)); } catch { /* it holds until the end */ }
    this.#changed(name);
  }

  /** True if text that flows is on dark paper by itself. */
  get hasDarkPaper() {
    const paper = this.get('paper');
    return paper === 'night' || (paper === OWN_COLORS && brightness(this.get('paperColor')) < 128);
  }

  /** True if the reader is dark: as the system, unless the reader has chosen. */
  get isDark() {
    const theme = this.get('theme');
    return theme === 'dark' || (theme === 'system' && this.system.matches);
  }

  #changed(name) { this.dispatchEvent(new CustomEvent('change', { detail: name })); }
}

/** How bright a color such as `#f4efe2` is, from 0 to 255. */
function brightness(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(String(color).slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

const POINT = 0.75; // points of a CSS pixel
const STEP = 6; // points that page sizes differ by at least, so that few layouts are made
const WIDEST = 0.8; // of the height, for lines that the eye finds the next of

/**
 * The layout for text that flows, in a room of CSS pixels.
 * @param {Settings} settings
 * @param {number[]} room width and height of what pages lie on
 * @param {boolean} isSpread whether two lie there
 * @returns {import('./publication.js').Layout}
 */
export function flowLayout(settings, room, isSpread) {
  const own = (name) => settings.get(name) ?? undefined;
  const hasOwnColors = settings.get('paper') === OWN_COLORS;
  const layout = {
    fontScale: settings.get('fontScale'), margin: MARGINS[settings.get('margin')],
    theme: hasOwnColors ? undefined : own('paper'),
    textColor: hasOwnColors ? own('textColor') : undefined,
    paperColor: hasOwnColors ? own('paperColor') : undefined,
    typeface: own('typeface'), lineSpacing: own('lineSpacing'), justify: own('justify'), hyphens: own('hyphens'),
    wordSpacing: own('wordSpacing'), letterSpacing: own('letterSpacing'),
    publisherStyles: settings.get('publisherStyles') ? undefined : 'off',
  };
  if (settings.get('pageSize') === 'window') {
    const height = Math.max(room[1] * POINT, 260);
    const width = Math.max((isSpread ? room[0] / 2 : room[0]) * POINT, 200);
    layout.pageSize = [Math.min(width, height * WIDEST), height]
      .map((side) => Math.floor(side / STEP) * STEP);
  }
  return layout;
}
