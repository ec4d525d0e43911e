// Narrows content that is wider than the page. Tables, formulas and what else is left become smaller, and a table that
// would be too small has its words broken.

import {body, highest, mostElements, pixels, root, set} from "./styling.js";

// The least scale of lines that must not be broken: 100 characters of a monospaced font on an A5 page. Longer ones are
// broken at full size.
const smallestLines = 0.55;
// The least scale of a table: 5 points of the usual type. A wider one has its words broken too.
const smallestTable = 0.45;
// The least scale of anything else, such as a formula.
const smallest = 0.2;
// A word of a table that is broken before others: 12 letters.
const longWord = /\S{12}/;

const isTable = element => /^(table|inline-table|table-.*)$/.test(getComputedStyle(element).display);
const contentWidth = element => element.scrollWidth * element.currentCSSZoom;
let all = null;
// The innermost elements that are wider than the page.
const tooWide = () => {
  all ??= Array.from(body.querySelectorAll("*")).slice(0, mostElements);
  const bounds = root.getBoundingClientRect(), found = new Set(), innermost = [];
  for (let index = all.length - 1; index >= 0; index--) {
    const element = all[index];
    // A formula is one thing.
    if (element.closest("svg") || element.parentElement.closest("math")) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0) continue;
    const end = Math.max(box.right, box.left + (element.clientWidth ? contentWidth(element) : 0));
    if (end <= bounds.right + 1 && box.left >= bounds.left - 1) continue;
    // The innermost is at fault.
    if (!Array.from(element.children).some(child => found.has(child))) innermost.push(element);
    found.add(element);
  }
  return innermost;
};

// By the elements that were made smaller.
const scales = new Map();
// Shrinks an element to the width of its room. Returns false if that takes a scale below `least`: the element gets
// `least` then, and a `pre` keeps its size.
const shrink = (element, room, least) => {
  const own = Math.max(element.getBoundingClientRect().width, contentWidth(element));
  if (own <= room) return true;
  const scale = (scales.get(element) ?? 1) * room / own * 0.99;
  if (scale < least && element.matches("pre")) return false;
  scales.set(element, Math.max(least, scale));
  set(element, "zoom", `${scales.get(element)}`);
  return scale >= least;
};

// `width` is that of the page.
export const narrowContent = width => {
  // The room of an element: what is inside of the box around it, up to the end of the page.
  const room = element => {
    const bounds = root.getBoundingClientRect(), box = element.getBoundingClientRect();
    let outer = element.parentElement;
    while (outer !== body && !outer.clientWidth) outer = outer.parentElement;
    const style = getComputedStyle(outer);
    const inner = outer.clientWidth - pixels(style.paddingLeft) - pixels(style.paddingRight);
    const before = style.direction === "rtl" ? bounds.right - box.right : box.left - bounds.left;
    return Math.min(inner * outer.currentCSSZoom, width - Math.max(0, before));
  };
  for (let round = 0; round < 5; round++) {
    const wide = tooWide();
    if (!wide.length) break;
    for (const element of wide) {
      const table = element.closest("table");
      if (element.localName === "math" && !table) {
        shrink(element, room(element), smallest);
      } else if (round < 2) {
        const lines = element.closest("pre") ?? element;
        if (lines.localName === "pre" && !table && getComputedStyle(lines).whiteSpace === "pre"
          && shrink(lines, Math.min(room(lines), lines.getBoundingClientRect().width), smallestLines))
          continue;
        for (const part of new Set([lines, element])) {
          const space = getComputedStyle(part).whiteSpace;
          if (/nowrap|^pre$/.test(space))
            set(part, "white-space", space === "pre" ? "pre-wrap" : "normal");
        }
        if (!table) set(element, "overflow-wrap", "anywhere");
        if (!isTable(element)) {
          set(element, "max-width", "100%");
          set(element, "min-width", "0");
          set(element, "box-sizing", "border-box");
        }
        for (let outer = element.parentElement; round && outer && outer !== body;
          outer = outer.parentElement) if (!isTable(outer)) set(outer, "max-width", "100%");
      } else if (!table) {
        shrink(element, room(element), smallest);
      } else if (!shrink(table, room(table), smallestTable) && round > 2) {
        for (const cell of table.querySelectorAll("td, th")) {
          if (round === 3 && !longWord.test(cell.textContent)) continue;
          set(cell, "overflow-wrap", "anywhere");
          set(cell, "white-space", "normal");
          set(cell, "min-width", "0");
        }
        set(table, "max-width", "100%");
      }
    }
  }
};

// Shrinks formulas that are higher than a page, which the browser would cut through their letters. Takes several
// rounds, since the height is not exactly proportional to the scale.
export const lowerFormulas = height => {
  for (const formula of Array.from(body.querySelectorAll("math")).slice(0, mostElements)) {
    let own = formula.getBoundingClientRect().height;
    if (own > height * highest || formula.parentElement.closest("math")) continue;
    for (let round = 0; own > height && round < 3; round++) {
      scales.set(formula, (scales.get(formula) ?? 1) * height / own * 0.99);
      set(formula, "zoom", `${scales.get(formula)}`);
      own = formula.getBoundingClientRect().height;
    }
  }
};

export const clipRest = () => {
  if (tooWide().length) {
    set(root, "overflow-x", "clip");
    set(body, "overflow-x", "clip");
  }
};
