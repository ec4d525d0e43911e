// The object by which scripts of a book learn what their reading system can do (EPUB RS 3.3, appendix A). It runs in each
// new document, before any script of its own. Pages are pictures, so that no event of a person reaches them.

export default () => {
  const features = new Map([
    ["dom-manipulation", true], ["layout-changes", true], ["spine-scripting", true],
    ["touch-events", false], ["mouse-events", false], ["keyboard-events", false],
  ]);
  Object.defineProperty(navigator, "epubReadingSystem", {
    enumerable: true,
    value: Object.freeze({ name: "Recto", hasFeature: feature => features.get(feature) }),
  });
};
