// The text of a page, transparent and exactly over its picture: to select, to copy, to be read out by
// a screen reader.

import { make } from './dom.js';

/** Pixels of the layer for a point: browsers enlarge the smallest type, so nothing in it is small. */
export const UNIT = 4;

const FONT = 'Arial, "Liberation Sans", sans-serif';
const MEASURED = 100; // pixels of the type that words are measured with

const canvas = document.createElement('canvas').getContext('2d');
const widths = new Map();

canvas.font = `${MEASURED}px ${FONT}`;
const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = canvas.measureText('x');
/** The height of a line's box, which is what a selection paints, in type of one pixel. */
const LINE = (ascent + descent) / MEASURED || 1.15;

/** The width of a word in type of one pixel. */
function naturalWidth(text) {
  let width = widths.get(text);
  if (width === undefined) {
    if (widths.size > 20_000) widths.clear();
    width = canvas.measureText(text).width / MEASURED;
    widths.set(text, width);
  }
  return width || 1;
}

const TAGS = {
  title: 'h2', heading1: 'h2', heading2: 'h3', heading3: 'h4', heading4: 'h5', heading5: 'h6',
  heading6: 'h6', quote: 'blockquote',
};

/**
 * Makes the layer of a page's text, with its words in reading order.
 * @param {object} text one page of the JSON API's text
 * @param {string} [language] of the publication
 * @returns {HTMLElement}
 */
export function textLayer(text, language) {
  const layer = make('div', { class: 'text', lang: language });
  layer.style.width = `${text.size[0] * UNIT}px`;
  layer.style.height = `${text.size[1] * UNIT}px`;
  layer.style.lineHeight = LINE;
  for (const block of text.blocks) {
    if (!block.lines?.length) continue;
    const element = make(TAGS[block.role] || 'p', { class: 'block' });
    for (const line of block.lines) {
      const row = make('span', { class: 'line' });
      for (const word of line.words) row.append(wordElement(word, text.size[0], language));
      element.append(row);
    }
    layer.append(element);
  }
  // A selection that is dragged past the words ends after the last one.
  layer.append(make('div', { class: 'text-end', 'aria-hidden': 'true' }));
  layer.addEventListener('pointerdown', () => layer.classList.add('selecting'));
  for (const event of ['pointerup', 'pointercancel']) {
    layer.addEventListener(event, () => layer.classList.remove('selecting'));
  }
  return layer;
}

function wordElement(word, pageWidth, language) {
  const element = make('span', {
    class: 'word', lang: word.lang && word.lang !== language ? word.lang : undefined,
  }, word.joined ? word.text : `${word.text} `);
  const { style } = element;
  const [x, y, w, h] = word.box;
  const px = (points) => `${points * UNIT}px`;
  if (word.quad) {
    placeOnQuad(style, word);
  } else if (word.direction === 'ttb') {
    style.writingMode = 'vertical-rl';
    style.fontSize = px(w / LINE);
    style.left = px(x);
    style.top = px(y);
    style.transform = `scaleY(${(h * LINE) / (naturalWidth(word.text) * w)})`;
  } else {
    style.fontSize = px(h / LINE);
    style.top = px(y);
    style.transform = `scaleX(${(w * LINE) / (naturalWidth(word.text) * h)})`;
    if (word.direction === 'rtl') {
      element.dir = 'rtl';
      style.right = px(pageWidth - x - w);
      style.transformOrigin = '100% 0';
    } else {
      style.left = px(x);
    }
  }
  return element;
}

/** A turned word: the quad's first side is the top of its letters, the last side its height. */
function placeOnQuad(style, word) {
  const [x1, y1, x2, y2, , , x4, y4] = word.quad;
  const height = Math.hypot(x4 - x1, y4 - y1) || 1;
  const natural = (naturalWidth(word.text) * height) / LINE;
  style.fontSize = `${(height / LINE) * UNIT}px`;
  const matrix = [
    (x2 - x1) / natural, (y2 - y1) / natural, (x4 - x1) / height, (y4 - y1) / height,
    x1 * UNIT, y1 * UNIT,
  ];
  style.transform = `matrix(${matrix.join(', ')})`;
}
