import RectoPageModel

/// Pictures in the "Quite OK Image Format" (qoiformat.org): a publication of one page.
struct QOIBackend: PageBackend {
  let info = BackendInfo(
    id: "qoi", version: "1", mediaTypes: ["image/qoi"], fileExtensions: ["qoi"], capabilities: [])

  func recognizes(_ probe: SourceProbe) -> Confidence {
    probe.begins(with: Array("qoif".utf8)) ? .certain : .none
  }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    guard case .file(let bytes) = source.content else {
      throw PageError(.unsupported, "a QOI picture is a file, not a folder")
    }
    var decoder = try QOIDecoder(bytes.prefix(bytes.count))
    return QOIPicture(size: decoder.size, pixels: try decoder.pixels())
  }
}

final class QOIPicture: Publication {
  let info = PublicationInfo(format: "QOI", capabilities: [])
  let pageCount = 1
  private let page: QOIPage

  init(size: PixelSize, pixels: [Pixel]) {
    page = QOIPage(size: size, pixels: pixels)
  }

  func page(at index: Int) throws(PageError) -> any Page {
    guard index == 0 else {
      throw PageError(.noSuchPage, "there is no page \(index &+ 1): a QOI file has one picture")
    }
    return page
  }
}
