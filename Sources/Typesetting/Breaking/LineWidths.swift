/// The widths of the lines of a paragraph by their number.
///
/// Where text runs around something, a line has several segments; each counts as a line here.
public struct LineWidths: Sendable, Hashable {
  /// The widths of the first lines.
  public var first: [ScaledPoints]
  /// The width of all further lines.
  public var rest: ScaledPoints

  public init(first: [ScaledPoints] = [], rest: ScaledPoints) {
    self.first = first
    self.rest = rest
  }

  /// The width of a line, counted from 0.
  public subscript(line: Int) -> ScaledPoints { line < first.count ? first[line] : rest }

  var narrowest: ScaledPoints { first.min().map { min($0, rest) } ?? rest }

  /// All of them less `amount`.
  func narrowed(by amount: ScaledPoints) -> LineWidths {
    LineWidths(first: first.map { $0 - amount }, rest: rest - amount)
  }
}
