import RectoPageModel

/// Opens files that say `SWATCH` and a color, such as `SWATCH #336699`.
struct SwatchBackend: PageBackend {
  let info = BackendInfo(
    id: "swatch", version: "1", mediaTypes: ["image/x-swatch"], fileExtensions: ["swatch"],
    capabilities: [])

  func recognizes(_ probe: SourceProbe) -> Confidence {
    probe.begins(with: Array("SWATCH ".utf8)) ? .certain : .none
  }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    guard case .file(let bytes) = source.content else {
      throw PageError(.unsupported, "a folder is not a swatch")
    }
    let text = String(decoding: bytes.prefix(14).dropFirst(7), as: UTF8.self)
    guard let color = Color(text) else {
      throw PageError(.damaged, "the swatch has no color: write SWATCH #rrggbb")
    }
    return Swatch(color)
  }
}

/// A publication of one page, which is two inches wide and one high.
final class Swatch: Publication {
  let info = PublicationInfo(format: "swatch", capabilities: [])
  let pageCount = 1
  private let color: Color

  init(_ color: Color) {
    self.color = color
  }

  func page(at index: Int) throws(PageError) -> any Page {
    guard index == 0 else { throw PageError(.noSuchPage, "a swatch has one page") }
    return SwatchPage(color)
  }
}

final class SwatchPage: Page {
  let index = 0
  let label = "1"
  let rotation = Rotation.none
  let boxes = PageBoxes(Size(width: 144, height: 72))
  private let color: Color

  init(_ color: Color) {
    self.color = color
  }

  func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    bitmap.fill(color)
  }
}
