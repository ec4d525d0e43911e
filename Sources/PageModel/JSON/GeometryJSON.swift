/// `[x, y]`
extension Point: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.array([x, y]) { $0.value($1) }
  }
}

/// `[width, height]`
extension Size: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.array([width, height]) { $0.value($1) }
  }
}

/// `[x, y, width, height]`
extension Rect: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.array(CollectionOfOne(self)) { json, rect in
      json.value(rect.x)
      json.value(rect.y)
      json.value(rect.width)
      json.value(rect.height)
    }
  }
}

/// Eight numbers: x and y of the top left, top right, bottom right and bottom left corner.
extension Quad: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.array(corners.flatMap { [$0.x, $0.y] }) { $0.value($1) }
  }
}

/// `[x1, y1, x2, y2]`
extension Segment: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.array([start.x, start.y, end.x, end.y]) { $0.value($1) }
  }
}
