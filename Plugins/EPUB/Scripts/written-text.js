// Reads the text of a loaded document, with the runs of the elements with `names`. The answer is a text, which takes half
// the time of an object.

import {beginItem, formulaAlternatives, formulaNumber} from "../../HTML/Scripts/texts.js";
import {isLaidOut, parent, readTexts, textStyle} from "../../HTML/Scripts/texts.js";

// The control characters of UAX 9 that begin and end a part of a line whose direction is set apart (CSS Writing Modes 4,
// 2.2), by `unicode-bidi`, from the left and from the right.
const controls = {
  embed: [["\u202a", "\u202b"], "\u202c"],
  "bidi-override": [["\u202d", "\u202e"], "\u202c"],
  isolate: [["\u2066", "\u2067"], "\u2069"],
  "isolate-override": [["\u2066\u202d", "\u2067\u202e"], "\u202c\u2069"],
  plaintext: [["\u2068", "\u2068"], "\u2069"],
};
// The elements around a text in its block that have some, from the outermost, by the text's element.
const parts = new Map();
const partsAround = element => {
  let known = parts.get(element);
  if (known) return known;
  const style = textStyle(element), above = parent(element);
  const outer = style.block !== element && above ? partsAround(above) : [];
  known = controls[style.bidi] ? [...outer, element] : outer;
  parts.set(element, known);
  return known;
};
// The controls between two texts of a block, by the elements around them.
const controlsBetween = (before, after) => {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const ends = before.slice(same).reverse().map(part => controls[textStyle(part).bidi][1]);
  const starts = after.slice(same).map(part => {
    const {bidi, isRightToLeft} = textStyle(part);
    return controls[bidi][0][isRightToLeft ? 1 : 0];
  });
  return [...ends, ...starts].join("");
};

// UTF-16 code units of a document: a very long novel. The text after them is read from the printed pages.
const longestText = 8000000;

export default ({names}) => {
  const blocks = [], range = document.createRange();
  let element = null, placed = null, inner = [], space = false, count = 0, runs = 0;
  const wanted = new Set(names), around = new Map(), found = new Map();
  const namesAround = element => {
    let known = around.get(element);
    if (known) return known;
    const above = parent(element), outer = above ? namesAround(above) : [];
    known = wanted.has(element.id) ? [...outer, element.id] : outer;
    around.set(element, known);
    return known;
  };
  const add = node => {
    // Between the elements of a formula it says nothing.
    if (!/\S/.test(node.data)) { space ||= !node.parentElement?.closest("math"); return; }
    const own = parent(node);
    if (!own || !isLaidOut(node, range)) return;
    const style = textStyle(own);
    if (style.isHidden) return;
    if (style.block !== element) {
      element = style.block;
      inner = [];
      blocks.push({r: style.role, v: style.vertical, d: style.isRightToLeft,
        c: style.cell ?? undefined, o: beginItem(style) || undefined, n: []});
    } else if (style.placed !== placed) {
      space = true;
    }
    placed = style.placed;
    const before = inner;
    inner = partsAround(own);
    const run = {t: (space ? " " : "") + controlsBetween(before, inner) + node.data};
    if (style.lang) run.l = style.lang;
    if (style.isRuby) run.y = true;
    if (style.formula) run.f = formulaNumber(style.formula);
    blocks[blocks.length - 1].n.push(run);
    runs++;
    if (wanted.size) for (const name of namesAround(own)) {
      const known = found.get(name);
      if (known) known.e = runs; else found.set(name, {n: name, f: runs - 1, e: runs});
    }
    space = false;
    count += node.data.length;
  };
  readTexts(add, () => { space = true; }, () => count > longestText);
  return JSON.stringify({b: blocks, n: Array.from(found.values()), formulas: formulaAlternatives()});
};
