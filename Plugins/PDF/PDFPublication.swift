import CRectoPoppler
import CRectoPopplerPage
import RectoPageModel

/// An open PDF; its capabilities are in files of their own.
final class PDFPublication: Publication {
  /// Released before the document whose fonts they hold.
  let drawings = KeptDrawings()
  private let reference: DocumentReference
  /// Released after the document that borrows them, as the order of the properties has it.
  private let bytes: FileBytes
  let pageCount: Int
  let complaints = PDFDiagnostics()
  /// Filled at the first text request; see `StructureOrder`.
  private(set) lazy var structure = StructureOrder(document: document)
  /// The same; see `ArticleThreads`.
  private(set) lazy var threads = ArticleThreads(document: document)
  /// Filled when glyphs are asked for first.
  private(set) lazy var marks = MarkOrder(document: document)
  /// The last pages for which the need of an own backdrop is known.
  private var backdrops: [(page: Int, isOwn: Bool)] = []

  /// The `PopplerDocument *`, lent for as long as this object lives.
  var document: OpaquePointer { reference.pointer }

  /// Calls `recto_document_open`, which borrows the bytes. Throws `limit` beyond 2 GiB, which is
  /// as far as Poppler counts.
  init(bytes: FileBytes, password: String?) throws(PageError) {
    guard bytes.count > 0 else { throw PageError(.damaged, "the file is empty") }
    guard let length = Int32(exactly: bytes.count) else {
      throw PageError(.limit, "the PDF is larger than 2 GiB: split it")
    }
    self.bytes = bytes
    let document = try complaints.collect { () throws(PageError) in
      var error = RECTO_OPEN_FAILED
      let document = bytes.withBytes {
        recto_document_open($0.baseAddress, length, password, &error)
      }
      guard let document else { throw openError(error, hasPassword: password != nil) }
      return document
    }
    reference = DocumentReference(owning: document)
    pageCount = max(0, Int(poppler_document_get_n_pages(document)))
    guard pageCount > 0 else { throw PageError(.damaged, "the PDF has no pages") }
  }

  /// True if the page is to be drawn apart from the paper. Calls `recto_page_needs_own_backdrop`,
  /// which looks through all forms of a page, once for a page that is drawn in parts.
  func needsOwnBackdrop(_ page: PDFPage) -> Bool {
    if let known = backdrops.first(where: { $0.page == page.index }) { return known.isOwn }
    let isOwn = recto_page_needs_own_backdrop(page.page)
    if backdrops.count == 16 { backdrops.removeFirst() }
    backdrops.append((page.index, isOwn))
    return isOwn
  }

  func page(at index: Int) throws(PageError) -> any Page {
    guard index >= 0, index < pageCount else {
      throw PageError(.noSuchPage, "there is no page \(index &+ 1): the PDF has \(pageCount)")
    }
    return try complaints.collect(page: index) { () throws(PageError) in
      guard let page = poppler_document_get_page(document, Int32(clamping: index)) else {
        throw PageError(.damaged, "the page cannot be read: its object is missing or broken")
      }
      return try PDFPage(page, index: index, publication: self)
    }
  }

  /// PDF states none.
  func spreadPosition(ofPage index: Int) -> SpreadPosition { .automatic }
}

private func openError(_ error: recto_open_error, hasPassword: Bool) -> PageError {
  switch error {
  case RECTO_OPEN_ENCRYPTED:
    PageError(
      .needsPassword,
      hasPassword
        ? "the password does not open the PDF" : "the PDF is encrypted")
  case RECTO_OPEN_BAD_CATALOG:
    PageError(.damaged, "the PDF is damaged: its page catalog cannot be read")
  case RECTO_OPEN_DAMAGED:
    PageError(.damaged, "the PDF is damaged and cannot be repaired: export it again")
  default:
    PageError(.damaged, "the PDF cannot be read: it is damaged, or encrypted in an unknown way")
  }
}
