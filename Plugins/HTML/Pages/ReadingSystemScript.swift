import RectoBrowser

/// The object by which scripts of a book learn what their reading system can do (EPUB RS 3.3,
/// appendix A).
enum ReadingSystemScript {
  /// Runs in each new document, before any script of its own. Pages are pictures, so that no event of a
  /// person reaches them.
  static let script = PageFunction(PackageResources.reading_system_js).call()
}
