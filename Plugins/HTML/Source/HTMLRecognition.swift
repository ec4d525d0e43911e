import RectoPageModel

/// The confidence that a source is pages of HTML, by its `SourceProbe`.
enum HTMLRecognition {
  static func confidence(_ probe: SourceProbe) -> Confidence {
    probe.isFolder ? ofFolder(probe.entries) : ofFile(probe)
  }

  /// More than a folder of pictures is of its pictures, which pages have beside them.
  private static let pages = Confidence(80)

  private static func ofFolder(_ names: [String]) -> Confidence {
    if names.contains(HTMLPageNames.book) { return Confidence(90) }
    guard !HTMLPageNames.pages(names).isEmpty, !HTMLPageNames.areSidecars(names) else {
      return .none
    }
    return HTMLPageNames.isBesideStory(names) ? .byContent : pages
  }

  /// A document that begins as HTML is a sure sign; an extension alone does not outweigh another's
  /// signature. A file named as a picture never runs as a script, and one named as a text is read.
  private static func ofFile(_ probe: SourceProbe) -> Confidence {
    guard !PictureExtensions.raster.contains(probe.fileExtension), !probe.isWrittenText
    else {
      return .none
    }
    let start = String(decoding: probe.head.prefix(1024), as: UTF8.self).lowercased()
    let isNamed = HTMLPageNames.extensions.contains(probe.fileExtension)
    let isHTML = isNamed ? marks.contains(where: start.contains) : beginsAsHTML(probe.head)
    guard isHTML else { return isNamed ? .byName : .none }
    // The files of Tesseract and others beside a page image.
    if start.contains("ocr_page") || start.contains("ocr-system") { return .byName }
    return isNamed ? Confidence(95) : .byContent
  }

  private static let marks = ["<!doctype html", "<html"]

  /// True if nothing but white space, comments and an XML declaration stands before the document type
  /// or the root element.
  private static func beginsAsHTML(_ head: [UInt8]) -> Bool {
    var rest = Substring(String(decoding: head, as: UTF8.self))
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let end = rest.hasPrefix("<!--") ? "-->" : rest.hasPrefix("<?") ? "?>" : nil else {
        break
      }
      guard let skipped = rest.firstRange(of: end) else { return false }
      rest = rest[skipped.upperBound...]
    }
    let start = rest.prefix(32).lowercased()
    return marks.contains { mark in
      start.hasPrefix(mark) && !(start.dropFirst(mark.count).first?.isLetter ?? false)
    }
  }
}
