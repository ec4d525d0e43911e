import CPoppler
import CPopplerPage
import PageModel

/// An open PDF; its capabilities are in files of their own.
final class PDFPublication: Publication {
  private let reference: GObjectReference
  let pageCount: Int
  let complaints = Complaints()
  /// Filled at the first text request; see `StructureOrder`.
  private(set) lazy var structure = StructureOrder(document: document)

  /// The `PopplerDocument *`, lent for as long as this object lives.
  var document: OpaquePointer { reference.pointer }

  /// Calls `poppler_document_new_from_bytes`; the bytes stay alive with the document.
  init(bytes: FileBytes, password: String?) throws(PageError) {
    guard bytes.count > 0 else { throw PageError(.damaged, "the file is empty") }
    let owner = Unmanaged.passRetained(bytes)
    let data = bytes.withBytes { raw in
      g_bytes_new_with_free_func(
        raw.baseAddress, gsize(raw.count),
        { Unmanaged<FileBytes>.fromOpaque($0!).release() }, owner.toOpaque())
    }
    defer { g_bytes_unref(data) }
    let document = try complaints.collect { () throws(PageError) in
      var error: UnsafeMutablePointer<GError>?
      guard let document = poppler_document_new_from_bytes(data, password, &error) else {
        throw openError(error, hasPassword: password != nil)
      }
      return document
    }
    reference = GObjectReference(owning: document)
    pageCount = max(0, Int(poppler_document_get_n_pages(document)))
    guard pageCount > 0 else { throw PageError(.damaged, "the PDF has no pages") }
  }

  func page(at index: Int) throws(PageError) -> any Page {
    guard index >= 0, index < pageCount else {
      throw PageError(.noSuchPage, "there is no page \(index + 1): the PDF has \(pageCount)")
    }
    return try complaints.collect(page: index) { () throws(PageError) in
      guard let page = poppler_document_get_page(document, Int32(clamping: index)) else {
        throw PageError(.damaged, "the page cannot be read: its object is missing or broken")
      }
      return try PDFPage(page, index: index, publication: self)
    }
  }
}

/// What Poppler says of a file that it does not open. Frees the error.
private func openError(
  _ error: UnsafeMutablePointer<GError>?, hasPassword: Bool
) -> PageError {
  defer { if let error { g_error_free(error) } }
  guard let error else { return PageError(.damaged, "the PDF cannot be read") }
  switch PopplerError(UInt32(bitPattern: error.pointee.code)) {
  case POPPLER_ERROR_ENCRYPTED:
    return PageError(
      .needsPassword,
      hasPassword
        ? "the password does not open the PDF: check it and pass it again"
        : "the PDF is encrypted: pass --password or --password-file")
  case POPPLER_ERROR_BAD_CATALOG:
    return PageError(.damaged, "the PDF is damaged: its page catalog cannot be read")
  case POPPLER_ERROR_DAMAGED:
    return PageError(.damaged, "the PDF is damaged and cannot be repaired: make it anew")
  default:
    return PageError(
      .damaged, "the PDF cannot be read: \(borrowString(error.pointee.message) ?? "unknown reason")"
    )
  }
}
