// Goes through the document and measures the clusters of each text.

import {addField, addGenerated, addMarker} from "./generated.js";
import {reading} from "./reading.js";
import {describe, fontMetrics} from "./styles.js";
import {isLaidOut, parent, readTexts} from "./texts.js";
import {addHyphen, addWord, clusters, flows, hyphenated, shown} from "./words.js";

// The letters of a word stand in the same way wherever its font sets it: they are measured once, which is
// most of the time that a page takes. A word of another width, or on two lines, is measured for itself.
const isAlike = (a, b) => Math.abs(a - b) < 0.04;
const keep = (text, boxes, style) => {
  if (!style.isPlain || style.vertical) return;
  const sides = [], [left] = boxes, last = boxes.length - 4;
  for (let i = 0; i < boxes.length; i += 4) sides.push(boxes[i] - left, boxes[i + 2]);
  fontMetrics(style.font).letters.set(text,
    {sides, width: boxes[last] + boxes[last + 2] - left, height: boxes[3]});
};
const addKnown = (text, node, at, range, style) => {
  if (!style.isPlain || style.vertical) return false;
  const known = fontMetrics(style.font).letters.get(text);
  if (!known || reading.count + text.length > reading.limits.clusters) return false;
  range.setStart(node, at);
  range.setEnd(node, at + text.length);
  const r = range.getBoundingClientRect();
  if (!isAlike(r.width, known.width) || !isAlike(r.height, known.height)) return false;
  const {sides} = known, boxes = [], parts = Array.from(text, part => shown(part, style.transform));
  const left = style.frame.x + r.left, top = style.frame.y + r.top;
  for (let i = 0; i < sides.length; i += 2) boxes.push(left + sides[i], top, sides[i + 1], r.height);
  reading.count += text.length;
  addWord(text, parts, boxes, style, !reading.space);
  return true;
};
const readText = node => {
  const element = parent(node);
  if (!element) return;
  const data = node.data;
  const pattern = /[^\s\u0085\u200b]+/gu;
  let match, end = 0, any = false;
  let style = null;
  const range = node.ownerDocument.createRange();
  while ((match = pattern.exec(data))) {
    if (!any) {
      style = describe(element);
      any = true;
      if (style.isHidden) return;
      if (!isLaidOut(node, range)) return;
    }
    if (/\s/.test(data.slice(end, match.index))) reading.space = true;
    end = match.index + match[0].length;
    const text = match[0];
    const list = clusters(text);
    const total = list ? list.length : text.length;
    const {frame} = style;
    let at = match.index, parts = [], boxes = [], low = 0, high = 0, raw = "";
    let isSoft = false;
    if (!list && addKnown(text, node, at, range, style)) { reading.space = false; continue; }
    for (let i = 0; i < total; i++) {
      if (reading.count >= reading.limits.clusters) { reading.isCut = true; break; }
      const part = list ? list[i] : text[i];
      if (part === "\u00ad") { isSoft = true; at++; continue; }
      reading.count++;
      range.setStart(node, at);
      at += part.length;
      range.setEnd(node, at);
      // The hyphen that is drawn before a letter counts as a part of it.
      const r = isSoft ? Array.from(range.getClientRects()).at(-1) ?? range.getBoundingClientRect()
        : range.getBoundingClientRect();
      const l = style.vertical ? r.left : r.top, h = style.vertical ? r.right : r.bottom;
      if (boxes.length && (l >= high || h <= low) && !style.isTurned) {
        if (isSoft || (style.hyphenates && hyphenated.test(raw[raw.length - 1] + part[0])))
          addHyphen(parts, boxes, style);
        addWord(raw, parts, boxes, style, !reading.space);
        parts = []; boxes = []; raw = ""; reading.space = false;
      }
      if (!boxes.length) { low = l; high = h; }
      isSoft = false;
      parts.push(shown(part, style.transform)); raw += part;
      boxes.push(frame.x + r.left * frame.sx, frame.y + r.top * frame.sy,
        r.width * frame.sx, r.height * frame.sy);
    }
    if (!list && parts.length === total) keep(text, boxes, style);
    if (boxes.length) addWord(raw, parts, boxes, style, !reading.space);
    reading.space = false;
    if (reading.isCut) return;
  }
  if (/\s/.test(data.slice(end))) reading.space = true;
};

export const readDocument = () => readTexts(
  readText, () => { flows[0].line = null; reading.space = true; }, () => reading.isCut,
  element => {
    addGenerated(element, "marker");
    addGenerated(element, "before");
    addField(element);
  },
  element => {
    addGenerated(element, "after");
    if (reading.marker?.element === element) addMarker(null);
  });
