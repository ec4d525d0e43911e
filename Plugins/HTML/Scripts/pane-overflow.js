// The overflow: the CSS pixels of the element's content below its box. 0 without such an element, and if the window
// itself scrolls far. The element is looked for at some points of the window, since it covers at least half of the width
// and height.

import {windowScrolls} from "./window.js";

export default () => {
  const page = document.scrollingElement || document.documentElement;
  const {clientWidth: width, clientHeight: height} = page;
  if (windowScrolls().down && page.scrollHeight > 1.25 * height) return 0;
  const seen = new Set();
  let pane = null, area = 0;
  for (const x of [0.5, 0.75]) for (const y of [0.5, 0.75]) {
    for (let element of document.elementsFromPoint(x * width, y * height)) {
      for (; element && element !== page && !seen.has(element); element = element.parentElement) {
        seen.add(element);
        const own = element.clientWidth * element.clientHeight;
        if (own <= area || element.clientWidth < width / 2 || element.clientHeight < height / 2
          || element.scrollHeight <= element.clientHeight + 1
          || !/^(auto|scroll)$/.test(getComputedStyle(element).overflowY)) continue;
        [pane, area] = [element, own];
      }
    }
  }
  return pane ? pane.scrollHeight - pane.clientHeight : 0;
};
