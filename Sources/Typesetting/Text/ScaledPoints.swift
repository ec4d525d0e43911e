/// A length in 1/65,536 point.
///
/// Layout is done in whole numbers, so that the same text gives the same lines on every machine
/// and in every build mode. The unit, the range (±16,383 pt) and the rounding are TeX's.
public struct ScaledPoints: Sendable, Hashable, Comparable {
  public var rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The nearest value; lengths beyond the range are clamped.
  public init(_ points: Double) {
    let raw = (points * 65_536).rounded()
    rawValue = raw.isNaN ? 0 : Int32(min(max(raw, -1_073_741_823), 1_073_741_823))
  }

  public static let zero = ScaledPoints(rawValue: 0)
  public var points: Double { Double(rawValue) / 65_536 }

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  public static func + (a: Self, b: Self) -> Self { Self(rawValue: a.rawValue &+ b.rawValue) }
  public static func - (a: Self, b: Self) -> Self { Self(rawValue: a.rawValue &- b.rawValue) }
  public static func += (a: inout Self, b: Self) { a = a + b }
  public static func -= (a: inout Self, b: Self) { a = a - b }
}
