// Takes empty elements between blocks, such as marks of the printed edition's pages, out of the flow.
//
// They have a line without height there, behind which the browser may begin a page: where a heading is kept with a tall
// figure, it left a blank page in front of both. They stay where they are.

import {isBlockDisplay} from "./blocks.js";

// Marks of a document.
const mostMarks = 5000;

export const liftMarks = () => {
  const marks = ":is(a, span):empty";
  const isPassed = node => node.nodeType === Node.ELEMENT_NODE
    ? node.matches(marks) : node.nodeType !== Node.TEXT_NODE || !/\S/.test(node.data);
  const neighbor = (node, step) => {
    do node = node[step]; while (node && isPassed(node));
    return node;
  };
  const isBlock = node => node instanceof HTMLElement
    && isBlockDisplay(getComputedStyle(node).display);
  const alone = Array.from(document.querySelectorAll(marks)).slice(0, mostMarks).filter(mark => {
    const next = neighbor(mark, "nextSibling");
    if (!next || !isBlock(next)) return false;
    const previous = neighbor(mark, "previousSibling");
    if (previous && !isBlock(previous)) return false;
    return mark instanceof HTMLElement && !mark.offsetWidth
      && getComputedStyle(mark).display === "inline";
  });
  // The browser keeps the box around several marks, and makes none around those that are added.
  for (const mark of alone) mark.style.display = "none";
  if (alone.length) document.body.getBoundingClientRect();
  for (const mark of alone) mark.style.display = "";
  for (const mark of alone) mark.style.position = "absolute";
};
