// How far the reading of a page has come.

export const reading = {
  // The parameters of `read-page.js`.
  limits: null,
  // True if white space stands before the next letter.
  space: true,
  // Clusters that were read.
  count: 0,
  // True if the page has more than `limits.clusters`.
  isCut: false,
  // That of a list's item, until the first word after it is known.
  marker: null,
};
