import CRectoPopplerPage
import RectoPageModel

/// Collects Poppler's error messages while it reads a file, as warnings for the publisher.
final class PDFDiagnostics {
  /// The maximum number of warnings for each page, and for the file itself. A broken file repeats
  /// its errors, so more would say nothing new. Counted by page, so that a page's warnings do not
  /// depend on the pages that were read before.
  private static let mostOfAPage = 5
  /// The maximum number of all warnings, which limits memory: any number of pages may be broken.
  private static let mostOfAll = 1000

  private var kept: [Int?: Set<String>] = [:]
  private(set) var warnings: [PageWarning] = []
  private var page: Int?

  /// Collects the messages during `body`, on this thread.
  func collect<Result>(
    page: Int? = nil, _ body: () throws(PageError) -> Result
  ) throws(PageError) -> Result {
    self.page = page
    let context = Unmanaged.passUnretained(self).toOpaque()
    recto_set_complaint_sink(
      { kind, message, context in
        guard let message, let context else { return }
        Unmanaged<PDFDiagnostics>.fromOpaque(context).takeUnretainedValue()
          .add(String(cString: message), kind)
      }, context)
    defer { recto_set_complaint_sink(nil, nil) }
    return try body()
  }

  private func add(_ complaint: String, _ kind: recto_complaint) {
    // Poppler writes line feeds as <0a>.
    let message = complaint.split(separator: "<0a>").joined(separator: " ")
    guard warnings.count < Self.mostOfAll, kept[page, default: []].count < Self.mostOfAPage,
      kept[page, default: []].insert(message).inserted
    else { return }
    warnings.append(
      kind == recto_complaint_glyphs
        ? PageWarning(
          code: "missing-glyph", page: page,
          message: "\(message): install a font for them; boxes are shown instead")
        : PageWarning(
          code: "damaged-file", page: page, message: "the PDF is damaged or unusual: \(message)"))
  }
}
