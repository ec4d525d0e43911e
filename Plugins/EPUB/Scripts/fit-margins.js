// Narrows the document and its margins.

import {body, pixels, root, set} from "./styling.js";

// The widest margins of the document's outermost elements together, as a share of the text area's.
const widestMargins = 0.35;
// The most elements inside of one another whose margins are added.
const deepestMargins = 20;

// The document itself is as wide as the page at most.
export const narrowDocument = () => {
  for (const element of [root, body]) {
    if (element.getBoundingClientRect().width <= innerWidth + 1) continue;
    const style = getComputedStyle(element);
    set(element, "max-width", `calc(100% - ${pixels(style.marginLeft) + pixels(style.marginRight)}px)`);
    set(element, "min-width", "0");
    set(element, "box-sizing", "border-box");
  }
};

// `width` is that of the page.
export const narrowMargins = width => {
  const sides = ["margin-left", "padding-left", "margin-right", "padding-right"];
  const outer = [];
  for (let element = body; element instanceof HTMLElement;) {
    outer.push(element);
    // The body has the names of the chapter in it, which are hidden.
    const shown = Array.from(element.children).filter(child => !child.hidden);
    const hasText = Array.from(element.childNodes)
      .some(node => node.nodeType === 3 && /\S/.test(node.data));
    if (shown.length !== 1 || hasText || outer.length >= deepestMargins) break;
    element = shown[0];
    if (!/^(block|flow-root|list-item)$/.test(getComputedStyle(element).display)) break;
  }
  const lost = [root, ...outer].flatMap(element => {
    const style = getComputedStyle(element);
    // Margins that center a box are what it leaves.
    return sides.filter(side => element.computedStyleMap().get(side)?.value !== "auto")
      .map(side => [element, side, Math.max(0, pixels(style[side]))]);
  });
  // Styles and scroll widths are without the zoom that a reader chose; boxes are with it.
  const sum = root.currentCSSZoom * lost.reduce((sum, [, , value]) => sum + value, 0);
  if (sum > width * widestMargins) {
    for (const [element, side, value] of lost)
      if (value > 0) set(element, side, `${value * width * widestMargins / sum}px`);
  }
};
