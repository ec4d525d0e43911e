import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A word as the script found it, in points.
struct ReadWord {
  let text: String
  /// UTF-16 code units of each cluster that has a box.
  let lengths: [Int]
  /// One for each cluster.
  let boxes: [Rect]
  let style: WordStyle
  let direction: TextDirection
  /// The extent of the ink, from the start of the baseline: left, top, right and bottom. Nil where it is
  /// inside of the boxes.
  private let ink: (left: Double, above: Double, right: Double, below: Double, advance: Double)?

  init(json: JSONValue, styles: [WordStyle]) throws(JSONError) {
    text = try json.decode("t")
    let number = try json.integer("y", in: 0...max(0, styles.count - 1))
    guard styles.indices.contains(number) else { throw JSONError("style \(number) is not stated") }
    style = styles[number]
    if let steps: [Double] = try json.decodeIfPresent("r") {
      boxes = Self.row(steps)
    } else {
      boxes = Self.boxes(try json.decode("b"))
    }
    lengths = try json.decodeIfPresent("n") ?? Array(repeating: 1, count: boxes.count)
    direction = try json.decodeIfPresent("d") ?? .leftToRight
    let extents: [Double]? = try json.decodeIfPresent("i")
    ink = extents.flatMap { numbers in
      guard numbers.count == 5 else { return nil }
      let points = numbers.map { $0 * Self.unit }
      return (points[0], points[1], points[2], points[3], points[4])
    }
    formula = try json.decodeIfPresent("q")
    joinsNext = try json.decodeIfPresent("j") == 1
  }

  /// Four numbers for each box.
  private static func boxes(_ numbers: [Double]) -> [Rect] {
    stride(from: 0, to: numbers.count - 3, by: 4).map { start in
      Rect(
        x: numbers[start] * unit, y: numbers[start + 1] * unit,
        width: numbers[start + 2] * unit, height: numbers[start + 3] * unit)
    }
  }

  /// Boxes that follow one another: the left, the top and the height of all, and the steps from one right
  /// side to the next.
  private static func row(_ numbers: [Double]) -> [Rect] {
    guard numbers.count > 3 else { return [] }
    var left = numbers[0]
    return numbers[3...].map { step in
      defer { left += step }
      return Rect(
        x: left * unit, y: numbers[1] * unit, width: step * unit, height: numbers[2] * unit)
    }
  }

  /// The number of the formula that it is in.
  let formula: Int?
  let joinsNext: Bool

  /// Around the boxes of the clusters.
  private var advanceBox: Rect {
    boxes.dropFirst().reduce(boxes.first ?? Rect(x: 0, y: 0, width: 0, height: 0)) {
      $0.union($1)
    }
  }

  /// Around the clusters and the ink.
  var box: Rect {
    let box = advanceBox
    // A separate measurement is used only if it has the same width.
    guard let ink, abs(ink.advance - box.width) < 0.5 + box.width / 20 else { return box }
    let baseline = box.y + style.ascent * box.height
    return box.union(
      Rect(
        Point(x: box.x - ink.left, y: baseline - ink.above),
        Point(x: box.x + ink.right, y: baseline + ink.below)))
  }

  /// The corners of a word that is turned: those whose upright bounds the box is.
  var quad: Quad? {
    guard let turn = style.turn else { return nil }
    let box = advanceBox
    let (a, b) = (abs(turn.right.x), abs(turn.right.y))
    let (c, d) = (abs(turn.down.x), abs(turn.down.y))
    let determinant = a * d - b * c
    // Relative to the word's scale.
    let unit = (a * a + b * b).squareRoot() * (c * c + d * d).squareRoot()
    var (width, height) = (0.0, 0.0)
    if abs(determinant) > 0.05 * unit {
      width = (d * box.width - c * box.height) / determinant
      height = (a * box.height - b * box.width) / determinant
    } else {
      // At 45 degrees the bounds of a long word are those of a short, higher one.
      height = style.unscaledSize * Self.usualHeight
      width = max(0, (box.width - c * height) / max(a, 0.01 * unit.squareRoot()))
    }
    func corner(_ right: Double, _ down: Double) -> Point {
      Point(
        x: box.center.x + right * width / 2 * turn.right.x + down * height / 2 * turn.down.x,
        y: box.center.y + right * width / 2 * turn.right.y + down * height / 2 * turn.down.y)
    }
    return Quad(
      topLeft: corner(-1, -1), topRight: corner(1, -1), bottomRight: corner(1, 1),
      bottomLeft: corner(-1, 1))
  }

  /// Points of a 64th of a CSS pixel.
  private static let unit = pointsPerPixel / 64

  /// The ascent and descent of most fonts together, in em.
  private static let usualHeight = 1.2

  /// One box for each `Character`. The browser and Swift may follow different versions of Unicode,
  /// and then cut a word differently.
  var glyphs: [Rect] {
    guard text.count != boxes.count || lengths.contains(where: { $0 != 1 }) else { return boxes }
    var starts: [Int] = []
    var end = 0
    for length in lengths {
      starts.append(end)
      end += length
    }
    var place = 0
    return text.map { character in
      let range = place..<place + character.utf16.count
      place = range.upperBound
      let parts = boxes.indices.filter { index in
        index < starts.count && starts[index] < range.upperBound
          && starts[index] + lengths[index] > range.lowerBound
      }
      return parts.dropFirst().reduce(parts.first.map { boxes[$0] } ?? box) { $0.union(boxes[$1]) }
    }
  }
}
