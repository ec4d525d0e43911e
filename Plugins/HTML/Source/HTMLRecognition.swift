import RectoPageModel

/// The confidence that a source is pages of HTML, by its `SourceProbe`.
enum HTMLRecognition {
  static func confidence(_ probe: SourceProbe) -> Confidence {
    probe.isFolder ? ofFolder(probe.entries) : ofFile(probe)
  }

  /// More than a folder of pictures is of its pictures, which pages have beside them.
  private static let pages = Confidence(80)

  private static func ofFolder(_ names: [String]) -> Confidence {
    if names.contains(HTMLNames.book) { return Confidence(90) }
    guard !HTMLNames.pages(names).isEmpty, !HTMLNames.areSidecars(names) else { return .none }
    return pages
  }

  /// A document type or an element of HTML is a sure sign; an extension alone does not outweigh
  /// another's signature. A file named as a picture never runs as a script.
  private static func ofFile(_ probe: SourceProbe) -> Confidence {
    let start = String(decoding: probe.head.prefix(1024), as: UTF8.self).lowercased()
    guard !HTMLNames.pictureExtensions.contains(probe.fileExtension) else { return .none }
    let isNamed = HTMLNames.extensions.contains(probe.fileExtension)
    let marks = ["<!doctype html", "<html"]
    guard marks.contains(where: start.contains) else { return isNamed ? .byName : .none }
    // The files of Tesseract and others beside a page image.
    if start.contains("ocr_page") || start.contains("ocr-system") { return .byName }
    return isNamed ? Confidence(95) : .byContent
  }
}
