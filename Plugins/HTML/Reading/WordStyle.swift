import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The properties that words of one style share; sizes are in points.
struct WordStyle: JSONDecodable {
  let font: String?
  let size: Double
  let language: String?
  /// The part of a box above the baseline.
  let ascent: Double
  /// The rotation and scale of the word: the images of a step to the right and of one down. `size` is
  /// that of the scaled letters.
  let turn: (right: Point, down: Point)?

  /// The size before the word was turned and scaled.
  var unscaledSize: Double {
    guard let turn else { return size }
    let area = abs(turn.right.x * turn.down.y - turn.right.y * turn.down.x)
    return area > 0
      ? size * (turn.right.x * turn.right.x + turn.right.y * turn.right.y).squareRoot() / area
      : size
  }

  init(json: JSONValue) throws(JSONError) {
    let family: String = try json.decode("f")
    font = family.isEmpty ? nil : family
    size = try json.decode("s") * pointsPerPixel
    language = try json.decodeIfPresent("l")
    ascent = try json.decode("a")
    let linear: [Double]? = try json.decodeIfPresent("m")
    turn = linear.flatMap { numbers in
      guard numbers.count == 4 else { return nil }
      return (Point(x: numbers[0], y: numbers[1]), Point(x: numbers[2], y: numbers[3]))
    }
  }
}
