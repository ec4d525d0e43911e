// The style of an element's text, looked up once for each element.

import {parent, textStyle} from "./texts.js";
import {pageOrigin} from "./window.js";

const styles = new Map();
// In an SVG document other elements are not HTML of themselves.
export const canvas = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas")
  .getContext("2d");
const metrics = new Map();

export const fontMetrics = font => {
  let found = metrics.get(font);
  if (!found) {
    canvas.font = font;
    const measured = canvas.measureText("x");
    const total = measured.fontBoundingBoxAscent + measured.fontBoundingBoxDescent;
    const share = total > 0 ? measured.fontBoundingBoxAscent / total : 0.8;
    found = {share, words: new Map(), letters: new Map()};
    metrics.set(font, found);
  }
  return found;
};

// The box inside of borders and padding, in the coordinates of the element's document.
export const contentBox = element => {
  const r = element.getBoundingClientRect(), style = getComputedStyle(element);
  const sx = r.width / element.offsetWidth || 1, sy = r.height / element.offsetHeight || 1;
  const side = name => (parseFloat(style[`padding${name}`]) || 0)
    + (parseFloat(style[`border${name}Width`]) || 0);
  return {x: r.left + side("Left") * sx, y: r.top + side("Top") * sy, sx, sy,
    width: r.width - (side("Left") + side("Right")) * sx,
    height: r.height - (side("Top") + side("Bottom")) * sy};
};

// From the coordinates of a document to those of the page, and the part of it that is seen.
export const origin = pageOrigin();
const frames = new Map([[document, {...origin, sx: 1, sy: 1, clip: null}]]);
export const frameOf = document => {
  let known = frames.get(document);
  if (known) return known;
  const element = document.defaultView.frameElement;
  const outer = frameOf(element.ownerDocument), own = contentBox(element);
  known = {x: outer.x + own.x * outer.sx, y: outer.y + own.y * outer.sy,
    sx: own.sx * outer.sx, sy: own.sy * outer.sy};
  known.clip = intersection(outer.clip,
    [known.x, known.y, known.x + own.width * outer.sx, known.y + own.height * outer.sy]);
  frames.set(document, known);
  return known;
};
export const intersection = (clip, own) => clip ? [Math.max(clip[0], own[0]),
  Math.max(clip[1], own[1]), Math.min(clip[2], own[2]), Math.min(clip[3], own[3])] : own;

// The scale of a drawing's own units (SVG 2, 8.2 and 8.6).
const unitsScale = (element, style) => {
  const box = element.localName === "svg" ? element.viewBox?.baseVal : null;
  if (!(box?.width > 0 && box.height > 0)) return null;
  const isOuter = !element.ownerSVGElement;
  const [across, down] = [["width", box.width], ["height", box.height]].map(([side, units]) =>
    (isOuter ? parseFloat(style[side]) || units : element[side].baseVal.value) / units);
  const {align, meetOrSlice} = element.preserveAspectRatio.baseVal;
  if (align === SVGPreserveAspectRatio.SVG_PRESERVEASPECTRATIO_NONE) return [across, down];
  const isSlice = meetOrSlice === SVGPreserveAspectRatio.SVG_MEETORSLICE_SLICE;
  const both = isSlice ? Math.max(across, down) : Math.min(across, down);
  return [both, both];
};

export const describe = element => {
  let known = styles.get(element);
  if (known) return known;
  const above = parent(element);
  const outer = above ? describe(above) : null;
  const style = getComputedStyle(element);
  const text = textStyle(element);
  let linear = outer ? outer.linear : [1, 0, 0, 1];
  for (const own of [style.rotate, style.scale, style.transform]) {
    if (own === "none") continue;
    const written = own === style.transform ? own
      : own === style.rotate ? `rotate(${own})` : `scale(${own.replace(/ +/g, ",")})`;
    let m;
    try { m = new DOMMatrix(written); } catch { continue; }
    const [a, b, c, d] = linear;
    linear = [a * m.a + c * m.b, b * m.a + d * m.b, a * m.c + c * m.d, b * m.c + d * m.d];
  }
  const units = unitsScale(element, style);
  if (units) {
    const [a, b, c, d] = linear;
    linear = [a * units[0], b * units[0], c * units[1], d * units[1]];
  }
  // The drawn height of a letter one pixel high; skewing does not change it.
  const scale = Math.abs(linear[0] * linear[3] - linear[1] * linear[2])
    / (Math.hypot(linear[0], linear[1]) || 1);
  const frame = frameOf(element.ownerDocument);
  let clip = style.position === "fixed" || !outer ? frame.clip
    : style.position === "absolute" ? outer.placedClip : outer.clip;
  if (outer && style.overflow !== "visible" && element !== element.ownerDocument.body
    && !text.inline) {
    const r = element.getBoundingClientRect();
    clip = intersection(clip, [frame.x + r.left * frame.sx, frame.y + r.top * frame.sy,
      frame.x + r.right * frame.sx, frame.y + r.bottom * frame.sy]);
  }
  // A box that is placed is not clipped by those between it and the box that it is placed in.
  const isPlacedIn = style.position !== "static"
    || [style.transform, style.rotate, style.scale, style.translate, style.perspective, style.filter,
      style.backdropFilter].some(value => value && value !== "none")
    || /paint|layout|strict|content/.test(style.contain)
    || /transform|perspective|filter/.test(style.willChange);
  const placedClip = isPlacedIn ? clip : outer ? outer.placedClip : frame.clip;
  const family = style.fontFamily.split(",")[0].trim().replace(/^["']|["']$/g, "");
  known = {
    ...text, frame,
    family, scale, size: parseFloat(style.fontSize) * scale * frame.sy, font: style.font,
    transform: style.textTransform,
    linear, isTurned: linear[1] !== 0 || linear[2] !== 0 || linear[0] < 0 || linear[3] < 0,
    isPlain: linear[0] === 1 && linear[3] === 1 && linear[1] === 0 && linear[2] === 0
      && frame.sx === 1 && frame.sy === 1,
    clip, placedClip, spacing: style.letterSpacing, hyphenates: style.hyphens === "auto",
  };
  styles.set(element, known);
  return known;
};
