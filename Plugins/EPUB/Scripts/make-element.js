// An element of the document's own kind.

const root = document.documentElement;
export const makeElement = name => document.createElementNS(
  root.localName === "svg" ? root.namespaceURI : "http://www.w3.org/1999/xhtml", name);
