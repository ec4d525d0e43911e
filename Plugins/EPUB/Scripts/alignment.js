// Justifies the paragraphs, or lets them end ragged, except centered ones and those aligned to the other side.

export const alignParagraphs = isJustified => {
  for (const element of document.querySelectorAll(
    "p, li, dd, dt, blockquote, div, section, article, td, figcaption, body")) {
    const align = getComputedStyle(element).textAlign;
    if (/^(start|left|justify|-webkit-auto)$/.test(align)) element.style.setProperty(
      "text-align", isJustified ? "justify" : "start", "important");
  }
  for (const element of document.querySelectorAll("h1, h2, h3, h4, h5, h6"))
    if (isJustified && getComputedStyle(element).textAlign === "justify")
      element.style.setProperty("text-align", "start");
};
