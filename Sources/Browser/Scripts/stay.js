// Keeps a page where it is when a script or a `meta` element of it leads elsewhere: it runs in each new document, before
// any script of its own. See `NavigationGuard`.

export default () => {
  const address = url => url.split("#")[0];
  navigation.addEventListener("navigate", event => {
    const { sameDocument, url } = event.destination;
    const isSame = address(url) === address(location.href);
    if (!sameDocument && isSame !== (top === window)) event.preventDefault();
  });
  // Going back beyond the page's first entry has no event that can be cancelled.
  const { back, go } = History.prototype;
  const leaves = delta => (navigation.currentEntry?.index ?? 0) + Number(delta) < 0;
  History.prototype.back = function () { if (!leaves(-1)) back.call(this); };
  History.prototype.go = function (delta = 0) { if (!leaves(delta)) go.call(this, delta); };
};
