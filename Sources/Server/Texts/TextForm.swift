import RectoPageModel
import RectoPipeline

/// The format of a page's text.
enum TextForm: String, Sendable, CaseIterable {
  case alto = "alto.xml"
  case hocr
  case plain = "txt"

  var mediaType: String {
    switch self {
    case .alto: "application/xml"
    // Not HTML: it quotes untrusted text, and is not meant to be shown as a page.
    case .hocr: "text/vnd.hocr+html; charset=utf-8"
    case .plain: "text/plain; charset=utf-8"
    }
  }

  /// A page as a whole file.
  func file(of page: PageTextDocument, of record: PublicationRecord) -> String {
    switch self {
    case .alto:
      ALTO.header(fileName: record.item.fileName) + ALTO.page(page) + ALTO.footer
    case .hocr: HOCR.header(title: record.title) + HOCR.page(page) + HOCR.footer
    case .plain: page.text.plain + "\n"
    }
  }
}

extension ShelfItem {
  /// The last part of its path.
  var fileName: String { path.split(separator: "/").last.map(String.init) ?? name }
}
