// Puts words into lines, and lines into blocks.

import {addMarker} from "./generated.js";
import {reading} from "./reading.js";
import {canvas, fontMetrics} from "./styles.js";
import {beginItem, formulaNumber} from "./texts.js";

const segmenter = new Intl.Segmenter("und", {granularity: "grapheme"});
export const clusters = text => {
  if (/^[\x21-\x7e]*$/.test(text)) return null;
  return Array.from(segmenter.segment(text), s => s.segment);
};
export const rtl =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
export const hyphenated = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]{2}$/u;
export const blocks = [];
// Rubies stand apart from the words that they are said of, as blocks behind theirs.
export const flows = [{block: null, line: null}, {block: null, line: null}];

export const shown = (text, how) => how === "uppercase" ? text.toUpperCase()
  : how === "lowercase" ? text.toLowerCase() : text;

// A soft hyphen stands for the drawn hyphen of a broken word, which is in no document.
export const addHyphen = (parts, boxes, style) => {
  if (style.vertical || style.isTurned || rtl.test(parts[0])) return;
  canvas.font = style.font;
  const last = boxes.length - 4, width = canvas.measureText("-").width * style.linear[0] * style.frame.sx;
  parts.push("\u00ad");
  boxes.push(boxes[last] + boxes[last + 2], boxes[last + 1], width, boxes[last + 3]);
};

// The styles of words, which are written once.
export const wordStyles = [], styleNumbers = new Map(), styleKeys = new Map();
const styleNumber = (style, font) => {
  let number = styleNumbers.get(style);
  if (number !== undefined) return number;
  const written = {f: style.family, s: style.size, a: font.share};
  if (style.lang) written.l = style.lang;
  if (style.isTurned) written.m = style.linear;
  const key = JSON.stringify(written);
  number = styleKeys.get(key) ?? wordStyles.push(written) - 1;
  styleKeys.set(key, number);
  styleNumbers.set(style, number);
  return number;
};

// Letters that follow one another in a line have one top and height: the sides between them are
// written, as steps from the first. Other boxes are written each.
const sides = boxes => {
  const b = boxes.map(side => Math.round(side * 64));
  const [left, top, , height] = b, steps = [left, top, height];
  let end = left;
  for (let i = 0; i < b.length; i += 4) {
    if (b[i + 1] !== top || b[i + 3] !== height || Math.abs(b[i] - end) > 1) return {b};
    const next = b[i] + b[i + 2];
    steps.push(next - end);
    end = next;
  }
  return {r: steps};
};

// The left, top, right and bottom edges of the box around boxes.
const edgesOf = boxes => {
  let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
  for (let i = 0; i < boxes.length; i += 4) {
    x0 = Math.min(x0, boxes[i]); y0 = Math.min(y0, boxes[i + 1]);
    x1 = Math.max(x1, boxes[i] + boxes[i + 2]);
    y1 = Math.max(y1, boxes[i + 1] + boxes[i + 3]);
  }
  return [x0, y0, x1, y1];
};

// True if a word is outside of the page, or of what clips it.
const isOutside = ([x0, y0, x1, y1], {clip}) =>
  (clip && (x0 >= clip[2] || x1 <= clip[0] || y0 >= clip[3] || y1 <= clip[1]))
    || x1 <= 0 || x0 >= reading.limits.width || y1 <= 0 || y0 >= reading.limits.height;

// True if a word that reaches from `low` to `high` across its line is in the line of the word before it.
const isInLine = ({block, line}, low, high, style) => {
  const overlap = line ? Math.min(high, line.high) - Math.max(low, line.low) : 0;
  return line && block.element === style.block
    && (overlap > 0.4 * Math.min(high - low, line.high - line.low)
      // The parts of a formula stand above each other.
      || (style.formula && style.formula === line.formula));
};

// The line of the next word: that of the word before it, or a new one, in a new block if it is in another element.
// Notes if the word joins the one before it.
const lineFor = ([x0, y0, x1, y1], style, joins) => {
  const flow = flows[style.isRuby ? 1 : 0];
  const across = style.vertical;
  const low = across ? x0 : y0, high = across ? x1 : y1;
  const isSame = isInLine(flow, low, high, style);
  let {block, line} = flow;
  // A positioned part continues the word before it only if it touches that word.
  if (flow.sides && flow.placed !== style.placed) joins &&= isSame
    && Math.min(Math.abs(x0 - flow.sides[1]), Math.abs(x1 - flow.sides[0])) < style.size / 10;
  if (!block || block.element !== style.block) {
    block = {element: style.block, role: style.isRuby ? "ruby" : style.role, cell: style.cell,
      continues: !style.isRuby && beginItem(style), lines: []};
    blocks.push(block);
    reading.count += 5;
  }
  if (!isSame) {
    line = {low, high, formula: style.formula, words: []};
    const above = block.lines.at(-1)?.words;
    // A word that was broken, as behind a hyphen, or anywhere in a narrow column.
    if (joins && !style.isRuby && above?.length) above.at(-1).j = 1;
    block.lines.push(line);
    reading.count += 5;
  } else {
    // Only the last word says where the line is: beside a drop cap there are several.
    if (!style.formula || style.formula !== line.formula) { line.low = low; line.high = high; }
    line.formula = style.formula;
    if (joins && !style.isRuby && line.words.length) line.words[line.words.length - 1].j = 1;
  }
  flow.block = block; flow.line = line; flow.placed = style.placed; flow.sides = [x0, x1];
  return line;
};

// The distances to which the ink of a text reaches to the left, up, to the right and down from its start on the
// baseline, and the text's width.
const inkOf = (text, style, font) => {
  let ink = font.words.get(text);
  if (!ink) {
    canvas.font = style.font;
    canvas.letterSpacing = style.spacing === "normal" ? "0px" : style.spacing;
    canvas.textAlign = "left";
    const m = canvas.measureText(text);
    ink = [m.actualBoundingBoxLeft, m.actualBoundingBoxAscent, m.actualBoundingBoxRight,
      m.actualBoundingBoxDescent, m.width];
    font.words.set(text, ink);
  }
  return ink;
};

export const addWord = (text, parts, boxes, style, joins) => {
  const edges = edgesOf(boxes), [x0, y0, x1, y1] = edges;
  if (!(x1 > x0 && y1 > y0)) return;
  if (reading.marker) { addMarker(style); joins = false; }
  if (isOutside(edges, style)) return;
  const line = lineFor(edges, style, joins);
  const font = fontMetrics(style.font);
  const word = {t: parts.join(""), y: styleNumber(style, font), ...sides(boxes)};
  if (parts.some(part => part.length !== 1)) word.n = parts.map(part => part.length);
  if (style.formula) word.q = formulaNumber(style.formula);
  if (style.vertical) word.d = "ttb"; else if (rtl.test(text)) word.d = "rtl";
  if (style.isPlain && !style.vertical) {
    const ink = inkOf(word.t, style, font);
    const [left, above, right, below] = ink, height = y1 - y0;
    const isInside = left <= 0 && right <= x1 - x0 && above <= font.share * height
      && below <= (1 - font.share) * height;
    if (!isInside) word.i = ink.map(side => Math.round(side * 64));
  }
  line.words.push(word);
  reading.count += 5;
};
