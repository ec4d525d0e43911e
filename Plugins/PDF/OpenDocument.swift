import CRectoPoppler
import CRectoPopplerPage
import RectoPageModel
import RectoRaster

/// Owns a `PopplerDocument`, the faces of its fonts, the bytes that it borrows, and the display
/// lists that hold its fonts.
final class OpenDocument {
  /// A page of a book takes 0.2 MiB, a map 2 MiB or more. A worker has 512 MiB.
  private static let mostBytesOfDrawings = 32 << 20

  let pointer: OpaquePointer
  /// The display lists of the pages that were drawn last, so that another part or scale of a page,
  /// or its text, does not interpret its content again. Nil if memory ran out: nothing is kept
  /// then.
  let drawings: OpaquePointer?
  let pageCount: Int
  private let bytes: FileBytes

  /// Calls `recto_document_open`, which borrows the bytes. Throws `damaged`, also for a document
  /// without pages, and `needsPassword`.
  init(_ bytes: FileBytes, password: String?) throws(PageError) {
    var error = RECTO_OPEN_FAILED
    let document = bytes.withBytes {
      recto_document_open($0.baseAddress, Int32(clamping: $0.count), password, &error)
    }
    guard let document else { throw PageError(error, hasPassword: password != nil) }
    self.bytes = bytes
    pointer = document
    drawings = recto_drawings_new(Self.mostBytesOfDrawings)
    pageCount = max(0, Int(poppler_document_get_n_pages(document)))
    guard pageCount > 0 else { throw PageError(.damaged, "the PDF has no pages") }
  }

  deinit {
    withExtendedLifetime(bytes) {
      withCairoFonts {
        recto_drawings_free(drawings)
        g_object_unref(UnsafeMutableRawPointer(pointer))
      }
    }
  }
}

extension PageError {
  fileprivate init(_ error: recto_open_error, hasPassword: Bool) {
    switch error {
    case RECTO_OPEN_ENCRYPTED:
      self.init(
        .needsPassword,
        hasPassword ? "the password does not open the PDF" : "the PDF is encrypted")
    case RECTO_OPEN_UNKNOWN_ENCRYPTION:
      self.init(
        .unsupported,
        "the PDF is encrypted in a way that Poppler cannot read: PDFium may, where it is installed")
    case RECTO_OPEN_BAD_CATALOG:
      self.init(.damaged, "the PDF is damaged: its page catalog cannot be read")
    case RECTO_OPEN_DAMAGED:
      self.init(.damaged, "the PDF is damaged and cannot be repaired: export it again")
    default:
      self.init(.damaged, "the PDF cannot be read: it is damaged, or encrypted in an unknown way")
    }
  }
}
