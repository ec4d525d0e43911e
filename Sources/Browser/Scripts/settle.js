// Opens what folds and shows what is skipped (CSS Containment 3, 4), since a reader cannot, in shadow trees and frames
// too. An animation that ends is shown at its end, and one that does not at its beginning; those of SVG (SMIL) stay
// where they are, so that the browser does not draw them for as long as the page is kept. Pictures that have not come
// by then are not waited for, nor fonts: their promise may never be kept where the clock stands still. Those that have
// come are decoded as they are drawn.

// The document, and the shadow trees and frames in it.
const findRoots = () => {
  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll("*")) {
      if (roots.length >= 1000) break;
      if (element.shadowRoot) roots.push(element.shadowRoot);
      // Reading the document of another site throws.
      try { if (element.contentDocument) roots.push(element.contentDocument); } catch {}
    }
  }
  return roots;
};

const selectAll = (roots, selector) =>
  roots.flatMap(root => Array.from(root.querySelectorAll(selector)));

// True for an element of books, such as `epub:switch`.
const isOfBook = (element, name) => element.localName === `epub:${name}`
  || (element.localName === name && element.namespaceURI === "http://www.idpf.org/2007/ops");

// A switch shows its first supported form, or its default (EPUB Content Documents 3.0.1, 2.1.3.4).
const resolveSwitches = roots => {
  const languages = ["http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg",
    "http://www.w3.org/1998/Math/MathML"];
  const switches = selectAll(roots, "switch, epub\\:switch");
  for (const choice of switches.filter(one => isOfBook(one, "switch"))) {
    const forms = Array.from(choice.children);
    const shown = forms.find(form => isOfBook(form, "case")
        && languages.includes(form.getAttribute("required-namespace")))
      ?? forms.find(form => isOfBook(form, "default"));
    for (const form of forms) if (form !== shown) form.remove();
  }
};

// A browser leaves such content out as long as it is far from the window. Before the first frame the
// content may have no height, so that nothing is far.
const showSkipped = roots => {
  let isSkipping = false;
  const show = style => {
    if (style?.contentVisibility !== "auto") return;
    style.contentVisibility = "visible";
    isSkipping = true;
  };
  const showAll = rules => {
    for (const rule of rules) {
      show(rule.style);
      if (rule.styleSheet) showSheet(rule.styleSheet);
      else if (rule.cssRules) showAll(rule.cssRules);
    }
  };
  const showSheet = sheet => { try { showAll(sheet.cssRules); } catch {} };
  for (const root of roots)
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) showSheet(sheet);
  for (const element of selectAll(roots, "[style*='content-visibility']")) show(element.style);
  if (isSkipping) layOutAgain();
};

// The browser may go on without what it has left out, until there is nothing of it.
const layOutAgain = () => {
  const {style} = document.documentElement, {display} = style;
  style.display = "none";
  document.documentElement.getBoundingClientRect();
  style.display = display;
};

const unfold = roots => {
  for (const folded of selectAll(roots, "details")) {
    // A browser keeps one open of those with one name.
    folded.removeAttribute("name");
    folded.open = true;
  }
};

const stopAnimations = roots => {
  for (const animation of roots.flatMap(root => root.getAnimations())) {
    try {
      const end = animation.effect.getComputedTiming().endTime;
      if (Number.isFinite(end)) animation.finish();
      else { animation.pause(); animation.currentTime = 0; }
    } catch {}
  }
  for (const picture of selectAll(roots, "svg")) picture.pauseAnimations?.();
};

// A marquee that is stopped before its first frame shows its text from the beginning. The innermost is first.
const stopMarquees = roots => {
  for (const moving of selectAll(roots, "marquee").reverse()) {
    const still = moving.cloneNode(false);
    still.append(...moving.childNodes);
    moving.replaceWith(still);
    for (const each of [still, ...still.querySelectorAll("marquee")]) each.stop?.();
  }
};

// Focus asked for by an attribute arrives with a later frame. Nothing inert has it.
const removeFocus = roots => {
  for (const focused of selectAll(roots, "[autofocus]")) focused.inert = true;
  document.activeElement?.blur?.();
};

export default () => {
  // A script may have removed it; all that reads the page needs one.
  if (!document.documentElement) document.append(document.createElement("html"));
  const roots = findRoots();
  resolveSwitches(roots);
  showSkipped(roots);
  unfold(roots);
  stopAnimations(roots);
  stopMarquees(roots);
  removeFocus(roots);
  scrollTo(0, 0);
  return true;
};
