import CRectoPoppler
import CRectoPopplerPage
import RectoPageModel

/// An open PDF; its capabilities are in files of their own.
final class PDFPublication: Publication {
  private let open: OpenDocument
  let pageCount: Int
  let diagnostics = PDFDiagnostics()
  /// Made for the first text request; see `StructureOrder`.
  private(set) lazy var structure = StructureOrder(document: document)
  /// Made for the first text request; see `ArticleThreads`.
  private(set) lazy var threads = ArticleThreads(document: document)
  /// Made for the first request for glyphs.
  private(set) lazy var marks = MarkOrder(document: document)
  /// The results of `needsOwnBackdrop` for the last pages.
  private var backdrops: [(page: Int, isOwn: Bool)] = []
  package var textRows: ClosedRange<Double>?
  /// The results of `hiddenRuns` for the last pages.
  var tornRuns: [(page: Int, runs: [UInt32])] = []

  /// The `PopplerDocument *`, lent for as long as this object lives.
  var document: OpaquePointer { open.pointer }

  /// The display lists of its pages; nil if memory ran out.
  var drawings: OpaquePointer? { open.drawings }

  /// Throws `limit` beyond 2 GiB, since Poppler counts in 32 bits, and what `OpenDocument` throws.
  init(bytes: FileBytes, password: String?) throws(PageError) {
    guard bytes.count > 0 else { throw PageError(.damaged, "the file is empty") }
    guard bytes.count <= Int32.max else {
      throw PageError(.limit, "the PDF is larger than 2 GiB: split it")
    }
    open = try Self.open(bytes, password: password, diagnostics)
    pageCount = open.pageCount
  }

  /// Opens a document with pages. If it is damaged, tries the repairs of `TruncatedPDF`.
  private static func open(
    _ bytes: FileBytes, password: String?, _ diagnostics: PDFDiagnostics
  ) throws(PageError) -> OpenDocument {
    do throws(PageError) {
      return try diagnostics.collect { () throws(PageError) in
        try OpenDocument(bytes, password: password)
      }
    } catch {
      guard error.code == .damaged, let truncated = TruncatedPDF(bytes) else { throw error }
      for repaired in truncated.repairs {
        guard let document = try? OpenDocument(repaired, password: password) else { continue }
        return document
      }
      throw error
    }
  }

  /// True if the page must be drawn as a group of its own before it is composed with the paper.
  /// Calls `recto_page_needs_own_backdrop`, which searches all forms of a page: the result is kept
  /// for pages that are drawn in parts.
  func needsOwnBackdrop(_ page: PDFPage) -> Bool {
    if let known = backdrops.first(where: { $0.page == page.index }) { return known.isOwn }
    let isOwn = recto_page_needs_own_backdrop(page.page)
    if backdrops.count == 16 { backdrops.removeFirst() }
    backdrops.append((page.index, isOwn))
    return isOwn
  }

  func page(at index: Int) throws(PageError) -> any Page { try pdfPage(at: index) }

  /// The page at an index, for callers that need its Poppler page. Throws as `page(at:)` does.
  func pdfPage(at index: Int) throws(PageError) -> PDFPage {
    guard index >= 0, index < pageCount else {
      throw PageError.noPage(at: index, of: pageCount)
    }
    return try diagnostics.collect(page: index) { () throws(PageError) in
      // Poppler may correct the number of pages when it reads the page tree of a damaged file.
      guard index < Int(poppler_document_get_n_pages(document)),
        let page = poppler_document_get_page(document, Int32(clamping: index))
      else {
        throw PageError(.damaged, "the page cannot be read: its object is missing or broken")
      }
      return try PDFPage(page, index: index, publication: self)
    }
  }

  /// Always automatic: a PDF does not state positions.
  func spreadPosition(ofPage index: Int) -> SpreadPosition { .automatic }
}
