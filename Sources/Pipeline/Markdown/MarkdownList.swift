import RectoPageModel

/// A block that is an item of a list, with the sign or number that it begins with.
struct MarkdownItem {
  /// The parts of the marker with their places: one, or two if a number and its period are separate
  /// words, as in right-to-left text. Empty if the text has no marker.
  let marker: [(text: String, place: Article.Place)]
  /// The bytes of the sign and of the space behind it.
  let markerLength: Int
  /// The number and the sign behind it, such as "3.".
  let number: (value: Int, sign: Character)?

  /// Returns nil if the block does not begin an item of a list.
  init?(_ block: Article.Block) {
    guard block.kind == .listItem, !block.continuesItem else { return nil }
    let text = block.text
    let word = text.prefix { !$0.isWhitespace }
    let rest = text.dropFirst(word.count)
    let length = word.utf8.count
    let places = (block.runs.first?.places ?? []).prefix { $0.range.upperBound <= length }
    let isWord =
      places.last?.range.upperBound == length && !rest.isEmpty
      && !rest.allSatisfy(\.isWhitespace)
    let isBullet =
      isWord && places.count == 1 && ListMarker(String(word))?.isBullet == true
    number = isWord ? Self.number(word) : nil
    let hasMarker = isBullet || number != nil
    marker =
      hasMarker
      ? places.map { place in
        let part = word.utf8.dropFirst(place.range.lowerBound).prefix(place.range.count)
        return (String(decoding: part, as: UTF8.self), place)
      } : []
    markerLength =
      hasMarker ? length + (rest.prefix { $0.isWhitespace }.utf8.count) : 0
  }

  private static func number(_ word: Substring) -> (Int, Character)? {
    guard let sign = word.last, ".)".contains(sign), word.count <= 5,
      word.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) }), word.first != "0",
      let value = Int(word.dropLast())
    else { return nil }
    return (value, sign)
  }
}

/// A list that is written. A reader of Markdown counts by itself, so numbers are those of a list
/// only where they follow one another.
struct MarkdownList {
  private enum Kind: Equatable {
    case bullets
    case numbers(next: Int, sign: Character)
  }

  private var kind: Kind?
  /// True if the last item belongs to the same list as the one before.
  private(set) var goesOn = false

  /// The number that an item has in Markdown; nil for a bullet.
  mutating func next(_ item: MarkdownItem) -> String? {
    guard let (value, sign) = item.number else {
      goesOn = kind == .bullets
      kind = .bullets
      return nil
    }
    if case .numbers = kind {
      goesOn = kind == .numbers(next: value, sign: sign)
      // Another list of numbers right behind one would be read as the same.
      guard goesOn else {
        kind = .bullets
        return nil
      }
    } else {
      goesOn = false
    }
    kind = .numbers(next: value + 1, sign: sign)
    return "\(value)\(sign)"
  }
}
