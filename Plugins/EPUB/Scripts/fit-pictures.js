// Fits pictures to the page.

import {body, highest, mostPictures, pixels, set} from "./styling.js";

// A picture may be smaller than its column, so that its table would give the words beside it all the width. And one that is
// narrowed is as much lower, whatever height it states.
export const sizePictures = (width, height) => {
  for (const picture of Array.from(document.images).slice(0, mostPictures)) {
    if (!picture.naturalWidth || !picture.computedStyleMap) continue;
    const styles = picture.computedStyleMap(), zoom = picture.currentCSSZoom;
    const [statedWidth, statedHeight] = ["width", "height"].map(name => {
      const value = styles.get(name);
      return value.unit === "px" ? value.value : value.value === "auto" ? null : NaN;
    });
    const shape = picture.naturalHeight / picture.naturalWidth;
    const wanted = statedWidth ?? (statedHeight === null ? picture.naturalWidth : statedHeight / shape);
    if (!(wanted > 0)) continue;
    const row = picture.closest("td, th")?.parentElement;
    if (row?.cells) {
      const columns = Array.from(row.cells).reduce((sum, cell) => sum + cell.colSpan, 0);
      const table = row.closest("table"), around = table?.parentElement;
      // A table without a width of its own takes what is around it.
      const whole = !around ? width / zoom
        : table.computedStyleMap().get("width").value !== "auto"
          ? table.getBoundingClientRect().width / zoom
          : around.clientWidth
            - pixels(getComputedStyle(around).paddingLeft) - pixels(getComputedStyle(around).paddingRight);
      const share = 0.9 * Math.min(width / zoom, whole) * picture.closest("td, th").colSpan / columns;
      set(picture, "min-width", `${Math.min(wanted, share)}px`);
    }
    const box = picture.getBoundingClientRect();
    if (statedHeight > 0 && box.width < wanted * zoom - 1 && box.height > box.width * shape + 1
      && box.height < height * 0.9) set(picture, "height", "auto");
  }
};

// A picture that is much higher than a page, such as a strip of drawings, keeps its width, and goes on from page to page:
// it is cut into boxes that show a part of it each. The answer are these strips, and the pictures in them.
export const cutStrips = height => {
  const strips = [], partsOfStrips = new Set();
  for (const picture of Array.from(document.images).slice(0, mostPictures)) {
    const style = getComputedStyle(picture), own = picture.getAttribute("style");
    if (style.float !== "none" || style.position !== "static" || picture.closest("table, svg"))
      continue;
    set(picture, "max-height", "none");
    const shown = picture.getBoundingClientRect();
    if (!(shown.height > height * highest)) {
      if (own === null) picture.removeAttribute("style"); else picture.setAttribute("style", own);
      continue;
    }
    const strip = document.createElement("div");
    strip.style.cssText = "margin: 0 auto";
    picture.replaceWith(strip);
    const room = strip.getBoundingClientRect().width;
    strip.style.width = `${100 * shown.width / room}%`;
    strips.push(strip);
    // Rounding must not make a part higher than a page.
    const step = height - 2;
    for (let top = 0; top < shown.height && partsOfStrips.size < mostPictures; top += step) {
      const part = document.createElement("div"), copy = picture.cloneNode();
      part.style.cssText = `overflow: hidden; break-inside: avoid;
        aspect-ratio: ${shown.width} / ${Math.min(step, shown.height - top)}`;
      if (top) { copy.alt = ""; copy.removeAttribute("id"); }
      for (const [name, value] of [["display", "block"], ["width", "100%"], ["height", "auto"],
        ["aspect-ratio", `${shown.width} / ${shown.height}`], ["max-width", "none"],
        ["break-inside", "auto"], ["margin", `${-100 * top / shown.width}% 0 0`],
        ["padding", "0"], ["border", "0"]]) set(copy, name, value);
      part.append(copy);
      strip.append(part);
      partsOfStrips.add(copy);
    }
  }
  return {strips, partsOfStrips};
};

const isSeen = node =>
  node.nodeType === 3 ? /\S/.test(node.data)
    : node.nodeType === 1 && (/^(img|svg|video|object|iframe|hr|table|input)$/.test(node.localName)
      || Array.from(node.childNodes).some(isSeen));

// A picture that fills a page gets the page for itself, since margins around it would leave another page blank.
export const givePages = (height, {strips, partsOfStrips}) => {
  const pictures = Array.from(document.querySelectorAll("img, svg")).slice(0, mostPictures);
  for (const picture of [...pictures.filter(one => !partsOfStrips.has(one)), ...strips]) {
    if (picture.getBoundingClientRect().height < height * 0.7) continue;
    set(picture, "vertical-align", "top");
    let isFirst = true, isLast = true;
    for (let inner = picture; inner !== body && inner.parentElement; inner = inner.parentElement) {
      for (let node = inner.previousSibling; node && isFirst; node = node.previousSibling)
        isFirst = !isSeen(node);
      for (let node = inner.nextSibling; node && isLast; node = node.nextSibling)
        isLast = !isSeen(node);
      for (const element of [inner, inner.parentElement]) {
        for (const kind of ["margin", "padding"]) {
          if (isFirst) set(element, `${kind}-top`, "0");
          if (isLast) set(element, `${kind}-bottom`, "0");
        }
      }
      if (isFirst && isLast) set(inner.parentElement, "height", "auto");
    }
  }
};
