import CRectoPoppler
import RectoPageModel

/// A publication whose places have names, for backends that make PDFs of their own.
package protocol NamedPlaces {
  /// The page and the point on it; nil where nothing has that name.
  func place(named name: String) -> (page: Int, point: Point?)?
}

extension PDFPublication: NamedPlaces {
  /// Calls `poppler_document_find_dest`.
  package func place(named name: String) -> (page: Int, point: Point?)? {
    guard let found = poppler_document_find_dest(document, name) else { return nil }
    defer { poppler_dest_free(found) }
    guard case .page(let page, let point) = pageTarget(of: found.pointee) else { return nil }
    return (page, point)
  }
}
