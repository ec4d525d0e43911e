import RectoPageModel

extension LayoutOptions: JSONDecodable {
  /// Members that are missing have the value of `LayoutOptions.init`.
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      pageSize: try json.decodeIfPresent("pageSize"),
      fontScale: try json.decodeIfPresent("fontScale") ?? 1,
      margin: try json.decodeIfPresent("margin"), theme: try json.decodeIfPresent("theme"),
      style: try ReaderStyle(json: json), excerpt: try json.decodeIfPresent("excerpt"))
    do throws(PageError) { try check() } catch { throw JSONError(error.message) }
  }
}

extension ReaderStyle.Typeface: JSONDecodable {}

extension ReaderStyle: JSONDecodable {
  /// From the members of a layout.
  public init(json: JSONValue) throws(JSONError) {
    self.init()
    typeface = try json.decodeIfPresent("typeface")
    lineSpacing = try json.decodeIfPresent("lineSpacing")
    isJustified = try json.decodeIfPresent("justify")
    isHyphenated = try json.decodeIfPresent("hyphens")
    wordSpacing = try json.decodeIfPresent("wordSpacing")
    letterSpacing = try json.decodeIfPresent("letterSpacing")
    textColor = try json.decodeIfPresent("textColor")
    paperColor = try json.decodeIfPresent("paperColor")
    keepsPublisherStyles = try json.decodeIfPresent("publisherStyles") ?? true
  }
}
