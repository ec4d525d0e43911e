// Leaves nothing of the book's styles.

export const removePublisherStyles = () => {
  for (const node of Array.from(document.childNodes))
    if (node.nodeType === Node.PROCESSING_INSTRUCTION_NODE) node.remove();
  for (const sheet of document.querySelectorAll("style, link[rel~='stylesheet' i]"))
    if (!sheet.closest("svg")) sheet.remove();
  for (const element of document.querySelectorAll("*")) {
    if (element.closest("svg, math")) continue;
    for (const name of ["style", "align", "bgcolor", "background", "text", "color", "face"])
      if (name !== "style" || !element.matches("img, video")) element.removeAttribute(name);
  }
};
