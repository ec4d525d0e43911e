// Keeps headings with the text below them, and numbers of printed pages with what begins on those. A style sheet keeps a
// heading with the element that follows only, and many books have a blank paragraph there, or a paragraph in bold as
// their heading.

import {isBlockDisplay} from "./blocks.js";

// Headings of a document, and numbers of printed pages.
const mostHeadings = 5000;
// Letters of a paragraph that counts as a heading.
const longestHeading = 100;

// A paragraph is a heading if all of its text is bold and that of the next is not.
export const keepHeadings = () => {
  const content = "img, svg, math, table, hr, video, audio, object, iframe, input, button, canvas";
  // Named fields of a form shadow the form's own DOM properties.
  const isForm = element => element instanceof HTMLFormElement;
  const isBlank = element => !isForm(element) && !/\S/.test(element.textContent)
    && !element.matches(content) && !element.querySelector(content);
  const isBold = element => {
    if (isForm(element) || element.localName !== "p" || element.children.length !== 1) return false;
    const [only] = element.children, text = element.textContent.trim();
    return /^(b|strong)$/.test(only.localName)
      && text.length > 0 && text.length <= longestHeading && only.textContent.trim() === text;
  };
  const following = element => {
    while (!element.nextElementSibling && element.parentElement && element.parentElement !== document.body
      && !isForm(element.parentElement))
      element = element.parentElement;
    return element.nextElementSibling;
  };
  const kept = new Set();
  const headings = document.querySelectorAll(
    "h1, h2, h3, h4, h5, h6, p:has(> b:only-child), p:has(> strong:only-child)");
  for (const heading of Array.from(headings).slice(0, mostHeadings)) {
    let next = following(heading);
    if (heading.localName === "p") {
      if (!next || !isBold(heading) || isBold(next)) continue;
      kept.add(heading);
    }
    // A kept element ends the search: what follows it was handled for an earlier heading.
    for (; next && !kept.has(next) && isBlank(next); next = following(next)) kept.add(next);
  }
  const isAlone = element => {
    const parent = element.parentElement;
    return parent && parent !== document.body && !isForm(parent) && parent.childNodes.length < 8
      && Array.from(parent.childNodes).every(node => node === element
        || node.nodeType === Node.COMMENT_NODE
        || node.nodeType === Node.TEXT_NODE && !/\S/.test(node.data));
  };
  // The third selector is for documents that are read as HTML because they are not well-formed.
  const numbers = document.querySelectorAll(
    '[role~="doc-pagebreak"], [*|type~="pagebreak"], [epub\\:type~="pagebreak"]');
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
  const starts = [];
  for (let number of Array.from(numbers).slice(0, mostHeadings)) {
    while (isAlone(number)) number = number.parentElement;
    if (!isBlock(number)) continue;
    kept.add(number);
    const start = startOfPage(number.nextElementSibling);
    if (start) starts.push([number, start, getComputedStyle(start).breakBefore]);
  }
  // Reading a style after a change makes the browser compute all styles again.
  const breakable = Array.from(kept).filter(
    element => getComputedStyle(element).breakAfter === "auto");
  for (const element of breakable) element.style.breakAfter = "avoid";
  // A page that the book asks for begins with its number.
  for (const [number, start, value] of starts) {
    number.style.breakBefore = value;
    start.style.breakBefore = "avoid";
  }
};
