// Gives the styles in a document the browser's own names: `prefixed` has them by those of EPUB.

export const translatePrefixes = prefixed => {
  const translate = css => css.replace(/-epub-[a-z-]+/g, name => prefixed[name] ?? name);
  for (const sheet of document.querySelectorAll("style")) {
    if (sheet.textContent.includes("-epub-")) sheet.textContent = translate(sheet.textContent);
  }
  for (const element of document.querySelectorAll("[style*='-epub-']"))
    element.setAttribute("style", translate(element.getAttribute("style")));
};
