/// A clock of its own for every document, for timers and dates: the start of a document and the
/// number of frames depend on the machine even by the browser's clock. It stands still until
/// everything has loaded, then advances in steps until its end.
enum ClockScript {
  /// Milliseconds that a loaded page has to reach its final look: charts and counters are drawn in
  /// a second. The clock shows them at its end, also of a page that waits for no frame or timer any
  /// more.
  static let life = 1_200
  /// Seconds since 1970: the first second of 2026. A page that shows the date shows this one.
  static let start = 1_767_225_600

  /// Runs in each new document, before any script of its own.
  static let script = PageFunction(
    PackageResources.random_js, PackageResources.pending_work_js, PackageResources.transitions_js,
    PackageResources.observers_js, PackageResources.clock_js
  ).call { json in
    json.member("began", start * 1000)
    json.member("life", life)
  }
}
