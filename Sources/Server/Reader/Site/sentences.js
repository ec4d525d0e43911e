// The sentences of a page, with where they stand.

import { quadOf } from './geometry.js';
import { continued, withoutSoftHyphens } from './reading-text.js';

const LETTER = /[\p{L}\p{N}]/u;

/**
 * The text of a block with the places of its words in it. A word that was parted at a line's end is
 * whole in the text.
 */
function flow(block) {
  let text = '';
  const words = [];
  for (const line of block.lines || []) {
    line.words.forEach((word, place) => {
      if (place === 0) text = continued(text, word.text);
      else if (!line.words[place - 1].joined) text += ' ';
      words.push({ from: text.length, to: text.length + word.text.length, quad: word.quad || quadOf(word.box) });
      text += word.text;
    });
  }
  return { text, words };
}

/**
 * The sentences of a page in reading order. Page furniture, such as the page number, is left out.
 * @param {object} page of the JSON API's text
 * @param {string} [language]
 * @returns {{text: string, quads: number[][]}[]}
 */
export function sentencesOf(page, language) {
  let segmenter;
  try {
    segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
  const sentences = [];
  for (const block of page.blocks) {
    if (block.role === 'artifact') continue;
    const { text, words } = flow(block);
    for (const { segment, index } of segmenter.segment(text)) {
      if (!LETTER.test(segment)) continue;
      const end = index + segment.length;
      sentences.push({
        text: withoutSoftHyphens(segment).trim(),
        quads: words.filter((word) => word.from < end && word.to > index).map((word) => word.quad),
      });
    }
  }
  return sentences;
}
