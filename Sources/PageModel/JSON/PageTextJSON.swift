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

  /// `{"index","label","size","order","blocks":[{"box","role","lines":[{"box","baseline","words":[…]}]}]}`
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
      json.key("lines")
      json.array(block.lines) { json, line in
        json.object { json in
          json.member("box", line.box)
          json.member("baseline", line.baseline)
          json.key("words")
          json.array(line.words) { write($1, to: &$0) }
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
      if word.size > 0 {
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
