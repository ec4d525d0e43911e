import RectoPageModel

/// Words of one block that a rule has something to say of.
struct Passage: Sendable {
  var box: Rect
  var text: String
}

extension PageContents {
  /// The words that `isMeant` names, those of one block together.
  func passages(_ isMeant: (TextWord) -> Bool) -> [Passage] {
    text.blocks.compactMap { block in
      let words = block.lines.flatMap(\.words).filter(isMeant)
      guard let first = words.first else { return nil }
      return Passage(
        box: words.dropFirst().reduce(first.box) { $0.union($1.box) },
        text: words.map(\.text).joined(separator: " "))
    }
  }
}

extension String {
  /// A part of the text that suffices to find it.
  var excerpt: String {
    let length = 40
    return count <= length ? self : prefix(length - 1) + "…"
  }
}
