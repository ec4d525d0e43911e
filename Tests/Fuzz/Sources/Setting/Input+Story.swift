import FuzzSupport
import RectoPageModel
import RectoTypesetting

extension Input {
  mutating func story() -> Story {
    var items: [Story.Item] = []
    while !isEmpty, items.count < 12 {
      switch byte() % 8 {
      case 0: items.append(.table(table()))
      case 1: items.append(.picture(picture()))
      case 2:
        items.append(
          .rule(
            Rule(
              thickness: length(), color: .black, marginTop: offset(), marginBottom: offset())))
      default: items.append(.paragraph(paragraph()))
      }
    }
    return Story(items: items, notes: ["1": [paragraph()], "2": []])
  }

  mutating func paragraph() -> Paragraph {
    var text = AttributedText()
    for _ in 0..<Int(byte() % 5) {
      let style = characterStyle()
      switch byte() % 8 {
      case 0:
        text.append(
          Attachment(.named("a"), width: length(), ascent: length(), descent: offset()),
          style: style)
      case 1:
        text.append(
          Attachment(.note(choice(of: ["1", "2", "3"])), width: 0, ascent: 0, descent: 0),
          style: style)
      case 2: text.append(String(decoding: bytes(Int(byte() % 32)), as: UTF8.self), style: style)
      default:
        let words = (0..<Int(byte() % 12)).map { _ in choice(of: Self.pieces) }
        text.append(words.joined(separator: choice(of: [" ", "", "\u{A0}", "\t"])), style: style)
      }
    }
    var paragraph = Paragraph(text, style: paragraphStyle(), anchor: flag() ? "a" : nil)
    if flag() {
      paragraph.marker = AttributedText(choice(of: ["•", "", "12."]), style: characterStyle())
    }
    return paragraph
  }

  private mutating func picture() -> Picture {
    Picture(
      name: "a", size: Size(width: length(), height: length()),
      caption: flag() ? [paragraph()] : [], marginTop: offset(), marginBottom: offset())
  }

  private mutating func table() -> Table {
    let rows = (0..<Int(byte() % 4)).map { _ in
      (0..<Int(byte() % 4)).map { _ in Table.Cell(flag() ? [paragraph()] : []) }
    }
    return Table(
      rows: rows, headerRows: Int(byte() % 4), columnWidths: flag() ? [] : [1, length()],
      direction: choice(of: [.auto, .ltr, .rtl]), cellPadding: length(),
      rule: flag() ? Rule(thickness: length(), color: .black) : nil,
      headerBackground: .black, stripeBackground: .black, marginTop: offset(),
      marginBottom: offset())
  }

  mutating func frame() -> TextFrame {
    let box = Rect(x: offset(), y: offset(), width: length(), height: length())
    var frame = TextFrame(box)
    frame.columns = choice(of: [1, 2, 3, 100, 0])
    frame.columnGap = flag() ? 12 : length()
    frame.columnsRunRightToLeft = flag()
    frame.balancesColumns = flag()
    frame.blockAlignment = choice(of: [.top, .middle, .bottom, .justify])
    frame.writingMode = choice(of: [.horizontal, .verticalRightToLeft, .verticalLeftToRight])
    frame.overflows = flag()
    if flag() { frame.grid = TextFrame.Grid(first: offset(), step: length()) }
    if flag() { frame.shape = .ellipse(in: box) }
    if flag() {
      let hole = Rect(x: offset(), y: offset(), width: length(), height: length())
      frame.exclusions = [
        TextExclusion(
          flag() ? .rectangle(hole) : .ellipse(in: hole), margin: offset(),
          side: choice(of: [.both, .start, .end, .largest]))
      ]
    }
    return frame
  }

  /// Words, and pieces that are not words: line ends, marks without a letter, directional controls,
  /// halves of emoji, letters that grow in another case, and a word that fits in no line.
  private static let pieces = [
    "word", "tide,", "“Quay”", "harbor-master", "hyphen\u{AD}ation", "\u{2028}", "\u{2029}", "\n",
    "\r\n", "\t", " ", "\u{A0}", "\u{200B}", "\u{200D}", "\u{301}", "\u{FE0F}", "\u{FFFC}",
    "\u{FFFD}", "\u{202E}", "\u{2067}", "\u{2069}", "שלום", "مرحبا", "ﷺ", "港の船", "ﾊﾞ", "ไทยแลนด์",
    "👩‍👩‍👧‍👦", "🇬🇧🇬", "🏴\u{E0067}\u{E0062}\u{E007F}", "ßﬃŉǰ", "İıi", "क्षि", "\u{0}", "\u{7F}", "\u{85}",
    "\u{FEFF}", "\u{E000}", "\u{10FFFF}", "𝒳", "1.5", "3,14", "……", "e\u{301}\u{302}\u{303}",
    String(repeating: "W", count: 200), String(repeating: "\u{301}", count: 100), "ＷＩＤＥ（）",
  ]
}
