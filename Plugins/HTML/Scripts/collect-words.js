// The words, by language, whose style asks for hyphens. Keeps their texts for `hyphenate.js`.

import {longWords} from "./long-words.js";
import {textStyle} from "./texts.js";

// Words of a document.
const mostWords = 50000;

const rulesOf = sheet => {
  try { return Array.from(sheet?.cssRules ?? []); } catch { return []; }
};
const asksForHyphens = rules => rules.some(rule => rule.style?.hyphens === "auto"
  || asksForHyphens(rulesOf(rule)) || asksForHyphens(rulesOf(rule.styleSheet)));

// The elements whose hyphens are asked for by the document, without those that only the reading system's style sheet,
// `ownDefaults`, gives some. A document without such a declaration is not styled again.
const elementsWithHyphens = () => {
  const defaults = globalThis.ownDefaults?.sheet, own = new Set();
  if (defaults && (document.querySelector("[style*=hyphens]")
    || Array.from(document.styleSheets).some(sheet => sheet !== defaults
      && asksForHyphens(rulesOf(sheet))))) {
    defaults.disabled = true;
    for (const element of document.querySelectorAll("*"))
      if (getComputedStyle(element).hyphens === "auto") own.add(element);
    defaults.disabled = false;
  }
  return own;
};

// With `isJustifiedOnly` ragged text is left out, unless the document itself asks for its hyphens.
export default ({isJustifiedOnly}) => {
  const texts = new Map(), languages = new Map(), styles = new Map();
  const own = isJustifiedOnly ? elementsWithHyphens() : null;
  const isWanted = element => {
    if (!styles.has(element)) {
      const style = getComputedStyle(element);
      styles.set(element, style.hyphens === "auto"
        && (style.textAlign === "justify" || own === null || own.has(element)));
    }
    return styles.get(element);
  };
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let node = walker.nextNode(); node && count < mostWords; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || node.data.includes("\u00ad") || !isWanted(element)) continue;
    const words = node.data.match(longWords);
    if (!words) continue;
    const tag = textStyle(element).lang;
    if (!languages.has(tag)) languages.set(tag, new Set());
    for (const word of words) languages.get(tag).add(word);
    texts.set(node, tag);
    count += words.length;
  }
  globalThis.texts = texts;
  return Array.from(languages, ([language, words]) => ({ language, words: Array.from(words) }));
};
