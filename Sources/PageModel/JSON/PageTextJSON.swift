/// The text of one page under its index, label and size, as `recto text --format json` gives it.
public struct PageTextDocument: JSONRepresentable, Sendable {
  public var index: Int
  public var label: String
  public var size: Size
  public var text: PageText
  /// Whether each word lists the boxes of its glyphs.
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
      json.key("index")
      json.value(index)
      json.key("label")
      json.value(label)
      json.key("size")
      json.value(size)
      json.key("order")
      json.value(text.order.rawValue)
      json.key("blocks")
      json.array(text.blocks) { write($1, to: &$0) }
    }
  }

  private func write(_ block: TextBlock, to json: inout JSONWriter) {
    json.object { json in
      json.key("box")
      json.value(block.box)
      json.key("role")
      json.value(block.role.rawValue)
      json.key("lines")
      json.array(block.lines) { json, line in
        json.object { json in
          json.key("box")
          json.value(line.box)
          json.key("baseline")
          json.value(line.baseline)
          json.key("words")
          json.array(line.words) { write($1, to: &$0) }
        }
      }
    }
  }

  private func write(_ word: TextWord, to json: inout JSONWriter) {
    json.object { json in
      json.key("text")
      json.value(word.text)
      json.key("box")
      json.value(word.box)
      if let quad = word.quad {
        json.key("quad")
        json.value(quad)
      }
      json.optional("font", word.font)
      if word.size > 0 {
        json.key("size")
        json.value(word.size)
      }
      json.key("direction")
      json.value(word.direction.rawValue)
      json.optional("lang", word.language)
      if word.joinsNext {
        json.key("joined")
        json.value(true)
      }
      if includesGlyphs {
        json.key("glyphs")
        json.array(word.glyphs) { $0.value($1) }
      }
    }
  }
}
