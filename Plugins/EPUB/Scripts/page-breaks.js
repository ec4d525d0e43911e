// Keeps headings with the text below them, and numbers of printed pages with what begins on those.

import {elementsBeforeText} from "./headings.js";
import {numbersOfPages} from "./printed-pages.js";

export const keepTogether = () => {
  const kept = elementsBeforeText(), numbers = numbersOfPages();
  for (const [number] of numbers) kept.add(number);
  // Reading a style after a change makes the browser compute all styles again.
  const breakable = Array.from(kept).filter(
    element => getComputedStyle(element).breakAfter === "auto");
  for (const element of breakable) element.style.breakAfter = "avoid";
  // A page that the book asks for begins with its number.
  for (const [number, page] of numbers) {
    if (!page) continue;
    const [start, value] = page;
    number.style.breakBefore = value;
    start.style.breakBefore = "avoid";
  }
};
