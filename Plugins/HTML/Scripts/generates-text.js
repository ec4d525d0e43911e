// True if style sheets or lists may put text beside that of elements. Most style sheets have pseudo-elements without
// text, which are drawn as lines, bullets and the like.

export default () => {
  const isText = content => content && !["none", "normal", '""'].includes(content);
  const generates = rules => Array.from(rules).some(rule =>
    (rule.style && isText(rule.style.content)) || (rule.styleSheet && reads(rule.styleSheet))
      || (rule.cssRules && generates(rule.cssRules)));
  const reads = sheet => { try { return generates(sheet.cssRules); } catch { return true; } };
  const hasMarker = item => getComputedStyle(item).listStyleType !== "none";
  return document.querySelector("q") !== null
    || Array.from(document.querySelectorAll("li")).some(hasMarker)
    || Array.from(document.styleSheets).concat(document.adoptedStyleSheets).some(reads);
};
