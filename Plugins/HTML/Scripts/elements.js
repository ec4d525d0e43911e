// Links, headings, media and pictures.

import {boxOf, isSeen} from "./boxes.js";
import {readLinks} from "./links.js";
import {alternative, innerDocument, isFrameSeen} from "./texts.js";

// The document, and those of frames.
const findDocuments = () => {
  const documents = [document];
  for (const outer of documents) {
    for (const element of outer.querySelectorAll("iframe,frame,object,embed")) {
      const inner = innerDocument(element);
      if (inner && documents.length < 100 && isFrameSeen(element)) documents.push(inner);
    }
  }
  return documents;
};

const readHeading = h => {
  const [x, y, width] = boxOf(h);
  const text = (h.innerText || h.textContent).replace(/\u00ad/g, "").replace(/\s+/g, " ").trim().slice(0, 500);
  return text && width > 0 ? {l: +h.tagName[1], t: text, x, y} : null;
};

const readMedium = m => {
  const source = m.querySelector && m.querySelector("source[src]");
  return {k: m.tagName.toLowerCase(), b: boxOf(m),
    s: m.src || m.data || (source && source.src) || "",
    y: m.type || (source && source.type) || ""};
};

const readImage = i => {
  const b = boxOf(i);
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
};

// At most `limit` each.
export const readElements = limit => {
  const documents = findDocuments();
  const read = (selector, make) => documents
    .flatMap(document => Array.from(document.querySelectorAll(selector)))
    .slice(0, limit).map(element => make(element)).filter(x => x);
  const links = readLinks(read);
  const headings = read("h1,h2,h3,h4,h5,h6", readHeading);
  const media = read("video,audio,iframe,embed,object", readMedium);
  const images = read("img", readImage);
  return {links, headings, media, images};
};
