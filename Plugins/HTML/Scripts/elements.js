// Links, headings, media and pictures.

import {contentBox, frameOf, intersection} from "./styles.js";
import {alternative, innerDocument, isFrameSeen} from "./texts.js";

// At most `limit` each.
export const readElements = limit => {
  // Those of frames too.
  const documents = [document];
  for (const outer of documents) {
    for (const element of outer.querySelectorAll("iframe,frame,object,embed")) {
      const inner = innerDocument(element);
      if (inner && documents.length < 100 && isFrameSeen(element)) documents.push(inner);
    }
  }
  const placed = (r, document) => {
    const frame = frameOf(document);
    const [x, y, right, bottom] = intersection(frame.clip, [frame.x + r.left * frame.sx,
      frame.y + r.top * frame.sy, frame.x + r.right * frame.sx, frame.y + r.bottom * frame.sy]);
    return [x, y, Math.max(0, right - x), Math.max(0, bottom - y)];
  };
  const box = element => placed(element.getBoundingClientRect(), element.ownerDocument);
  const isSeen = box => box[2] > 0 && box[3] > 0;
  const rects = element => Array.from(element.getClientRects()).slice(0, 1000)
    .map(r => placed(r, element.ownerDocument)).filter(isSeen);
  const some = (selector, make) => documents
    .flatMap(document => Array.from(document.querySelectorAll(selector)))
    .slice(0, limit).map(make).filter(x => x);
  // In SVG an address is xlink:href too, and is not resolved.
  const address = a => {
    if (typeof a.href === "string") return a.href;
    try { return new URL(a.href.baseVal, a.baseURI).href; } catch { return a.href.baseVal; }
  };
  // A line is as high as its text, whatever pictures stand in it.
  const linkBoxes = a => {
    const boxes = rects(a);
    if (!boxes.length || (a.firstElementChild && boxes.every(b => b[3] < 1)))
      return Array.from(a.children).flatMap(rects);
    if (getComputedStyle(a).display !== "inline") return boxes;
    const pictures = Array.from(a.querySelectorAll("img,svg,video,canvas,object,embed,input"))
      .filter(picture => !picture.parentElement.closest("svg")).flatMap(rects);
    if (!pictures.length) return boxes;
    return /\S/.test(a.textContent) ? [...boxes, ...pictures] : pictures;
  };
  // The box around a shape of an image map (HTML, 4.8.14).
  const areaBox = (area, picture) => {
    const own = contentBox(picture);
    const numbers = area.coords.split(/[^-\d.]+/).filter(x => x).map(Number);
    const [a, b, radius] = numbers;
    const side = which => numbers.filter((_, index) => index % 2 === which);
    const shape = area.shape.toLowerCase();
    const [left, top, right, bottom] =
      shape === "default" ? [0, 0, own.width / own.sx, own.height / own.sy]
      : shape.startsWith("circ") ? [a - radius, b - radius, a + radius, b + radius]
      : [Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(0)), Math.max(...side(1))];
    const seen = intersection([own.x, own.y, own.x + own.width, own.y + own.height],
      [own.x + left * own.sx, own.y + top * own.sy,
        own.x + right * own.sx, own.y + bottom * own.sy]);
    return placed({left: seen[0], top: seen[1], right: seen[2], bottom: seen[3]},
      picture.ownerDocument);
  };
  // Looking a name up that is not there takes the browser through the whole document.
  const names = new Map();
  for (const element of document.querySelectorAll("[name]")) {
    const name = element.getAttribute("name");
    if (element instanceof HTMLElement && !names.has(name)) names.set(name, element);
  }
  const link = (a, boxes) => {
    if (!boxes.length) return null;
    const href = address(a);
    const link = {b: boxes, h: href};
    const hash = href.indexOf("#");
    if (hash >= 0 && href.slice(0, hash) === location.href.split("#")[0]) {
      let name = href.slice(hash + 1);
      try { name = decodeURIComponent(name); } catch {}
      const place = name && (document.getElementById(name) || names.get(name));
      if (place) link.p = box(place).slice(0, 2);
      else if (name && name.toLowerCase() !== "top") link.x = name;
    }
    return link;
  };
  const areas = some("img[usemap],object[usemap]", picture => {
    const name = picture.useMap.replace(/^#/, "");
    const map = name && Array.from(picture.ownerDocument.getElementsByTagName("map"))
      .find(map => map.name === name || map.id === name);
    return map && Array.from(map.areas).slice(0, 1000).filter(area => area.href)
      .map(area => link(area, [areaBox(area, picture)].filter(isSeen)));
  }).flat().filter(x => x);
  const links = [...some("a[*|href]", a => link(a, linkBoxes(a))), ...areas];
  const headings = some("h1,h2,h3,h4,h5,h6", h => {
    const [x, y, width] = box(h);
    const text = (h.innerText || h.textContent).replace(/\u00ad/g, "").replace(/\s+/g, " ").trim().slice(0, 500);
    return text && width > 0 ? {l: +h.tagName[1], t: text, x, y} : null;
  });
  const media = some("video,audio,iframe,embed,object", m => {
    const source = m.querySelector && m.querySelector("source[src]");
    return {k: m.tagName.toLowerCase(), b: box(m),
      s: m.src || m.data || (source && source.src) || "",
      y: m.type || (source && source.type) || ""};
  });
  const images = some("img", i => {
    const b = box(i);
    if (!isSeen(b)) return null;
    const image = {b, p: [i.naturalWidth, i.naturalHeight], s: i.currentSrc || i.src};
    const says = alternative(i, "aria-label", "alt");
    const isOrnament = ["presentation", "none"].includes(i.getAttribute("role"))
      || i.closest("[aria-hidden=true]");
    if (isOrnament) image.a = ""; else if (says !== null) image.a = says;
    if (i.complete && !i.naturalWidth && image.s) image.m = 1;
    const fit = getComputedStyle(i).objectFit;
    if (fit === "cover" || fit === "none") image.f = fit;
    return image;
  });
  return {links, headings, media, images};
};
