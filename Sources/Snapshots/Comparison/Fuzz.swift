/// The tolerated amount and number of differing pixels, in the form of web-platform-tests:
/// `maxDifference=0-2;totalPixels=0-100`.
public struct Fuzz: Sendable, Hashable {
  /// The range of the largest difference of a channel, 0 to 255.
  public var maxDifference: ClosedRange<Int>
  /// The range of the number of pixels that differ.
  public var totalPixels: ClosedRange<Int>

  public init(maxDifference: ClosedRange<Int>, totalPixels: ClosedRange<Int>) {
    self.maxDifference = maxDifference
    self.totalPixels = totalPixels
  }

  /// Reads `2-10;0-100`, `maxDifference=2;totalPixels=100` or a mixture of both, in that order unless
  /// named; a single number is a range of one value. Returns nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    var ranges: [String: ClosedRange<Int>] = [:]
    for (part, position) in zip(parts, ["maxDifference", "totalPixels"]) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count <= 2, let value = sides.last else { return nil }
      let name = sides.count == 2 ? trimmed(sides[0]) : position
      guard ranges[name] == nil, let range = Self.range(trimmed(value)) else { return nil }
      ranges[name] = range
    }
    guard let difference = ranges["maxDifference"], let pixels = ranges["totalPixels"],
      difference.upperBound <= 255
    else { return nil }
    self.init(maxDifference: difference, totalPixels: pixels)
  }

  private static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { end in
      end.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(end) : nil
    }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      first <= last
    else { return nil }
    return first...last
  }

  /// `maxDifference=0-2;totalPixels=0-100`
  public var description: String {
    "maxDifference=\(maxDifference.lowerBound)-\(maxDifference.upperBound)"
      + ";totalPixels=\(totalPixels.lowerBound)-\(totalPixels.upperBound)"
  }
}

private func trimmed(_ text: Substring) -> String {
  String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
}
