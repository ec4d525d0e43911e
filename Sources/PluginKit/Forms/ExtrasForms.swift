import RectoPageModel

extension MediaItem.Kind: JSONDecodable {}
extension FormField.Kind: JSONDecodable {}

extension Attachment: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      name: try json.decode("name"), description: try json.decodeIfPresent("description"),
      size: try json.integerIfPresent("size", in: 0...Int.max),
      modified: try json.decodeIfPresent("modified"))
  }
}

extension MediaItem: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      kind: try json.decode("kind"), box: try json.decode("box"),
      mediaType: try json.decodeIfPresent("type"), name: try json.decodeIfPresent("name"),
      isEmbedded: try json.decode("embedded"))
  }
}

extension PlacedImage: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(box: try json.decode("box"), pixelSize: try json.decodeIfPresent("pixels"))
    placedSize = try json.decodeIfPresent("placed")
    color = try json.decodeIfPresent("color")
    isStencil = try json.decodeIfPresent("stencil") ?? false
    hasSoftMask = try json.decodeIfPresent("softMask") ?? false
    byteCount = try json.integerIfPresent("bytes", in: 0...Int.max)
    alternative = try json.decodeIfPresent("alternative")
    isMissing = try json.decodeIfPresent("missing") ?? false
  }
}

extension PictureColor.Space: JSONDecodable {}
extension PictureColor.Model: JSONDecodable {}

extension PictureColor: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      space: try json.decode("space"), model: try json.decode("model"),
      bits: try json.integer("bits", in: 1...16))
  }
}

extension AlternativeText: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    if let text: String = try json.decodeIfPresent("text") {
      self.init(text)
    } else if try json.decodeIfPresent("decorative") == true {
      self = .decorative
    } else if try json.decodeIfPresent("missing") == true {
      self = .missing
    } else {
      throw JSONError("one of the members text, decorative and missing is wanted")
    }
  }
}

extension FontUse: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      name: try json.decode("name"), type: try json.decode("type"),
      encoding: try json.decodeIfPresent("encoding"), isEmbedded: try json.decode("embedded"),
      isSubset: try json.decode("subset"), substitute: try json.decodeIfPresent("substitute"))
  }
}

extension Layer: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      id: try json.decode("id"), title: try json.decode("title"),
      isVisible: try json.decode("visible"), children: try json.decodeIfPresent("children") ?? [])
  }
}

extension Annotation: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      kind: try json.decode("kind"), box: try json.decode("box"),
      contents: try json.decodeIfPresent("contents"), author: try json.decodeIfPresent("author"),
      color: try json.decodeIfPresent("color"), isHidden: try json.decode("hidden"))
  }
}

extension FormField: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      kind: try json.decode("kind"), name: try json.decode("name"), box: try json.decode("box"),
      value: try json.decodeIfPresent("value"), isReadOnly: try json.decode("readOnly"))
  }
}

extension Color: JSONDecodable {
  /// `#rrggbb` or `#rrggbbaa`.
  public init(json: JSONValue) throws(JSONError) {
    let text = try json.string()
    guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count <= 9, let color = Color(text) else {
      throw JSONError("a color is wanted, such as #1f77b4")
    }
    self = color
  }
}
