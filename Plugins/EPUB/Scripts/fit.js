// Fits a loaded document to the page. The browser would shrink a whole chapter for one line that is too wide, and cut off
// content that is still wider.

import {keepInitials} from "./fit-initials.js";
import {narrowDocument, narrowMargins} from "./fit-margins.js";
import {cutStrips, givePages, sizePictures} from "./fit-pictures.js";
import {clipRest, lowerFormulas, narrowContent} from "./fit-wide.js";
import {body, root} from "./styling.js";

export default () => {
  if (!body) return true;
  const isVertical = getComputedStyle(body).writingMode !== "horizontal-tb";
  // Words of other elements are broken where they are found to be too wide for the page: by a rule they
  // would be broken beside a picture too, and not go below it.
  if (isVertical || Array.from(body.childNodes).some(node => node.nodeType === 3 && /\S/.test(node.data)))
    body.style.overflowWrap = "break-word";
  if (isVertical) return true;
  narrowDocument();
  const width = root.getBoundingClientRect().width, height = innerHeight;
  narrowMargins(width);
  sizePictures(width, height);
  givePages(height, cutStrips(height));
  keepInitials();
  narrowContent(width);
  lowerFormulas(height);
  clipRest();
  return true;
};
