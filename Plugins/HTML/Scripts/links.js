// Links, and the areas of image maps.

import {boxOf, isSeen, lineBoxes, placed} from "./boxes.js";
import {contentBox, intersection} from "./styles.js";

// In SVG an address is xlink:href too, and is not resolved.
const addressOf = a => {
  if (typeof a.href === "string") return a.href;
  try { return new URL(a.href.baseVal, a.baseURI).href; } catch { return a.href.baseVal; }
};

// A line is as high as its text, whatever pictures stand in it.
const linkBoxes = a => {
  const boxes = lineBoxes(a);
  if (!boxes.length || (a.firstElementChild && boxes.every(b => b[3] < 1)))
    return Array.from(a.children).flatMap(lineBoxes);
  if (getComputedStyle(a).display !== "inline") return boxes;
  const pictures = Array.from(a.querySelectorAll("img,svg,video,canvas,object,embed,input"))
    .filter(picture => !picture.parentElement.closest("svg")).flatMap(lineBoxes);
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

// Looking up a missing name makes the browser search the whole document.
const namedElements = () => {
  const names = new Map();
  for (const element of document.querySelectorAll("[name]")) {
    const name = element.getAttribute("name");
    if (element instanceof HTMLElement && !names.has(name)) names.set(name, element);
  }
  return names;
};

// A link with its place on the page, if it leads to one; null for a link without boxes.
const readLink = (a, boxes, names) => {
  if (!boxes.length) return null;
  const href = addressOf(a);
  const link = {b: boxes, h: href};
  const hash = href.indexOf("#");
  if (hash >= 0 && href.slice(0, hash) === location.href.split("#")[0]) {
    let name = href.slice(hash + 1);
    try { name = decodeURIComponent(name); } catch {}
    const place = name && (document.getElementById(name) || names.get(name));
    if (place) link.p = boxOf(place).slice(0, 2);
    else if (name && name.toLowerCase() !== "top") link.x = name;
  }
  return link;
};

// The links of a picture's map; null without one.
const readAreas = (picture, names) => {
  const name = picture.useMap.replace(/^#/, "");
  const map = name && Array.from(picture.ownerDocument.getElementsByTagName("map"))
    .find(map => map.name === name || map.id === name);
  return map ? Array.from(map.areas).slice(0, 1000).filter(area => area.href)
    .map(area => readLink(area, [areaBox(area, picture)].filter(isSeen), names)) : null;
};

// `read` calls a function with each element that matches a selector, and returns the results that are not null.
export const readLinks = read => {
  const names = namedElements();
  const areas = read("img[usemap],object[usemap]", picture => readAreas(picture, names))
    .flat().filter(x => x);
  return [...read("a[*|href]", a => readLink(a, linkBoxes(a), names)), ...areas];
};
