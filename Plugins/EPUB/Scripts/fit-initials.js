// A first letter that hangs into several lines stays with them: where they do not fit, a browser moves it alone to the next
// page.

import {body, mostElements, pixels, set} from "./styling.js";

export const keepInitials = () => {
  for (const paragraph of Array.from(body.querySelectorAll("p")).slice(0, mostElements)) {
    const first = paragraph.firstElementChild;
    const isFirst = first && !/\S/.test(first.previousSibling?.data ?? "");
    const style = isFirst && getComputedStyle(first).float !== "none" ? getComputedStyle(first)
      : getComputedStyle(paragraph, "::first-letter");
    if (style.float === "none") continue;
    const own = getComputedStyle(paragraph), line = pixels(own.lineHeight) || 1.2 * pixels(own.fontSize);
    const size = Math.max(pixels(style.fontSize), pixels(style.height));
    const lines = Math.ceil(size / line);
    if (lines > 1 && lines <= 10) set(paragraph, "orphans", Math.max(lines, parseInt(own.orphans)));
  }
};
