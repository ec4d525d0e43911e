import PageModel

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
