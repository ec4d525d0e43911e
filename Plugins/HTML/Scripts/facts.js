// Measures the page. The window of a picture has the picture's size; that of a drawing in other units than pixels has the
// drawing's proportions. A page that does not scroll has the size of the root's box. `shortest` and `longest` are the
// sides that a window may have.

import {windowOverflow, windowScrolls} from "./window.js";

export default ({shortest, longest}) => {
  const page = document.scrollingElement || document.documentElement;
  const meta = document.querySelector("meta[name=viewport]");
  const picture = document.contentType.startsWith("image/") ? document.images[0] : null;
  const box = document.documentElement.viewBox?.baseVal;
  const [width, height] = picture ? [picture.naturalWidth, picture.naturalHeight]
    : box ? [box.width, box.height] : [0, 0];
  const own = [0, 0];
  if (width > 0 && height > 0) {
    const long = Math.max(width, height);
    const isPixels = long <= longest
      && Math.min(width, height) >= shortest;
    const scale = isPixels ? 1 : 1024 / long;
    own[0] = width * scale;
    own[1] = height * scale;
  }
  const scrolls = windowScrolls(), root = document.documentElement.getBoundingClientRect();
  return {
    width: scrolls.across ? page.scrollWidth : Math.round(root.width),
    height: scrolls.down ? page.scrollHeight : Math.round(root.height),
    left: scrolls.across ? 0 : windowOverflow().x, top: scrolls.down ? 0 : windowOverflow().y,
    stated: !picture && meta ? meta.content : null, ownWidth: own[0], ownHeight: own[1],
    showsComplaint: document.contentType === "application/xhtml+xml"
      && document.querySelector("parsererror") !== null,
  };
};
