// Reads a page: words with a box for each grapheme cluster, links, headings, media and pictures, in CSS pixels.
//
// A box of a cluster is what `Range.getBoundingClientRect` gives (CSSOM View, 6.3): as high as the font's ascent and
// descent, as wide as the advance. A word's ink is measured beside it, since swashes and slanted letters reach further.
// Clusters are in 64ths of a pixel, in which the browser lays out: whole numbers are written and read in less time.

import {readDocument} from "./clusters.js";
import {readElements} from "./elements.js";
import {takeGenerated} from "./generated.js";
import {reading} from "./reading.js";
import {formulaAlternatives} from "./texts.js";
import {blocks, wordStyles} from "./words.js";

// `limits` are the most clusters and elements, the page's width and height, and texts that are generated. The answer is
// JSON as a text, which takes half the time of an object.
export default limits => {
  reading.limits = limits;
  takeGenerated(limits.generated);
  readDocument();
  return JSON.stringify({
    blocks: blocks.map(b => ({r: b.role, c: b.cell ?? undefined, o: b.continues || undefined,
      n: b.lines.map(l => l.words)})),
    styles: wordStyles, formulas: formulaAlternatives(), isCut: reading.isCut,
    ...readElements(limits.elements),
  });
};
