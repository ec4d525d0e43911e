// Headings, and what stands between them and the text below. A style sheet keeps a heading with the element that follows
// only, and many books have a blank paragraph there, or a paragraph in bold as their heading.

// Headings of a document.
const mostHeadings = 5000;
// Letters of a paragraph that counts as a heading.
const longestHeading = 100;

const content = "img, svg, math, table, hr, video, audio, object, iframe, input, button, canvas";
// Named fields of a form shadow the form's own DOM properties.
export const isForm = element => element instanceof HTMLFormElement;
const isBlank = element => !isForm(element) && !/\S/.test(element.textContent)
  && !element.matches(content) && !element.querySelector(content);
const isBold = element => {
  if (isForm(element) || element.localName !== "p" || element.children.length !== 1) return false;
  const [only] = element.children, text = element.textContent.trim();
  return /^(b|strong)$/.test(only.localName)
    && text.length > 0 && text.length <= longestHeading && only.textContent.trim() === text;
};
const following = element => {
  while (!element.nextElementSibling && element.parentElement && element.parentElement !== document.body
    && !isForm(element.parentElement))
    element = element.parentElement;
  return element.nextElementSibling;
};

// The elements behind which no page may end. A paragraph is a heading if all of its text is bold and that of the next is
// not.
export const elementsBeforeText = () => {
  const found = new Set();
  const headings = document.querySelectorAll(
    "h1, h2, h3, h4, h5, h6, p:has(> b:only-child), p:has(> strong:only-child)");
  for (const heading of Array.from(headings).slice(0, mostHeadings)) {
    let next = following(heading);
    if (heading.localName === "p") {
      if (!next || !isBold(heading) || isBold(next)) continue;
      found.add(heading);
    }
    // An element that was found ends the search: what follows it was handled for an earlier heading.
    for (; next && !found.has(next) && isBlank(next); next = following(next)) found.add(next);
  }
  return found;
};
