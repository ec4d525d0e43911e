/// Keeps a page where it is when a script or a `meta` element of it leads elsewhere. A frame in a
/// page may be led elsewhere, but does not load itself again.
///
/// A navigation that begins and is then refused may leave the browser's clock stopped for good. So
/// it does not begin: the `navigate` event of the Navigation API is cancelled (HTML, "Navigation
/// and session history"). `RequestInterceptor` refuses what that event does not announce, and a
/// page that loads itself again.
enum NavigationGuard {
  /// Runs in each new document, before any script of its own.
  static let script = """
    (() => {
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
    })();
    """
}
