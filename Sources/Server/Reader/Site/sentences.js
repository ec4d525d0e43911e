// The sentences of a page, with where they stand.

import { quadOf } from './geometry.js';
import { continued, withoutSoftHyphens } from './reading-text.js';

const LETTER = /[\p{L}\p{N}]/u;

const quadsOf = (words) => words.map((word) => word.quad || quadOf(word.box));

/** The words of a line as they are said: what the author wrote for a formula stands for its signs. */
function said(line) {
  const words = [];
  let end = 0;
  const add = (some) => words.push(...some.map((word) => ({ ...word, quads: quadsOf([word]) })));
  for (const { words: [first, next], alternative } of line.formulas || []) {
    if (!alternative.text) continue;
    add(line.words.slice(end, first));
    const { joined } = line.words[next - 1];
    words.push({ text: alternative.text, joined, quads: quadsOf(line.words.slice(first, next)) });
    end = next;
  }
  add(line.words.slice(end));
  return words;
}

/**
 * The text of a block with the places of its words in it. A word that was parted at a line's end is
 * whole in the text.
 */
function flow(block) {
  let text = '';
  // True where the last word goes on, on its line or the next.
  let isJoined = false;
  const words = [];
  for (const line of block.lines || []) {
    said(line).forEach((word, place) => {
      if (place === 0) text = continued(text, word.text, isJoined);
      else if (!isJoined) text += ' ';
      isJoined = Boolean(word.joined);
      words.push({ from: text.length, to: text.length + word.text.length, quads: word.quads });
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
        quads: words.filter((word) => word.from < end && word.to > index).flatMap((word) => word.quads),
      });
    }
  }
  return sentences;
}
