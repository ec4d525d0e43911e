/// A number of pages, and its certainty.
public struct PageCount: Sendable, Hashable {
  public var value: Int
  /// True if it follows from the length of the text, because not all of it is laid out, or because a
  /// part cannot be laid out within its limits.
  public var isEstimated: Bool

  public init(_ value: Int, isEstimated: Bool = false) {
    self.value = value
    self.isEstimated = isEstimated
  }
}

/// A publication whose pages are counted by laying its text out, which may take long. Its other facts
/// are known as soon as it is open.
public protocol CountedPublication: Publication {
  /// False where the publication lives elsewhere and its pages are known there.
  var countsByLayout: Bool { get }

  /// The number of pages as far as it is known. Lays nothing out.
  var pageCountSoFar: PageCount { get }

  /// Lays all out, after which the number is exact unless a part failed for its limits. A call of
  /// `Publication.pageCount` does the same, but where the publication lives elsewhere.
  ///
  /// Throws an error that concerns all parts.
  func countPages() throws(PageError)
}

extension CountedPublication {
  public var countsByLayout: Bool { true }
}

/// The pages that are to be counted.
public enum PaginationGoal: Sendable, Hashable {
  /// All that come before the page of this index, which counts from 0.
  case page(Int)
  /// All that come before a place.
  case place(Locator)
  /// All.
  case whole
}

/// A publication that is laid out in steps, since all of it may take longer than one request may. A
/// page needs the parts before it to be counted and its own part to be laid out, and nothing else.
///
/// A call that needs more pages than are counted lays out the missing ones in one step. Several
/// copies that share a `LayoutStore` lay each part out once.
public protocol PaginatingPublication: CountedPublication {
  /// True if the pages of all parts are counted.
  var isPaginated: Bool { get }

  /// True if the pages that a goal names are counted.
  func isPaginated(to goal: PaginationGoal) -> Bool

  /// The parts that this copy has laid out itself, as a share of the text from 0 to 1.
  var laidOutShare: Double { get }

  /// Has the publication take earlier layouts from a store, and put its own there. Called once,
  /// before anything else.
  func share(_ store: any LayoutStore)

  /// Lays parts out for about as many seconds, at least one, until a goal is reached. With
  /// `isHelping` it begins at the last part, so that it shares the work with another copy that begins
  /// at the first. A part that cannot be laid out is a warning.
  ///
  /// Throws an error that concerns all parts, such as a browser that has ended.
  func paginate(to goal: PaginationGoal, seconds: Double, isHelping: Bool) throws(PageError)
}

extension PaginatingPublication {
  /// `paginate` for all of the publication.
  public func paginate(seconds: Double, isHelping: Bool) throws(PageError) {
    try paginate(to: .whole, seconds: seconds, isHelping: isHelping)
  }
}

extension PageWarning {
  /// The code of the warning that a part could not be laid out within its limits, so that it stands as
  /// one page that cannot be shown, and later pages have other numbers than they would have.
  public static let partBeyondLimit = "part-beyond-limit"
}
