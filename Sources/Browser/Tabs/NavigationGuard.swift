/// Keeps a page where it is when a script or a `meta` element of it leads elsewhere. A frame in a
/// page may be led elsewhere, but does not load itself again.
///
/// A navigation that begins and is then refused may leave the browser's clock stopped for good. So
/// it does not begin: the `navigate` event of the Navigation API is cancelled (HTML, "Navigation
/// and session history"). `RequestInterceptor` refuses what that event does not announce, and a
/// page that loads itself again.
enum NavigationGuard {
  /// Runs in each new document, before any script of its own.
  static let script = PageFunction(PackageResources.stay_js).call()
}
