import RectoPageModel

/// Coordinates beyond this are drawn in to it: no page reaches so far, and whatever is computed
/// from one that does not is still far from where an integer ends.
private let farthest = 1e9

extension JSONValue {
  /// The given number of coordinates in points, at most 8.
  fileprivate func coordinates(_ count: Int) throws(JSONError) -> SIMD8<Double> {
    try numbers(count).clamped(
      lowerBound: SIMD8(repeating: -farthest), upperBound: SIMD8(repeating: farthest))
  }
}

extension Point: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let numbers = try json.coordinates(2)
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension Size: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let numbers = try json.coordinates(2)
    guard numbers[0] >= 0, numbers[1] >= 0 else {
      throw JSONError("a width and a height of at least 0 are wanted")
    }
    self.init(width: numbers[0], height: numbers[1])
  }
}

extension Rect: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let numbers = try json.coordinates(4)
    guard numbers[2] >= 0, numbers[3] >= 0 else {
      throw JSONError("a width and a height of at least 0 are wanted")
    }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension Quad: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let numbers = try json.coordinates(8)
    self.init(
      topLeft: Point(x: numbers[0], y: numbers[1]), topRight: Point(x: numbers[2], y: numbers[3]),
      bottomRight: Point(x: numbers[4], y: numbers[5]),
      bottomLeft: Point(x: numbers[6], y: numbers[7]))
  }
}

extension Segment: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let numbers = try json.coordinates(4)
    self.init(
      start: Point(x: numbers[0], y: numbers[1]), end: Point(x: numbers[2], y: numbers[3]))
  }
}

extension AffineTransform: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let numbers = try json.numbers(6)
    self.init(
      xx: numbers[0], yx: numbers[1], xy: numbers[2], yy: numbers[3], x0: numbers[4],
      y0: numbers[5])
  }
}

extension PixelSize: JSONDecodable {
  /// Sides from 1 to what 32 bits hold, so that neither their product nor its bytes overflow.
  public init(json: JSONValue) throws(JSONError) {
    let sides = try json.elements { side throws(JSONError) in
      try side.integer(in: 1...Int(Int32.max) / 4)
    }
    guard sides.count == 2 else { throw JSONError("a list of 2 numbers is wanted") }
    self.init(width: sides[0], height: sides[1])
  }
}

extension Rotation: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    guard let rotation = Rotation(rawValue: try json.integer()) else {
      throw JSONError("0, 90, 180 or 270 is wanted")
    }
    self = rotation
  }
}
