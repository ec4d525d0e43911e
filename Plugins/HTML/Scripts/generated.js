// Reads text that is drawn but is not in a text node: text that style sheets and lists generate beside elements, and
// the values of form fields. The browser tells where the lines of generated text are, but not those of form fields.

import {reading} from "./reading.js";
import {canvas, contentBox, describe, origin} from "./styles.js";
import {addWord, clusters, rtl} from "./words.js";

const generated = new Map();
// Takes the texts of `limits.generated` by their elements.
export const takeGenerated = texts => {
  if (!texts.length) return;
  const elements = document.querySelectorAll("*");
  // Fonts of icons have them at code points for private use, which no reader can say.
  const isIcon = text => /^[\p{Co}\s]+$/u.test(text) && /\S/.test(text);
  for (const text of texts) {
    const element = elements[text.e];
    if (!element || isIcon(text.t)) continue;
    if (!generated.has(element)) generated.set(element, {marker: [], before: [], after: []});
    generated.get(element)[text.p].push(text);
  }
};

// Returns the words of a line as they stand from left to right: words of one direction form runs, each in the order of
// its direction, and the runs are in the order of the line's direction. A word without letters has the direction of
// its neighbors, if they agree, or else that of the line.
const inVisualOrder = (words, isRightToLeft) => {
  for (const word of words)
    word.isTurned = rtl.test(word.text) || (/\p{L}/u.test(word.text) ? false : null);
  let after = isRightToLeft, before = isRightToLeft;
  for (const word of words.toReversed()) {
    word.after = after;
    after = word.isTurned ?? after;
  }
  for (const word of words) {
    word.isTurned ??= before === word.after ? before : isRightToLeft;
    before = word.isTurned;
  }
  const runs = [];
  for (const word of words) {
    if (runs.at(-1)?.[0].isTurned !== word.isTurned) runs.push([]);
    runs.at(-1).push(word);
  }
  for (const run of runs) if (run[0].isTurned) run.reverse();
  if (isRightToLeft) runs.reverse();
  return runs.flat();
};

// Adds one line of text, whose letters share its box by their own widths. Letters that are joined may
// be narrower with the next one than without it.
const addLine = (text, [x, y, width, height], style) => {
  if (style.isHidden) return;
  if (reading.count >= reading.limits.clusters) { reading.isCut = true; return; }
  canvas.font = style.font;
  canvas.letterSpacing = "0px";
  const widthOf = text => canvas.measureText(text).width;
  const scale = width / (widthOf(text) || 1);
  const words = Array.from(text.matchAll(/[^\s\u0085\u200b\u00ad]+/gu), match => {
    const end = match.index + match[0].length;
    return {text: match[0], start: match.index, end,
      from: widthOf(text.slice(0, match.index)), to: widthOf(text.slice(0, end))};
  });
  words.forEach((word, index) => {
    word.width = Math.max(0, word.to - word.from) * scale;
    word.gap = Math.max(0, word.from - (words[index - 1]?.to ?? 0)) * scale;
  });
  let left = x;
  // A line from the right has the gap before its first word at its right end.
  const gaps = words.map(word => word.gap);
  const before = style.isRightToLeft ? [0, ...gaps.slice(1).reverse()] : gaps;
  inVisualOrder(words, style.isRightToLeft).forEach((word, index) => {
    word.left = left + before[index];
    left = word.left + word.width;
  });
  let end = 0;
  for (const word of words) {
    if (/\s/.test(text.slice(end, word.start))) reading.space = true;
    end = word.end;
    const parts = clusters(word.text) || Array.from(word.text), boxes = [];
    const share = word.width / (widthOf(word.text) || 1);
    const isTurned = rtl.test(word.text);
    let read = "", from = 0;
    reading.count += parts.length;
    for (const part of parts) {
      read += part;
      const to = Math.min(word.width, Math.max(from, widthOf(read) * share));
      boxes.push(
        isTurned ? word.left + word.width - to : word.left + from, y, to - from, height);
      from = to;
    }
    addWord(word.text, parts, boxes, style, !reading.space);
    reading.space = false;
  }
  if (/\s/.test(text.slice(end))) reading.space = true;
};

const styleOf = (element, pseudo) => {
  const own = describe(element), style = getComputedStyle(element, pseudo);
  const isHidden = style.visibility !== "visible" || style.opacity === "0";
  return {...own, font: style.font, size: parseFloat(style.fontSize) * own.scale * own.frame.sy,
    isHidden: own.isHidden || isHidden, isPlain: false};
};
export const addGenerated = (element, place) => {
  const texts = generated.get(element)?.[place] ?? [];
  // The triangle of what folds is not text.
  if (!texts.length || reading.isCut || element.tagName === "SUMMARY") return;
  const style = styleOf(element, `::${place}`);
  for (const text of texts) {
    const box = [text.b[0] + origin.x - scrollX, text.b[1] + origin.y - scrollY, text.b[2], text.b[3]];
    if (place === "marker") {
      // A marker is added before the first line of its item, whatever block that line is in.
      reading.space = true;
      reading.marker = {element, text: text.t, box, style};
      continue;
    }
    addLine(text.t, box, style);
  }
};
export const addMarker = style => {
  const {text, box, style: own} = reading.marker;
  reading.marker = null;
  addLine(text, box, style ? {...own, block: style.block, role: style.role} : own);
  reading.space = true;
};

// Text is broken at spaces, after hyphens, beside letters of East Asia, and in a word that is too long.
const pieces = (text, width, widthOf) => text
  .split(/(?<=\s)|(?<=[-\u2010\u2013\u2014])(?=\p{L})|(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])(?=[\p{L}\p{scx=Han}])/u)
  .flatMap(piece => widthOf(piece.trimEnd()) <= width ? [piece] : clusters(piece) ?? Array.from(piece));
const isTransparent = color => /^(transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(color);

// A field shows its value or its placeholder in the middle of its height.
const fields = new Set(["text", "search", "url", "tel", "email", "number", "submit", "reset",
  "button"]);
export const addField = element => {
  const name = element.tagName.toUpperCase();
  if (name === "INPUT" ? !fields.has(element.type) : name !== "TEXTAREA" && name !== "SELECT")
    return;
  const all = name === "SELECT" ? Array.from(element.selectedOptions, o => o.label).join("\n")
    : element.value || (isTransparent(getComputedStyle(element, "::placeholder").color) ? ""
      : element.placeholder) || "";
  if (!/\S/.test(all) || reading.isCut || element.getClientRects().length === 0) return;
  const style = styleOf(element), {frame} = style, own = contentBox(element);
  const computed = getComputedStyle(element);
  canvas.font = style.font;
  canvas.letterSpacing = "0px";
  const measured = canvas.measureText("x");
  const height = measured.fontBoundingBoxAscent + measured.fontBoundingBoxDescent;
  const lines = [];
  for (const paragraph of all.slice(0, 100000).split("\n")) {
    let line = "";
    const widthOf = text => canvas.measureText(text).width * own.sx;
    for (const word of name === "TEXTAREA" ? pieces(paragraph, own.width, widthOf) : [paragraph]) {
      if (line && widthOf((line + word).trimEnd()) > own.width) {
        lines.push(line);
        line = "";
      }
      line += word;
    }
    lines.push(line);
  }
  const pitch = parseFloat(computed.lineHeight) || height;
  let top = name === "TEXTAREA" ? (pitch - height) / 2
    : (own.height / own.sy - height * lines.length) / 2;
  reading.space = true;
  for (const line of lines) {
    const width = canvas.measureText(line.trimEnd()).width;
    const rest = own.width / own.sx - width;
    const atRight = computed.direction === "rtl" ? ["start", "right"] : ["end", "right"];
    const start = computed.textAlign === "center" ? rest / 2
      : atRight.includes(computed.textAlign) ? rest : 0;
    addLine(line.trimEnd(), [frame.x + (own.x + Math.max(0, start) * own.sx) * frame.sx,
      frame.y + (own.y + top * own.sy) * frame.sy, width * own.sx * frame.sx,
      height * own.sy * frame.sy], style);
    top += pitch;
    reading.space = true;
  }
};
