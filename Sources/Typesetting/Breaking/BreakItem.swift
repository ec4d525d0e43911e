/// One element of a paragraph as line breaking sees it: widths without letters.
///
/// The four kinds are those of TeX's horizontal list. Sixteen bytes each, since a book has
/// millions of them.
public struct BreakItem: Sendable, Hashable {
  public enum Kind: UInt8, Sendable {
    /// Something that is never broken: letters, a picture. Stays at the start of a line.
    case box
    /// White space that gives way. A line may end at it if it follows a box or a discretionary;
    /// it disappears there, as does all glue that follows up to the next box.
    case glue
    /// A place where a line may end, at a price; disappears as glue does.
    case penalty
    /// A place where a line may end with material that is absent or different if it does not end
    /// there, such as a hyphen.
    case discretionary
  }

  /// The order of infinite stretch: while a line has stretch of a higher order, that of lower
  /// orders is not used.
  public enum StretchOrder: UInt8, Sendable, Comparable {
    case finite, fil, fill, filll

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// Lines that end so in succession cost `doubleHyphenDemerits`.
    static let countsAsHyphen = Flags(rawValue: 1)
    /// Tried only if the paragraph cannot be broken well without it.
    static let isLastResort = Flags(rawValue: 2)
  }

  /// The width of a box, a glue or an unbroken discretionary; 0 for a penalty.
  public let width: ScaledPoints
  /// The stretch of a glue; the width that a break here adds at the end of its line.
  let first: Int32
  /// The shrink of a glue; the width that a break here adds at the start of the next line.
  let second: Int32
  let storedPenalty: Int16
  public let kind: Kind
  private let detail: UInt8

  private init(
    _ kind: Kind, width: ScaledPoints = .zero, first: ScaledPoints = .zero,
    second: ScaledPoints = .zero, penalty: Int = 0, detail: UInt8 = 0
  ) {
    self.width = width
    self.first = first.rawValue
    self.second = second.rawValue
    storedPenalty = Int16(max(-Penalty.infinite, min(penalty, Penalty.infinite)))
    self.kind = kind
    self.detail = detail
  }

  public static func box(_ width: ScaledPoints) -> Self { Self(.box, width: width) }

  /// White space of this natural width. Shrink is always finite, as TeX requires in a paragraph.
  public static func glue(
    _ width: ScaledPoints, stretch: ScaledPoints = .zero, order: StretchOrder = .finite,
    shrink: ScaledPoints = .zero
  ) -> Self {
    Self(.glue, width: width, first: stretch, second: shrink, detail: order.rawValue)
  }

  /// A break at `price`: from `Penalty.infinite`, which forbids it, to `-Penalty.infinite`, which
  /// forces it.
  ///
  /// `lineEnd` and `lineStart` are added to the line that ends here and to the one that starts
  /// after it, so that punctuation can hang out of the edges: they are negative then.
  public static func penalty(
    _ price: Int, lineEnd: ScaledPoints = .zero, lineStart: ScaledPoints = .zero,
    countsAsHyphen: Bool = false
  ) -> Self {
    Self(
      .penalty, first: lineEnd, second: lineStart, penalty: price,
      detail: countsAsHyphen ? Flags.countsAsHyphen.rawValue : 0)
  }

  /// A break that leaves `preBreak` on the line, such as the width of a hyphen, and puts
  /// `postBreak` on the next; unbroken, it is as wide as `replacement`.
  ///
  /// Where `postBreak` is zero, glue that follows a break disappears. `isLastResort` keeps the
  /// break out of the first pass, as TeX does with hyphens that it found itself; a hyphen that
  /// stands in the text is not one of these.
  public static func discretionary(
    preBreak: ScaledPoints, postBreak: ScaledPoints = .zero, replacement: ScaledPoints = .zero,
    penalty: Int = 50, countsAsHyphen: Bool = true, isLastResort: Bool = true
  ) -> Self {
    var flags: Flags = []
    if countsAsHyphen { flags.insert(.countsAsHyphen) }
    if isLastResort { flags.insert(.isLastResort) }
    return Self(
      .discretionary, width: replacement, first: preBreak, second: postBreak, penalty: penalty,
      detail: flags.rawValue)
  }

  /// The items that end a paragraph and fill its last line with white space: a forbidden break,
  /// then glue.
  public static let paragraphFill: [BreakItem] = [
    .penalty(Penalty.infinite), .glue(.zero, stretch: ScaledPoints(1.0), order: .fil),
  ]

  /// The stretch of a glue; zero otherwise.
  public var stretch: ScaledPoints { ScaledPoints(rawValue: kind == .glue ? first : 0) }
  /// The shrink of a glue; zero otherwise.
  public var shrink: ScaledPoints { ScaledPoints(rawValue: kind == .glue ? second : 0) }
  /// The order of a glue's stretch.
  public var order: StretchOrder {
    kind == .glue ? StretchOrder(rawValue: detail) ?? .finite : .finite
  }
  /// The width that a break here adds at the end of its line; zero for a glue.
  public var lineEnd: ScaledPoints { ScaledPoints(rawValue: isMarked ? first : 0) }
  /// The width that a break here adds at the start of the next line; zero for a glue.
  public var lineStart: ScaledPoints { ScaledPoints(rawValue: isMarked ? second : 0) }
  /// The price of a break at a penalty or a discretionary.
  public var price: Int { Int(storedPenalty) }

  /// True if consecutive lines that end here are charged for it.
  public var countsAsHyphen: Bool { isMarked && flags.contains(.countsAsHyphen) }
  var isLastResort: Bool { isMarked && flags.contains(.isLastResort) }
  /// True if it disappears after a break.
  var isDiscardable: Bool { kind == .glue || kind == .penalty }
  /// A penalty or a discretionary, whose fields have another meaning than a glue's.
  private var isMarked: Bool { kind == .penalty || kind == .discretionary }
  private var flags: Flags { Flags(rawValue: detail) }
}
