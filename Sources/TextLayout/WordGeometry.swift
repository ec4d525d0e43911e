import CRectoTextLayout
import RectoPageModel

extension recto_word {
  private var runsDown: Bool { vertical || rotation % 2 == 1 }
  private var isReversed: Bool { !vertical && rotation >= 2 }

  /// The extent across its line.
  var across: ClosedRange<Double> {
    let (low, high) = runsDown ? (box.x1, box.x2) : (box.y1, box.y2)
    return min(low, high)...max(low, high)
  }

  /// The start along its line, in the direction of its letters.
  var along: Double {
    if diagonal { return slantedStart }
    return isReversed ? -(runsDown ? box.y2 : box.x2) : (runsDown ? box.y1 : box.x1)
  }

  /// The end along its line.
  var end: Double {
    if diagonal { return slantedEnd }
    return isReversed ? -(runsDown ? box.y1 : box.x1) : (runsDown ? box.y2 : box.x2)
  }
}

extension recto_word {
  /// The beginning and the end of a box in the direction of the word's letters.
  func start(of box: recto_box) -> Double {
    switch rotation {
    case 1: box.y1
    case 2: -box.x2
    case 3: -box.y2
    default: box.x1
    }
  }

  func end(of box: recto_box) -> Double {
    switch rotation {
    case 1: box.y2
    case 2: -box.x1
    case 3: -box.y1
    default: box.x2
    }
  }

  /// Notes white space that stands beside it, at most `room` away in em.
  mutating func add(_ space: recto_word, within room: Double) {
    guard space.rotation == rotation, !diagonal, !space.diagonal,
      abs(space.baseline - baseline) <= room * size
    else { return }
    space_at_start =
      space_at_start || abs(start(of: box) - end(of: space.box)) <= room * size
    space_at_end = space_at_end || abs(start(of: space.box) - end(of: box)) <= room * size
  }

  /// The largest distance between the baselines of level words, in em.
  private static let widestRise = 0.5

  /// True for a word of the same direction and about the same height. `otherSize` is the font size
  /// of the text that `other` belongs to: white space may have one of its own.
  func isLevel(with other: recto_word, otherSize: Double) -> Bool {
    rotation == other.rotation && !diagonal
      && abs(baseline - other.baseline) <= Self.widestRise * max(size, otherSize)
  }

  /// Its parts between some of its characters; `boxes` has those of all.
  func parts(cutAt cuts: Set<Int>, _ boxes: [recto_box]) -> [recto_word] {
    let inside = cuts.filter { $0 > 0 && $0 < Int(char_count) }.sorted()
    let ends = inside + [Int(char_count)]
    return zip([0] + inside, ends).map { first, end in
      var part = self
      part.first_char = first_char + UInt32(first)
      part.char_count = UInt32(end - first)
      let own = boxes[Int(first_char) + first..<Int(first_char) + end]
      part.box = own.dropFirst().reduce(own[own.startIndex]) { $0.union($1) }
      if first > 0 {
        part.position = position + Int32(first)
        part.spaces_position = part.position
        part.space_at_start = false
      }
      if end < Int(char_count) {
        part.end_position = position + Int32(end)
        part.space_at_end = false
      }
      return part
    }
  }

  /// A character of the word's text.
  func drawn(_ scalar: UInt32, in box: recto_box) -> recto_drawn_character {
    recto_drawn_character(
      x: box.x1, y: box.y1, size: size, advance: abs(end(of: box) - start(of: box)), scalar: scalar)
  }
}

extension recto_box {
  init(_ rect: Rect) {
    self.init(x1: rect.minX, y1: rect.minY, x2: rect.maxX, y2: rect.maxY)
  }

  static func == (a: recto_box, b: recto_box) -> Bool {
    a.x1 == b.x1 && a.y1 == b.y1 && a.x2 == b.x2 && a.y2 == b.y2
  }

  func union(_ other: recto_box) -> recto_box {
    recto_box(
      x1: min(x1, other.x1), y1: min(y1, other.y1), x2: max(x2, other.x2), y2: max(y2, other.y2))
  }

  /// One of `count` parts of equal width, in the direction of a word's letters.
  func part(_ index: Int, of count: Int, along word: recto_word) -> recto_box {
    let place = word.rotation >= 2 ? count - 1 - index : index
    let (from, to) = (Double(place) / Double(count), Double(place + 1) / Double(count))
    return word.rotation % 2 == 1
      ? recto_box(x1: x1, y1: y1 + from * (y2 - y1), x2: x2, y2: y1 + to * (y2 - y1))
      : recto_box(x1: x1 + from * (x2 - x1), y1: y1, x2: x1 + to * (x2 - x1), y2: y2)
  }
}
