// Reads the text of a loaded document, with the runs of the elements with `names`. The answer is a text, which takes half
// the time of an object.

import {formulaAlternatives, formulaNumber, isLaidOut, parent, readTexts, textStyle} from "../../HTML/Scripts/texts.js";

// UTF-16 code units of a document: a very long novel. The text after them is read from the printed pages.
const longestText = 8000000;

export default ({names}) => {
  const blocks = [], range = document.createRange();
  let element = null, placed = null, space = false, count = 0, runs = 0;
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
      blocks.push({r: style.role, v: style.vertical, d: style.isRightToLeft, n: []});
    } else if (style.placed !== placed) {
      space = true;
    }
    placed = style.placed;
    const run = {t: (space ? " " : "") + node.data};
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
