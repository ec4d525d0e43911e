import RectoPageModel

extension ReadingOrder: JSONDecodable {}
extension TextRole: JSONDecodable {}
extension TextDirection: JSONDecodable {}

extension PageTextDocument: JSONDecodable {
  /// `label` and `size` need not be there, since the page says them.
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      index: try json.integer("index", in: 0...Int(Int32.max)),
      label: try json.decodeIfPresent("label") ?? "",
      size: try json.decodeIfPresent("size") ?? Size(width: 0, height: 0),
      text: try PageText(json: json)
    )
    includesGlyphs = text.blocks.contains { block in
      block.lines.contains { line in line.words.contains { !$0.glyphs.isEmpty } }
    }
  }
}

extension PageText: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(order: try json.decode("order"), blocks: try json.decode("blocks"))
  }
}

extension TextBlock: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      box: try json.decode("box"), role: try json.decode("role"), lines: try json.decode("lines"))
  }
}

extension TextLine: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      box: try json.decode("box"), baseline: try json.decode("baseline"),
      words: try json.decode("words"))
  }
}

extension TextWord: JSONDecodable {
  /// Glyph boxes are left out where there is not one for each character: they say nothing then.
  public init(json: JSONValue) throws(JSONError) {
    let text: String = try json.decode("text")
    let glyphs: [Rect] = try json.decodeIfPresent("glyphs") ?? []
    let size: Double = try json.decodeIfPresent("size") ?? 0
    guard size >= 0, size <= 1e6 else { throw JSONError("the font size cannot be \(size)") }
    self.init(
      text: text, box: try json.decode("box"), quad: try json.decodeIfPresent("quad"),
      font: try json.decodeIfPresent("font"), size: size,
      direction: try json.decodeIfPresent("direction") ?? .leftToRight,
      language: try json.decodeIfPresent("lang"),
      glyphs: glyphs.isEmpty || glyphs.count != text.count ? [] : glyphs,
      joinsNext: try json.decodeIfPresent("joined") ?? false)
  }
}
