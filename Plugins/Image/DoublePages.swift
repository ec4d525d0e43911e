import RectoPageModel

/// Finds the scans of two facing pages among the scans of single pages.
///
/// A page is a double page if its width divided by its height is at least 1.15, and at least 1.6 times
/// the median of the portrait pages. In a publication without portrait pages (slides, landscape albums)
/// no page is a double page. Proportions are compared instead of pixels, because scans differ in
/// resolution.
final class DoublePages {
  private static let leastProportion = 1.15
  private static let leastRatio = 1.6
  /// The number of pages whose headers are read for the median: as many, evenly spread from the first
  /// to the last, represent all pages well enough.
  private static let sampleCount = 33

  private let pageCount: Int
  /// The upright size of a page; nil if it cannot be read.
  private let size: (Int) -> Size?

  init(pageCount: Int, size: @escaping (Int) -> Size?) {
    self.pageCount = pageCount
    self.size = size
  }

  /// The position of a page. Reads the headers of other pages only if this page is wide.
  func position(ofPage index: Int) -> SpreadPosition {
    guard let shown = size(index), shown.width >= Self.leastProportion * shown.height,
      let portrait = portraitProportion
    else { return .automatic }
    return shown.width / shown.height >= Self.leastRatio * portrait ? .alone : .automatic
  }

  /// The median of width divided by height among the sample's portrait pages.
  private lazy var portraitProportion: Double? = {
    let count = min(Self.sampleCount, pageCount)
    let sample = (0..<count).map { count == 1 ? 0 : $0 * (pageCount - 1) / (count - 1) }
    let proportions = sample.compactMap { size($0) }.filter { $0.width < $0.height }
      .map { $0.width / $0.height }.sorted()
    return proportions.isEmpty ? nil : proportions[proportions.count / 2]
  }()
}
