// Makes a loaded document ready to be printed, out of the sight of its scripts. The answer is what `ChapterFacts` reads.

import {alignParagraphs} from "./alignment.js";
import {makeElement} from "./make-element.js";
import {liftMarks} from "./marks.js";
import {keepNames} from "./names.js";
import {keepTogether} from "./page-breaks.js";
import {removePageRules} from "./page-rules.js";
import {linkPlayers} from "./players.js";
import {translatePrefixes} from "./prefixed-styles.js";
import {removePublisherStyles} from "./publisher-styles.js";

// The color of the page, as it looks on white paper, which it is drawn on once more; null if it has none.
const background = () => {
  for (const element of [document.documentElement, document.body].filter(Boolean)) {
    const [red, green, blue, alpha = 1] =
      (getComputedStyle(element).backgroundColor.match(/^rgba?\(([^)]*)\)$/) ?? ["", ""])[1]
        .split(/[ ,/]+/).map(Number);
    if (![red, green, blue, alpha].every(Number.isFinite) || alpha === 0) continue;
    const color = [red, green, blue].map(part => Math.round(255 + (part - 255) * alpha));
    if (alpha < 1) element.style.setProperty("background-color", `rgb(${color})`, "important");
    return color;
  }
  return null;
};

const add = (css, isFirst) => {
  const style = makeElement("style");
  style.textContent = css;
  const head = document.head ?? document.documentElement;
  if (isFirst) head.prepend(style); else head.append(style);
  return style;
};

// A theme's colors beat those of attributes after it.
const demoteImportantColors = () => {
  for (const element of document.querySelectorAll("[style*=important]")) {
    for (const name of ["color", "background", "background-color", "border-color"]) {
      const value = element.style.getPropertyValue(name);
      if (element.style.getPropertyPriority(name)) element.style.setProperty(name, value);
    }
  }
};

// The addresses of pictures that the browser cannot decode.
const undecodedPictures = () => new Set(
  Array.from(document.images)
    .filter(picture => picture.complete && picture.src && !picture.naturalWidth)
    .map(picture => picture.currentSrc || picture.src));

// The language is that of a document that names none, and may be empty; no selector for attributes sees it. Style sheets
// are texts, `isJustified` may be null.
export default ({
  language, defaults, quotes, overrides, page, hasTheme, keepsPublisherStyles, isJustified, prefixes, players,
  mostPictures,
}) => {
  const root = document.documentElement;
  const xml = "http://www.w3.org/XML/1998/namespace";
  const namesNone = !root.hasAttribute("lang") && !root.hasAttributeNS(xml, "lang");
  if (language && namesNone) root.setAttributeNS(xml, "xml:lang", language);
  if (!keepsPublisherStyles) removePublisherStyles();
  translatePrefixes(prefixes);
  removePageRules();
  // `collect-words.js` switches this style sheet off to ask for the book's own hyphens.
  globalThis.ownDefaults = add(defaults, true);
  if (language && namesNone) add(quotes, true);
  // An important declaration in the first layer beats all of the book's (CSS Cascade 5, 6.1).
  add(`@layer recto { ${overrides} }`, true);
  add(page, false);
  if (hasTheme) demoteImportantColors();
  if (isJustified !== null) alignParagraphs(isJustified);
  // The browser shows a standalone picture on a dark ground.
  if (document.contentType.startsWith("image/") && document.body)
    document.body.style.setProperty("background", "none", "important");
  if (document.body) {
    linkPlayers(players);
    keepTogether();
    liftMarks();
    keepNames();
  }
  return {
    isMalformed: document.getElementsByTagName("parsererror").length > 0,
    background: background(),
    undecodedPictures: Array.from(undecodedPictures()).slice(0, mostPictures),
  };
};
