// The text of a document, for every script that reads one.

const roles = {H1: "heading1", H2: "heading2", H3: "heading3", H4: "heading4", H5: "heading5",
  H6: "heading6", LI: "listItem", DT: "listItem", DD: "listItem", TD: "tableCell",
  TH: "tableCell", FIGCAPTION: "caption", CAPTION: "caption", BLOCKQUOTE: "quote",
  PRE: "code", MATH: "formula", NAV: "tableOfContents"};
const skipped = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "TEXTAREA",
  "SELECT", "OPTION", "TITLE", "VIDEO", "AUDIO", "CANVAS", "RP"]);
const framing = new Set(["IFRAME", "FRAME", "OBJECT", "EMBED"]);
export const parent = node =>
  node.assignedSlot || node.parentElement || node.getRootNode().host || null;
const ownLanguage = element =>
  element.getAttributeNS("http://www.w3.org/XML/1998/namespace", "lang")
    || element.getAttribute("lang") || element.getAttribute("xml:lang") || "";

// The document that an element frames, if it is of the publication; an object without one
// shows its content.
export const innerDocument = element => {
  try {
    if (element.localName !== "embed") return element.contentDocument;
    const { defaultView } = element.ownerDocument;
    for (let index = 0; index < Math.min(defaultView.length, 100); index++)
      if (defaultView[index].frameElement === element) return defaultView[index].document;
  } catch {}
  return null;
};
export const isFrameSeen = element =>
  element.getClientRects().length > 0 && !textStyle(element).isHidden;

// True if the text beside an element continues in it without a space, as after an initial.
const isPartOfWord = element =>
  /\S$/.test(element.previousSibling?.data ?? "") || /^\S/.test(element.nextSibling?.data ?? "");

// Elements that have nothing but words in them (HTML, 3.2.5.2.5).
const wordy = new Set(["P", "H1", "H2", "H3", "H4", "H5", "H6"]);
const isInWords = block => wordy.has(block.localName.toUpperCase());
const textHolders = new Map();
const isBesideText = ({parentNode}) => {
  if (!textHolders.has(parentNode)) textHolders.set(parentNode,
    Array.from(parentNode?.childNodes ?? []).some(node => node.nodeType === 3 && /\S/.test(node.data)));
  return textHolders.get(parentNode);
};

const tables = new Map();
// The places of a table's cells: the numbers of the table, of the row and of the cell in it. Layout tables have no such
// places.
const placesIn = table => {
  const known = tables.get(table);
  if (known) return known;
  const places = new Map(), number = tables.size;
  tables.set(table, places);
  const rows = Array.from(table.querySelectorAll("tr"), row =>
    Array.from(row.children).filter(cell => /^t[dh]$/i.test(cell.localName)));
  const isLayoutTable = rows.length < 2 || rows.every(cells => cells.length < 2)
    || /^(none|presentation)$/.test(table.getAttribute("role"))
    || table.querySelector("table,h1,h2,h3,h4,h5,h6,section,article,nav,form,iframe");
  if (!isLayoutTable) rows.forEach((cells, row) =>
    cells.forEach((cell, index) => places.set(cell, [number, row, index])));
  return places;
};
const placeOfCell = cell => {
  const table = cell.closest("table");
  return table ? placesIn(table).get(cell) ?? null : null;
};

const textStyles = new Map();
// The items of lists that have a block.
const begun = new Set();
// Notes that a block of a list item begins, and returns true if the item already had one. Call it once for each block,
// in order.
export const beginItem = ({item}) => {
  if (!item) return false;
  const hadBegun = begun.has(item);
  begun.add(item);
  return hadBegun;
};

// The block that an element's text is of, and how it is read: looked up once for each.
export const textStyle = element => {
  let known = textStyles.get(element);
  if (known) return known;
  const above = parent(element);
  const outer = above ? textStyle(above) : null;
  const style = getComputedStyle(element);
  // Without the prefix that XML may give it.
  const name = element.localName.toUpperCase();
  // All of a formula is one, and part of its paragraph unless it is a display formula.
  const formula = outer?.formula ?? (name === "MATH" ? element : null);
  const isPlaced = style.position === "absolute" && outer !== null && isInWords(outer.block);
  const inline = isPlaced || ["inline", "contents"].includes(style.display)
    || style.display.startsWith("ruby")
    || (formula && (formula !== element || !style.display.startsWith("block")))
    || ((style.float !== "none" || style.display.startsWith("inline-")) && isPartOfWord(element))
    // A box in a line, such as a key, is of its sentence.
    || (style.display.startsWith("inline-") && outer !== null
      && (isInWords(outer.block) || isBesideText(element)));
  const cell = /^T[DH]$/.test(name) ? placeOfCell(element) : outer?.cell ?? null;
  // Skipped content keeps its place, and is not drawn.
  const hidesContent = style.contentVisibility === "hidden";
  const isClear = (outer && outer.isClear) || style.opacity === "0"
    || (outer && outer.hidesContent);
  known = {
    outer, inline, formula, cell,
    item: name === "LI" ? element
      : !inline && (roles[name] || cell) ? null : outer?.item ?? null,
    block: inline && outer ? outer.block : element,
    // The innermost element of its block that is placed by itself.
    placed: isPlaced ? element : inline && outer ? outer.placed : null,
    role: cell ? "tableCell" : roles[name] || (outer ? outer.role : "paragraph"),
    lang: ownLanguage(element) || (outer ? outer.lang : ""),
    vertical: !style.writingMode.startsWith("horizontal"),
    isRightToLeft: style.direction === "rtl",
    // How a part of a block sets its direction apart (CSS Writing Modes 4, 2.2); null if it does not.
    bidi: inline && outer && style.unicodeBidi !== "normal" ? style.unicodeBidi : null,
    isRuby: name === "RT" || name === "RTC" || (outer ? outer.isRuby : false),
    isHidden: style.visibility !== "visible" || isClear || hidesContent, isClear, hidesContent,
  };
  textStyles.set(element, known);
  return known;
};

// The text for readers who cannot see an element, from attributes; null where it has none.
export const alternative = (element, ...names) => {
  const written = names.map(name => element.getAttribute(name));
  return (written.find(text => text?.trim()) ?? written.at(-1))?.slice(0, 4000).toWellFormed() ?? null;
};
// The formulas that have a number, in the order of their numbers.
const formulas = new Map();
export const formulaNumber = formula => {
  if (!formulas.has(formula)) formulas.set(formula, formulas.size);
  return formulas.get(formula);
};
export const formulaAlternatives = () =>
  Array.from(formulas.keys(), formula => alternative(formula, "alttext", "aria-label") || null);

// Calls `onText` for each text (in XML some are CDATA sections), `onBreak` for each line break that is asked for, and
// `onStart` and `onEnd` around the content of each element, in the order of the document, shadow trees and frames too,
// until `isDone`.
export const readTexts = (onText, onBreak, isDone, onStart, onEnd) => {
  const stack = [document.body || document.documentElement];
  let frames = 0;
  while (stack.length && !isDone()) {
    const node = stack.pop();
    if (typeof node === "function") { node(); continue; }
    if (node.nodeType === 3 || node.nodeType === 4) { onText(node); continue; }
    if (node.nodeType !== 1 && node.nodeType !== 11) continue;
    if (node.nodeType === 1) {
      const name = node.tagName.toUpperCase();
      if (onStart) {
        onStart(node);
        stack.push(() => onEnd(node));
      }
      if (skipped.has(name)) continue;
      if (name === "BR") { onBreak(); continue; }
      const inner = framing.has(name) ? innerDocument(node) : null;
      if (inner) {
        const top = inner.body || inner.documentElement;
        if (top && isFrameSeen(node) && frames++ < 100) stack.push(top);
        continue;
      }
      if (name === "IFRAME" || name === "FRAME") continue;
    }
    const root = node.shadowRoot;
    const given = node.tagName === "SLOT" ? node.assignedNodes() : [];
    const children = root ? root.childNodes : given.length ? given : node.childNodes;
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
};

// True if a text is laid out, by a range that is reused.
export const isLaidOut = (node, range) => {
  range.selectNodeContents(node);
  const all = range.getBoundingClientRect();
  return all.width !== 0 || all.height !== 0;
};
