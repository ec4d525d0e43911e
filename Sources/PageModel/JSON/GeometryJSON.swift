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
