import RectoJSON

/// `[x, y]`
extension Point: JSONRepresentable {
  public func write(to json: inout JSONWriter) { json.numbers(x, y) }
}

/// `[width, height]`
extension Size: JSONRepresentable {
  public func write(to json: inout JSONWriter) { json.numbers(width, height) }
}

/// `[width, height]`, whole numbers.
extension PixelSize: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.array([width, height]) { $0.value($1) }
  }
}

/// `[x, y, width, height]`
extension Rect: JSONRepresentable {
  public func write(to json: inout JSONWriter) { json.numbers(x, y, width, height) }
}

/// Eight numbers: x and y of the top left, top right, bottom right and bottom left corner.
extension Quad: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.numbers(
      topLeft.x, topLeft.y, topRight.x, topRight.y, bottomRight.x, bottomRight.y, bottomLeft.x,
      bottomLeft.y)
  }
}

/// `[x1, y1, x2, y2]`
extension Segment: JSONRepresentable {
  public func write(to json: inout JSONWriter) { json.numbers(start.x, start.y, end.x, end.y) }
}

/// `[xx, yx, xy, yy, x0, y0]`
extension AffineTransform: JSONRepresentable {
  public func write(to json: inout JSONWriter) { json.numbers(xx, yx, xy, yy, x0, y0) }
}

/// The largest coordinate; larger ones are clamped to it. Pages are far smaller, and results
/// computed from it still fit an integer.
private let farthest = 1e9

extension JSONValue {
  /// The given number of coordinates in points, at most 8.
  fileprivate func coordinates(_ count: Int) throws(JSONError) -> SIMD8<Double> {
    try numbers(count).clamped(
      lowerBound: SIMD8(repeating: -farthest), upperBound: SIMD8(repeating: farthest))
  }
}

extension Color: JSONDecodable {
  /// `#rrggbb` or `#rrggbbaa`.
  public init(json: JSONValue) throws(JSONError) {
    let text = try json.string()
    guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count <= 9, let color = Color(text) else {
      throw JSONError("expected a color, such as #1f77b4")
    }
    self = color
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
      throw JSONError("expected a width and a height of at least 0")
    }
    self.init(width: numbers[0], height: numbers[1])
  }
}

extension Rect: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let numbers = try json.coordinates(4)
    guard numbers[2] >= 0, numbers[3] >= 0 else {
      throw JSONError("expected a width and a height of at least 0")
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
    guard sides.count == 2 else { throw JSONError("expected an array of 2 numbers") }
    self.init(width: sides[0], height: sides[1])
  }
}

extension Rotation: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    guard let rotation = Rotation(rawValue: try json.integer()) else {
      throw JSONError("expected 0, 90, 180 or 270")
    }
    self = rotation
  }
}
