import RectoRaster

/// The named parts of a request's path.
struct PathParameters: Sendable, Hashable {
  private var values: [String: String] = [:]
  /// The segments behind those that the pattern names, of a pattern that ends with `...`.
  var rest: [String] = []

  /// The text of a part; empty where the pattern has no such part.
  subscript(_ name: String) -> String {
    get { values[name] ?? "" }
    set { values[name] = newValue }
  }

  /// A part of the kind `index`. Throws 404 for another one.
  func index(_ name: String) throws(ServerError) -> Int {
    guard let index = pageIndex(self[name]) else { throw .notFound("\(name) has to be a number") }
    return index
  }

  /// A part of the kind `image`. Throws 404 for another one.
  func imageFormat(_ name: String) throws(ServerError) -> ImageFormat {
    guard let format = ImageFormat(servedExtension: self[name]) else {
      throw .notFound("images are \(ImageFormat.servedExtensions)")
    }
    return format
  }
}

/// An index in a path: digits and nothing else.
func pageIndex(_ text: String) -> Int? {
  guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
  else { return nil }
  return Int(text)
}
