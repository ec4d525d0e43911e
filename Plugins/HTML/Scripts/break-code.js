// Code whose lines or whose number of lines has to be scrolled through is shown to its end: long lines are broken, as on
// paper. What is cut off would be in no picture and in no search. True if that changed the page.
//
// Code beside its line numbers, in the cells of a table, stays as it is: they stand at its lines.

export default () => {
  const scrolls = (box, style, across) =>
    /^(auto|scroll)$/.test(across ? style.overflowX : style.overflowY)
      && (across ? box.scrollWidth > box.clientWidth + 1 : box.scrollHeight > box.clientHeight + 1);
  const wide = new Map(), tall = new Set();
  for (const code of Array.from(document.querySelectorAll("pre")).slice(0, 5000)) {
    if (code.closest("td")) continue;
    for (const box of [code, code.firstElementChild, code.parentElement]) {
      if (!box || box === document.body || box.contains(code) && box.querySelectorAll("pre").length > 1)
        continue;
      const style = getComputedStyle(box);
      if (scrolls(box, style, true)) wide.set(code, []);
      if (scrolls(box, style, false)) tall.add(box);
    }
    if (!wide.has(code)) continue;
    for (const element of [code, ...code.querySelectorAll("*")])
      if (getComputedStyle(element).whiteSpace === "pre") wide.get(code).push(element);
  }
  // Everything is measured before anything changes, so that the page is laid out at most once more.
  for (const [code, elements] of wide) {
    code.style.setProperty("overflow-wrap", "anywhere", "important");
    for (const element of elements) element.style.setProperty("white-space", "pre-wrap", "important");
  }
  for (const box of tall) {
    box.style.setProperty("max-height", "none", "important");
    box.style.setProperty("height", "auto", "important");
  }
  return wide.size + tall.size > 0;
};
