import Glibc
import RectoPageModel

/// One image file; a TIFF may have several pages.
final class FileStore: PageStore {
  private let image: FileBytes
  let pageCount: Int
  /// The path of the sidecar beside it.
  private let sidecarPath: String?

  /// Throws where the header of a TIFF cannot be read.
  init(_ source: Source, _ image: FileBytes) throws(PageError) {
    self.image = image
    pageCount = image.format == .tiff ? try ImageHeader(image).pageCount : 1
    sidecarPath =
      source.path == "-"
      ? nil : FileName(source.path).sidecars.first { access($0, R_OK) == 0 }
  }

  var format: String? { nil }
  var hasSidecars: Bool { sidecarPath != nil }

  func name(ofPage index: Int) -> String? { nil }
  func image(ofPage index: Int) throws(PageError) -> FileBytes { image }
  func frame(ofPage index: Int) -> Int { index }

  func sidecar(ofPage index: Int) throws(PageError) -> SidecarFile? {
    guard let sidecarPath else { return nil }
    return SidecarFile(
      name: String(FileName(sidecarPath).last), bytes: try FileBytes(path: sidecarPath)
    )
  }

  func comicInfo() throws(PageError) -> FileBytes? { nil }
}
