// Boxes of elements on the page: the left and the top edge, the width and the height.

import {frameOf, intersection} from "./styles.js";

// The part of a rectangle of a document that its frame shows.
export const placed = (r, document) => {
  const frame = frameOf(document);
  const [x, y, right, bottom] = intersection(frame.clip, [frame.x + r.left * frame.sx,
    frame.y + r.top * frame.sy, frame.x + r.right * frame.sx, frame.y + r.bottom * frame.sy]);
  return [x, y, Math.max(0, right - x), Math.max(0, bottom - y)];
};

export const boxOf = element => placed(element.getBoundingClientRect(), element.ownerDocument);

export const isSeen = box => box[2] > 0 && box[3] > 0;

// The boxes of an element's lines that are seen.
export const lineBoxes = element => Array.from(element.getClientRects()).slice(0, 1000)
  .map(r => placed(r, element.ownerDocument)).filter(isSeen);
