import RectoPageModel
import TestSupport

/// Opens files that end in `held`. Until the gate is opened, they block opening if they contain
/// `open`, and otherwise rendering.
struct HeldBackend: PageBackend {
  let gate = Gate()
  /// The paths of the sources that blocked a caller.
  let held = Log<String>()
  let info = BackendInfo(
    id: "held", version: "1", mediaTypes: ["application/x-held"], fileExtensions: ["held"],
    capabilities: [])

  func recognizes(_ probe: SourceProbe) -> Confidence {
    probe.begins(with: Array("held".utf8)) ? .certain : .none
  }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    guard case .file(let bytes) = source.content else {
      throw PageError(.unsupported, "a folder holds up no request")
    }
    if String(decoding: bytes.prefix(100), as: UTF8.self).contains("open") { wait(source.path) }
    return HeldPublication(source.path, self)
  }

  fileprivate func wait(_ path: String) {
    held.append(path)
    gate.block()
  }
}

private final class HeldPublication: Publication {
  let info = PublicationInfo(format: "held", capabilities: [])
  let pageCount = 1
  private let path: String
  private let backend: HeldBackend

  init(_ path: String, _ backend: HeldBackend) {
    self.path = path
    self.backend = backend
  }

  func page(at index: Int) throws(PageError) -> any Page { HeldPage(path, backend) }
}

private final class HeldPage: Page {
  let index = 0
  let label = ""
  let rotation = Rotation.none
  let boxes = PageBoxes(Size(width: 30, height: 40))
  private let path: String
  private let backend: HeldBackend

  init(_ path: String, _ backend: HeldBackend) {
    self.path = path
    self.backend = backend
  }

  func render(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) {
    backend.wait(path)
  }
}
