// Puts the document `text` in the place of the one that is shown, under `address`; false where it must be loaded.

export default async ({address, text}) => {
  const isPlain = document => document.contentType === "application/xhtml+xml"
    && document.documentElement.namespaceURI === "http://www.w3.org/1999/xhtml"
    && Array.from(document.childNodes).every(node => node.nodeType !== Node.PROCESSING_INSTRUCTION_NODE)
    && !document.querySelector(`parsererror, meta[http-equiv]:not([http-equiv='content-type' i]),
      link[title], style[title]`);
  const others = `base, input[type=image i], iframe, frame, object, embed, audio, video, image, use,
    feImage, img[loading=lazy i], [background], link:not([rel=stylesheet i][href]),
    link[disabled], link[href=''], link[type]:not([type='text/css' i])`;
  // Pictures by CSS, in all its spellings; "url(#a)" is of the document itself.
  const picture = /url\((?!['"]?#)|image-set|src\(|@import|\\/i;
  const hasPicture = element =>
    Array.from(element.attributes).some(({name, value}) => name === "style" ? picture.test(value)
      : element.namespaceURI === "http://www.w3.org/2000/svg" && /url\((?!['"]?#)|\\/i.test(value))
    || element.localName === "style" && picture.test(element.textContent);
  const next = new DOMParser().parseFromString(text, "application/xhtml+xml");
  if (!isPlain(document) || !isPlain(next) || next.querySelector(others)
    || Array.from(next.querySelectorAll("*")).some(hasPicture))
    return false;

  history.replaceState(null, "", address);
  if (location.href !== address) return false;
  document.replaceChild(document.adoptNode(next.documentElement), document.documentElement);
  const arrival = element => new Promise(resolve => {
    for (const name of ["load", "error"]) element.addEventListener(name, resolve, {once: true});
  });
  const sheets = Array.from(document.querySelectorAll("link"))
    .filter(link => link instanceof HTMLLinkElement);
  await Promise.all(sheets.filter(link => !link.sheet).map(arrival));

  // True by address if a style sheet may have pictures, such as one that cannot be read.
  const pictured = globalThis.pictured ??= new Map();
  const havePictures = rules => Array.from(rules).some(rule => {
    if (rule instanceof CSSImportRule) return rule.styleSheet && havePictures(rule.styleSheet.cssRules);
    return !(rule instanceof CSSFontFaceRule || rule instanceof CSSNamespaceRule)
      && /url\(|image-set/i.test(rule.cssText);
  });
  const hasPictures = sheet => {
    try { return sheet !== null && havePictures(sheet.cssRules); } catch { return true; }
  };
  for (const {href, sheet} of sheets) {
    if (!pictured.has(href)) pictured.set(href, hasPictures(sheet));
    if (pictured.get(href)) return false;
  }
  await Promise.all(Array.from(document.images).filter(image => !image.complete).map(arrival));
  document.documentElement.getBoundingClientRect();
  await document.fonts.ready;
  return true;
};
