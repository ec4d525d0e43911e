// The numbers of printed pages, which stay with what begins on those.

import {isBlockDisplay} from "./blocks.js";
import {isForm} from "./headings.js";

// Numbers of a document.
const mostNumbers = 5000;

const isAlone = element => {
  const parent = element.parentElement;
  return parent && parent !== document.body && !isForm(parent) && parent.childNodes.length < 8
    && Array.from(parent.childNodes).every(node => node === element
      || node.nodeType === Node.COMMENT_NODE
      || node.nodeType === Node.TEXT_NODE && !/\S/.test(node.data));
};
// The element at the beginning of another that asks for a new page.
const startOfPage = element => {
  for (let depth = 0; element && depth < 4; depth++, element = element.firstElementChild)
    if (/^(page|left|right|recto|verso)$/.test(getComputedStyle(element).breakBefore)) return element;
};
// A number that is hidden or in the margin cannot take over the page break of the element after it.
const isBlock = element => {
  const { display, float, position } = getComputedStyle(element);
  return isBlockDisplay(display) && float === "none"
    && /^(static|relative)$/.test(position) && element.getClientRects().length > 0;
};

// The blocks of the numbers, each with the element behind it that asks for a new page, and how; null without one.
export const numbersOfPages = () => {
  // The third selector is for documents that are read as HTML because they are not well-formed.
  const numbers = document.querySelectorAll(
    '[role~="doc-pagebreak"], [*|type~="pagebreak"], [epub\\:type~="pagebreak"]');
  const found = [];
  for (let number of Array.from(numbers).slice(0, mostNumbers)) {
    while (isAlone(number)) number = number.parentElement;
    if (!isBlock(number)) continue;
    const start = startOfPage(number.nextElementSibling);
    found.push([number, start ? [start, getComputedStyle(start).breakBefore] : null]);
  }
  return found;
};
