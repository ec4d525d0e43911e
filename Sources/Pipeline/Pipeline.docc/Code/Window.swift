import RectoPageModel
import RectoPipeline

/// A window of a reader, which shows one page at a time.
struct Window {
  private let view: ReaderView

  /// Pages are fitted into `size`, and two on each side are rendered ahead.
  init(_ issue: OpenPublication, size: PixelSize) {
    view = ReaderView(issue, RenderRequest(scale: .fit(size)), reach: 2)
  }

  /// The page's image; nil if the reader has turned on before it was there.
  func turn(to page: Int) async throws(PageError) -> Bitmap? {
    do throws(PageError) {
      return try await view.turn(to: page)
    } catch {
      guard error.code == .cancelled else { throw error }
      return nil
    }
  }
}
