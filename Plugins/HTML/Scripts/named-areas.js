// The areas of the elements with `names`: a list for each, of boxes in CSS pixels of the page.

import {pageOrigin} from "./window.js";

export default ({names}) => {
  const {x, y} = pageOrigin();
  return names.map(name => Array.from(document.getElementById(name)?.getClientRects() ?? [])
    .filter(r => r.width > 0 && r.height > 0).slice(0, 1000)
    .map(r => [r.left + x, r.top + y, r.width, r.height]));
};
