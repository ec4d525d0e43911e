import RectoPageModel

/// A word of a sidecar, in page points, from which words of the page model are made.
struct SidecarWord {
  var text: String
  var box: Rect
  var font: String?
  /// The type size in points; 0 if it is unknown.
  var size = 0.0
  var language: String?
  /// The direction that the sidecar states; nil if the letters decide.
  var direction: TextDirection?
  /// The box of each character; empty if the sidecar has none.
  var glyphs: [Rect] = []
  var joinsNext = false

  /// The words of the page model: none for white space alone, several if there is white
  /// space inside.
  var words: [TextWord] {
    let direction = direction ?? Script.direction(of: text, in: box)
    let characters = Array(text)
    let boxes = glyphs.count == characters.count ? glyphs : split(direction, characters.count)
    var result: [TextWord] = []
    var start = 0
    while start < characters.count {
      let end = characters[start...].firstIndex(where: \.isWhitespace) ?? characters.count
      if end > start {
        let parts = boxes[start..<end]
        let isWhole = start == 0 && end == characters.count
        let around = parts.dropFirst().reduce(parts[start]) { $0.union($1) }
        result.append(
          TextWord(
            text: String(characters[start..<end]), box: isWhole ? box.union(around) : around,
            font: font, size: max(0, size), direction: direction, language: language,
            glyphs: Array(parts), joinsNext: isWhole && joinsNext))
      }
      start = end + 1
    }
    return result
  }

  /// Divides the box into equal parts along the direction, in logical order.
  private func split(_ direction: TextDirection, _ count: Int) -> [Rect] {
    (0..<count).map { index in
      let share = Double(index) / Double(count)
      let width = box.width / Double(count)
      let height = box.height / Double(count)
      return switch direction {
      case .leftToRight:
        Rect(x: box.x + share * box.width, y: box.y, width: width, height: box.height)
      case .rightToLeft:
        Rect(x: box.maxX - share * box.width - width, y: box.y, width: width, height: box.height)
      case .topToBottom:
        Rect(x: box.x, y: box.y + share * box.height, width: box.width, height: height)
      }
    }
  }
}

extension TextLine {
  /// Makes a line of its words and the box that the sidecar states; nil without words.
  init?(_ words: [TextWord], box: Rect?, baseline: Segment?) {
    guard let first = words.first else { return nil }
    let around = words.dropFirst().reduce(first.box) { $0.union($1.box) }
    let whole = box.map { $0.union(around) } ?? around
    var line = baseline ?? Self.baseline(in: whole, first.direction)
    // Baselines of sidecars run from left to right, whatever the script.
    if first.direction == .rightToLeft, line.start.x < line.end.x {
      line = Segment(start: line.end, end: line.start)
    }
    self.init(box: whole, baseline: line, words: words)
  }

  /// The baseline of a line for which the sidecar states none: a fifth of the height lies below it, as
  /// in most typefaces.
  private static func baseline(in box: Rect, _ direction: TextDirection) -> Segment {
    let y = box.maxY - box.height / 5
    return switch direction {
    case .leftToRight:
      Segment(start: Point(x: box.minX, y: y), end: Point(x: box.maxX, y: y))
    case .rightToLeft:
      Segment(start: Point(x: box.maxX, y: y), end: Point(x: box.minX, y: y))
    case .topToBottom:
      Segment(
        start: Point(x: box.center.x, y: box.minY), end: Point(x: box.center.x, y: box.maxY))
    }
  }
}
