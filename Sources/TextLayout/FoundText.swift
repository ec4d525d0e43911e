import CRectoTextLayout

/// The text that an engine found on a page: blocks of lines of pieces of words, each with its
/// characters. It owns the memory in which they lie.
package final class FoundText {
  package let blocks: UnsafeBufferPointer<recto_block>
  package let lines: UnsafeBufferPointer<recto_line>
  package let words: UnsafeBufferPointer<recto_word>
  /// The straight lines that the page draws along its axes, each without width or without height.
  package let rules: UnsafeBufferPointer<recto_box>
  /// Unicode scalars of all words, and a box for each.
  private let allScalars: UnsafePointer<UInt32>?
  private let allBoxes: UnsafePointer<recto_box>?
  private let fontName: (UInt32) -> String
  private let free: () -> Void

  /// The memory stays until `free` is called.
  package init(
    blocks: UnsafeBufferPointer<recto_block>, lines: UnsafeBufferPointer<recto_line>,
    words: UnsafeBufferPointer<recto_word>, scalars: UnsafePointer<UInt32>?,
    boxes: UnsafePointer<recto_box>?, rules: UnsafeBufferPointer<recto_box>,
    font: @escaping (UInt32) -> String,
    free: @escaping () -> Void
  ) {
    self.blocks = blocks
    self.lines = lines
    self.words = words
    allScalars = scalars
    allBoxes = boxes
    self.rules = rules
    fontName = font
    self.free = free
  }

  /// The same text with other words, of which there are as many.
  convenience init(_ other: FoundText, words: [recto_word]) {
    let copy = UnsafeMutableBufferPointer<recto_word>.allocate(capacity: words.count)
    _ = copy.initialize(from: words)
    self.init(
      blocks: other.blocks, lines: other.lines, words: UnsafeBufferPointer(copy),
      scalars: other.allScalars, boxes: other.allBoxes, rules: other.rules, font: other.fontName,
      free: { withExtendedLifetime(other) { copy.deallocate() } })
  }

  deinit { free() }

  /// True if a word is dots of those that lead from an entry to its number: full stop, middle dot, one
  /// to three dot leaders.
  func isLeader(_ word: recto_word) -> Bool {
    scalars(of: word).allSatisfy { $0 == 0x2E || $0 == 0xB7 || (0x2024...0x2026).contains($0) }
  }

  /// True if more of the letters of words, given by index, are of right-to-left scripts than of others.
  func isRightToLeft(_ indices: some Sequence<Int>) -> Bool {
    var balance = 0
    for index in indices {
      for value in scalars(of: words[index]) {
        if value >= 0x0590, let scalar = Unicode.Scalar(value), isStrongRightToLeft(scalar) {
          balance += 1
        } else if isAlphabetic(value) {
          balance -= 1
        }
      }
    }
    return balance > 0
  }

  /// The Unicode scalars of a word, in the order in which they stand on the page.
  package func scalars(of word: recto_word) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(
      start: allScalars.map { $0 + Int(word.first_char) }, count: Int(word.char_count))
  }

  package func boxes(of word: recto_word) -> UnsafeBufferPointer<recto_box> {
    UnsafeBufferPointer(
      start: allBoxes.map { $0 + Int(word.first_char) }, count: Int(word.char_count))
  }

  /// The font's name without the tag of a subset; empty where it is not known.
  package func font(_ index: UInt32) -> String { fontName(index) }
}
