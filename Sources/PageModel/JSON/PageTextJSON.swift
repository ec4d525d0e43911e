import RectoJSON

/// The text of one page under its index, label and size, as `recto text --format json` gives it.
public struct PageTextDocument: JSONRepresentable, Sendable {
  public var index: Int
  public var label: String
  public var size: Size
  public var text: PageText
  /// True if each word lists the boxes of its glyphs.
  public var includesGlyphs: Bool

  public init(index: Int, label: String, size: Size, text: PageText, includesGlyphs: Bool = false) {
    self.index = index
    self.label = label
    self.size = size
    self.text = text
    self.includesGlyphs = includesGlyphs
  }

  /// `{"index","label","size","order","blocks":[{"box","role","thread","continues","cell","lines":[{"box","baseline","words":[…],
  /// "formulas":[{"words":[first,end],"alternative":{…}}]}]}]}`. `formulas`, `thread`, `continues`
  /// (always true) and `cell`, `{"table","row","index"}`, are left out if there are none.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("index", index)
      json.member("label", label)
      json.member("size", size)
      json.member("order", text.order.rawValue)
      json.key("blocks")
      json.array(text.blocks) { write($1, to: &$0) }
    }
  }

  private func write(_ block: TextBlock, to json: inout JSONWriter) {
    json.object { json in
      json.member("box", block.box)
      json.member("role", block.role.rawValue)
      json.optional("thread", block.thread)
      if block.isContinuation { json.member("continues", true) }
      if let cell = block.cell { json.member("cell", cell) }
      json.key("lines")
      json.array(block.lines) { json, line in
        json.object { json in
          json.member("box", line.box)
          json.member("baseline", line.baseline)
          json.key("words")
          json.array(line.words) { write($1, to: &$0) }
          if !line.formulas.isEmpty {
            json.key("formulas")
            json.array(line.formulas) { $0.value($1) }
          }
        }
      }
    }
  }

  private func write(_ word: TextWord, to json: inout JSONWriter) {
    json.object { json in
      json.member("text", word.text)
      json.member("box", word.box)
      if let quad = word.quad {
        json.member("quad", quad)
      }
      json.optional("font", word.font)
      if word.size > 0, word.size.isFinite {
        json.member("size", word.size)
      }
      json.member("direction", word.direction.rawValue)
      json.optional("lang", word.language)
      if word.joinsNext {
        json.member("joined", true)
      }
      if includesGlyphs {
        json.key("glyphs")
        json.array(word.glyphs) { $0.value($1) }
      }
    }
  }
}

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
      box: try json.decode("box"), role: try json.decode("role"), lines: try json.decode("lines"),
      thread: try json.decodeIfPresent("thread"),
      isContinuation: try json.decodeIfPresent("continues") ?? false,
      cell: try json.decodeIfPresent("cell"))
  }
}

/// `{"table","row","index"}`, all from 0
extension TableCell: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("table", table)
      json.member("row", row)
      json.member("index", index)
    }
  }
}

extension TableCell: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let numbers = 0...Int(Int32.max)
    self.init(
      table: try json.integer("table", in: numbers), row: try json.integer("row", in: numbers),
      index: try json.integer("index", in: numbers))
  }
}

extension TextLine: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self.init(
      box: try json.decode("box"), baseline: try json.decode("baseline"),
      words: try json.decode("words"), formulas: try json.decodeIfPresent("formulas") ?? [])
    var end = 0
    for formula in formulas {
      guard formula.words.lowerBound >= end, formula.words.upperBound <= words.count else {
        throw JSONError("the formulas are not of the line's words in their order")
      }
      end = formula.words.upperBound
    }
  }
}

/// `{"words":[first,end],"alternative":{…}}`, the words by their indices in the line
extension TextFormula: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("words")
      json.array([words.lowerBound, words.upperBound]) { $0.value($1) }
      json.member("alternative", alternative)
    }
  }
}

extension TextFormula: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let bounds: [Int] = try json.decode("words")
    guard bounds.count == 2, 0 <= bounds[0], bounds[0] < bounds[1] else {
      throw JSONError("a formula has no words")
    }
    self.init(words: bounds[0]..<bounds[1], alternative: try json.decode("alternative"))
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
