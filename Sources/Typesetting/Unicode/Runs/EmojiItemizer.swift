import CRectoUnicode
import RectoPageModel

/// Finds the grapheme clusters that are to be shown by a color emoji font (UTS 51).
///
/// Not for two threads at a time.
public final class EmojiItemizer {
  private let clusters: GraphemeClusters
  private var ends: [Int] = []

  public init(clusters: GraphemeClusters) { self.clusters = clusters }

  /// Replaces `runs` by the stretches of such clusters, in UTF-16 units; neighbors are joined.
  /// Throws `limit` for text longer than ICU's limit. Calls `u_hasBinaryProperty`.
  public func findRuns(in text: Span<UInt16>, into runs: inout [Range<Int>]) throws(PageError) {
    runs.removeAll(keepingCapacity: true)
    guard Self.mayHaveEmoji(text) else { return }
    try clusters.findEnds(in: text, into: &ends)
    var start = 0
    for end in ends {
      if Self.isEmoji(text.extracting(start..<end)) {
        if let last = runs.last, last.upperBound == start {
          runs[runs.count - 1] = last.lowerBound..<end
        } else {
          runs.append(start..<end)
        }
      }
      start = end
    }
  }

  /// True if the text has a character that is shown in color or makes others so: the symbols from
  /// U+231A, variation selector 16, or the high surrogates of U+1F000 to U+1FBFF.
  private static func mayHaveEmoji(_ text: Span<UInt16>) -> Bool {
    for index in text.indices where text[index] >= 0x231A {
      switch text[index] {
      case 0x231A...0x2BFF, 0xFE0F, 0xD83C...0xD83E: return true
      default: continue
      }
    }
    return false
  }

  private static func isEmoji(_ cluster: Span<UInt16>) -> Bool {
    var position = 0
    let first = cluster.scalar(at: &position)
    guard position < cluster.count else { return unicode_is_emoji_presentation(first) }
    let second = cluster.scalar(at: &position)
    if second == Selector.text { return false }
    if unicode_is_emoji_presentation(first) { return true }
    guard unicode_is_emoji(first) || unicode_is_extended_pictographic(first) else { return false }
    if second == Selector.emoji {
      // Digits and signs count only in keycaps.
      return first > 0x39 || (position < cluster.count && cluster[position] == Selector.keycap)
    }
    if Selector.skinTones.contains(second) { return unicode_is_emoji_modifier_base(first) }
    return joinsPictures(cluster)
  }

  /// True if a zero width joiner has a picture on its other side.
  private static func joinsPictures(_ cluster: Span<UInt16>) -> Bool {
    var position = 0
    var isJoined = false
    while position < cluster.count {
      let scalar = cluster.scalar(at: &position)
      if isJoined && unicode_is_extended_pictographic(scalar) { return true }
      isJoined = scalar == Selector.joiner
    }
    return false
  }
}

/// Characters that make the character before them an emoji, or keep it from being one.
private enum Selector {
  static let joiner: UInt32 = 0x200D
  static let keycap: UInt16 = 0x20E3
  static let text: UInt32 = 0xFE0E
  static let emoji: UInt32 = 0xFE0F
  static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF
}
