// Removes the document's own pages: size and margins are the reader's. Style sheets of other hosts are not loaded, and
// would not be readable.

const removeFrom = rules => {
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index];
    if (rule instanceof CSSPageRule) (rule.parentRule ?? rule.parentStyleSheet)?.deleteRule(index);
    else if (rule instanceof CSSImportRule) readRules(rule.styleSheet);
    else if (rule.cssRules) removeFrom(rule.cssRules);
  }
};
const readRules = sheet => {
  try { if (sheet) removeFrom(sheet.cssRules); } catch { /* of another host */ }
};

export const removePageRules = () => {
  for (const sheet of document.styleSheets) readRules(sheet);
};
