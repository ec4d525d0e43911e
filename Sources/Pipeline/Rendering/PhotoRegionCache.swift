import RectoPageModel
import RectoRaster
import Synchronization

/// The pictures of pages that are photographs: known from the first dark picture of a page on.
///
/// Judged on the whole page at one scale, whatever was requested, so that a dark region equals a
/// crop of the dark page.
final class PhotoRegionCache: Sendable {
  /// The size at which print and continuous tones can be told apart as fast as a page on a screen
  /// is drawn.
  private static let judged = RenderRequest(scale: .fit(PixelSize(width: 1200, height: 1200)))

  private let known = Mutex<[Int: [Rect]]>([:])

  /// Their boxes in page points. Throws what the page throws when it is drawn.
  func boxes(on page: any Page) throws(PageError) -> [Rect] {
    if let boxes = known.withLock({ $0[page.index] }) { return boxes }
    let boxes = try judge(page)
    known.withLock { $0[page.index] = boxes }
    return boxes
  }

  private func judge(_ page: any Page) throws(PageError) -> [Rect] {
    let pictures = try (page as? any ImagesPage)?.images().map(\.box) ?? []
    guard !pictures.isEmpty else { return [] }
    let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: Self.judged)
    let bitmap = Bitmap(size: grid.size, format: Self.judged.pixelFormat)
    try page.paint(Self.judged, on: grid, into: bitmap)
    return pictures.filter { bitmap.hasContinuousTones(in: grid.transform.apply($0)) }
  }
}
