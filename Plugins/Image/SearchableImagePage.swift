import RectoMarkup
import RectoPageModel

/// One page image of a publication that has sidecars.
final class SearchableImagePage: ImagePage, TextPage {
  /// The text of the page's sidecar; empty without one, and if it cannot be read, which is a
  /// warning of the publication.
  func text() throws(PageError) -> PageText {
    var name = "the sidecar"
    do {
      guard let sidecar = try publication.store.sidecar(ofPage: index) else { return .none }
      name = sidecar.name.printable
      return try SidecarText.read(
        sidecar, page: publication.store.frame(ofPage: index), header: header)
    } catch {
      publication.warn(
        code: "damaged-sidecar", page: index, "\(name) is not used: \(error.message)")
      return .none
    }
  }
}

/// Reads a sidecar, whichever of its formats it is in.
enum SidecarText {
  /// Throws `damaged`, `limit`, or `unsupported` if it is neither ALTO nor hOCR.
  static func read(
    _ sidecar: SidecarFile, page: Int, header: ImageHeader
  ) throws(PageError) -> PageText {
    if FileName(sidecar.name).fileExtension == "xml" {
      return try XMLDocument(sidecar.bytes, as: .xml).withRoot { root throws(PageError) in
        root.name == "alto"
          ? ALTO(root, page: page, header: header)?.text ?? .none
          : try hOCR(root, page: page, header: header)
      }
    }
    return try XMLDocument(sidecar.bytes, as: .html).withRoot { root throws(PageError) in
      try hOCR(root, page: page, header: header)
    }
  }

  private static func hOCR(
    _ root: XMLElement, page: Int, header: ImageHeader
  ) throws(PageError) -> PageText {
    guard HOCR.isPresent(in: root) else {
      throw PageError(.unsupported, "it is neither ALTO nor hOCR")
    }
    return HOCR(root, page: page, header: header)?.text ?? .none
  }
}
