import CRectoUnicode

/// A stretch of a line that runs in one direction.
public struct BidiRun: Sendable, Hashable {
  /// UTF-16 units of the paragraph, in reading order.
  public var range: Range<Int>
  public var level: UInt8
  /// True if its units run from right to left, so that mirrored characters are mirrored (L4).
  public var isRightToLeft: Bool { level & 1 == 1 }
}

/// The embedding levels of a paragraph (UAX 9), and the order in which its lines stand.
public struct BidiParagraph: Sendable, Hashable {
  /// 0 for a paragraph whose lines begin at the left, 1 for one whose lines begin at the right.
  public let baseLevel: UInt8
  /// UTF-16 units.
  public let count: Int
  /// Levels with `resetMark`; empty if each is the paragraph's.
  private let markedLevels: [UInt8]

  private static let resetMark = UInt8(UNICODE_BIDI_RESET_AT_LINE_END)

  init(baseLevel: UInt8, count: Int, markedLevels: [UInt8]) {
    self.baseLevel = baseLevel
    self.count = count
    let isUniform = markedLevels.allSatisfy { $0 & ~Self.resetMark == baseLevel }
    self.markedLevels = isUniform ? [] : markedLevels
  }

  /// True if all of it has the paragraph's level, so that each line is one run.
  public var isUniform: Bool { markedLevels.isEmpty }

  /// The level of a unit before it is known where lines end; both halves of a pair have the same.
  public func level(at index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "a level beyond the paragraph")
    return isUniform ? baseLevel : markedLevels[index] & ~Self.resetMark
  }

  /// Replaces `runs` by those of a line, from left to right on the page, after white space at its
  /// end has taken the paragraph's level (L1, L2).
  ///
  /// The part of `line` beyond the paragraph is ignored.
  public func visualRuns(ofLine line: Range<Int>, into runs: inout [BidiRun]) {
    runs.removeAll(keepingCapacity: true)
    let line = line.clamped(to: 0..<count)
    guard !line.isEmpty else { return }
    guard !isUniform else {
      runs.append(BidiRun(range: line, level: baseLevel))
      return
    }
    appendLogicalRuns(of: line, to: &runs)
    runs.reorder { $0.level }
  }

  private func appendLogicalRuns(of line: Range<Int>, to runs: inout [BidiRun]) {
    markedLevels.withUnsafeBufferPointer { levels in
      var end = line.upperBound
      while end > line.lowerBound, levels[end - 1] & Self.resetMark != 0 { end -= 1 }
      var start = line.lowerBound
      while start < end {
        let level = levels[start] & ~Self.resetMark
        var next = start + 1
        while next < end, levels[next] & ~Self.resetMark == level { next += 1 }
        runs.append(BidiRun(range: start..<next, level: level))
        start = next
      }
      guard end < line.upperBound else { return }
      if let last = runs.last, last.level == baseLevel {
        runs[runs.count - 1].range = last.range.lowerBound..<line.upperBound
      } else {
        runs.append(BidiRun(range: end..<line.upperBound, level: baseLevel))
      }
    }
  }
}

/// The base direction of a paragraph's lines (UAX 9, 3.3.1).
public enum BaseDirection: Sendable, Hashable {
  case leftToRight
  case rightToLeft
  /// The direction of the first strong character (P2, P3) before the first paragraph separator.
  case firstStrong(else: Fallback)

  /// The direction of a text without a strong character.
  public enum Fallback: Sendable, Hashable { case leftToRight, rightToLeft }

  var code: unicode_base_direction {
    switch self {
    case .leftToRight: UNICODE_LEFT_TO_RIGHT
    case .rightToLeft: UNICODE_RIGHT_TO_LEFT
    case .firstStrong(else: .leftToRight): UNICODE_FIRST_STRONG_OR_LEFT_TO_RIGHT
    case .firstStrong(else: .rightToLeft): UNICODE_FIRST_STRONG_OR_RIGHT_TO_LEFT
    }
  }
}

extension Array {
  /// Rule L2 of UAX 9: elements in reading order are put in the order from left to right. From the
  /// highest level down to the lowest odd one, runs of that level or a higher one are reversed.
  mutating func reorder(levels level: (Element) -> UInt8) {
    guard count > 1 else { return }
    var highest: UInt8 = 0
    var lowest: UInt8 = .max
    for element in self {
      highest = Swift.max(highest, level(element))
      lowest = Swift.min(lowest, level(element) | 1)
    }
    while highest >= lowest {
      var start = 0
      while start < count {
        var end = start
        while end < count, level(self[end]) >= highest { end += 1 }
        if end - start > 1 { self[start..<end].reverse() }
        start = end + 1
      }
      highest -= 1
    }
  }
}
