// The mapping of a page's points. Boxes have their origin at the top left of the unrotated page;
// the shown page may be rotated.

/** CSS pixels for a point at 100 %. */
export const POINT = 96 / 72;
/** The largest scale of type: 800 %. */
export const LARGEST = 8 * POINT;

/** Width and height as shown, in points. @param {{size: number[], rotation?: number}} page */
export function shownSize(page) {
  const [width, height] = page.size;
  return (page.rotation || 0) % 180 ? [height, width] : [width, height];
}

/**
 * The CSS transform from a page as it lies, `unit` pixels a point, to the page as it is shown,
 * `scale` pixels a point.
 */
export function overlayTransform(page, scale, unit) {
  const [width, height] = page.size.map((side) => side * scale);
  const k = scale / unit;
  const turns = {
    90: [0, k, -k, 0, height, 0], 180: [-k, 0, 0, -k, width, height], 270: [0, -k, k, 0, 0, width],
  };
  return `matrix(${(turns[page.rotation] || [k, 0, 0, k, 0, 0]).join(', ')})`;
}

/** Maps a box on the page as shown to the unrotated page, both in points. */
export function lyingBox(page, [x, y, w, h]) {
  const [width, height] = page.size;
  switch (page.rotation) {
    case 90: return [y, height - x - w, h, w];
    case 180: return [width - x - w, height - y - h, w, h];
    case 270: return [width - y - h, x, h, w];
    default: return [x, y, w, h];
  }
}

/** Maps a box on the unrotated page to the page as shown, both in points. */
export function shownBox(page, [x, y, w, h]) {
  const [width, height] = page.size;
  switch (page.rotation) {
    case 90: return [height - y - h, x, h, w];
    case 180: return [width - x - w, height - y - h, w, h];
    case 270: return [y, width - x - w, h, w];
    default: return [x, y, w, h];
  }
}

/** The box around a quad of eight numbers. */
export function boxOf(quad) {
  const xs = [quad[0], quad[2], quad[4], quad[6]];
  const ys = [quad[1], quad[3], quad[5], quad[7]];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

/** A quad's corners as an SVG polygon wants them. */
export const corners = (quad) => [0, 2, 4, 6].map((at) => `${quad[at]},${quad[at + 1]}`).join(' ');

/** The quad of a box. */
export const quadOf = ([x, y, w, h]) => [x, y, x + w, y, x + w, y + h, x, y + h];

/** A value between two others. */
export const clamp = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));
