// The proof, its editions, and what of them is shown.
//
// The data come from scripts that call takeProof and takeEdition, since a browser reads no other
// files beside one that was opened from a folder.
'use strict';

let proof = null;
let editions = new Map();

const state = {
  view: 'contact', page: 0, device: '', turned: false, zoom: 'fit',
  overlays: new Set(['findings']), hits: [], hit: -1, finding: -1,
};

function takeProof(data) { proof = data; }

function takeEdition(data) { editions.set(data.key, withPages(data)); }

function withPages(edition) {
  edition.byIndex = new Map(edition.pages.map((page) => [page.index, page]));
  edition.indices = edition.pages.map((page) => page.index);
  return edition;
}

const edition = () => editions.get(editionKey()) || editions.get('own');
const page = (index) => edition().byIndex.get(index);
const isRightToLeft = () => proof.direction === 'rtl';

function shownSize(page) {
  const fallback = edition().pages.find((other) => other.size);
  const [width, height] = page.size || (fallback ? fallback.size : [420, 595]);
  return page.rotation % 180 ? [height, width] : [width, height];
}

function spreadOf(index) {
  return edition().spreads.find((spread) => spread.includes(index)) || [index, null];
}

/** The index clamped to existing pages. */
function nearest(index) {
  const indices = edition().indices;
  if (!indices.length) return 0;
  return indices.reduce((best, other) =>
    Math.abs(other - index) < Math.abs(best - index) ? other : best);
}
