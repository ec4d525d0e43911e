import RectoPageModel

/// Finds the scans of two facing pages among those of one.
///
/// A page is a double page where it is at least 1.15 times as wide as high and at least 1.6 times
/// as wide, for its height, as the publication's portrait pages in the middle of their order.
/// Without any portrait page (slides, landscape albums) nothing is a double page. Proportions and
/// not pixels are compared, because scans differ in resolution.
final class DoublePages {
  private static let leastProportion = 1.15
  private static let leastRatio = 1.6
  /// Headers that are read to learn what the publication's pages look like: as many, evenly
  /// spread, the first and the last among them, tell it as well as all.
  private static let sampleCount = 33

  private let pageCount: Int
  /// The upright size of a page; nil if it cannot be read.
  private let size: (Int) -> Size?

  init(pageCount: Int, size: @escaping (Int) -> Size?) {
    self.pageCount = pageCount
    self.size = size
  }

  /// Reads other pages' headers only where this one is wide.
  func position(ofPage index: Int) -> SpreadPosition {
    guard let shown = size(index), shown.width >= Self.leastProportion * shown.height,
      let portrait = portraitProportion
    else { return .automatic }
    return shown.width / shown.height >= Self.leastRatio * portrait ? .alone : .automatic
  }

  /// The median of width by height among the portrait pages of the sample.
  private lazy var portraitProportion: Double? = {
    let count = min(Self.sampleCount, pageCount)
    let sample = (0..<count).map { count == 1 ? 0 : $0 * (pageCount - 1) / (count - 1) }
    let proportions = sample.compactMap { size($0) }.filter { $0.width < $0.height }
      .map { $0.width / $0.height }.sorted()
    return proportions.isEmpty ? nil : proportions[proportions.count / 2]
  }()
}
