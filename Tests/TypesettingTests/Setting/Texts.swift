import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Sample text for the tests of typesetting, with helpers.
enum Texts {
  static let sentence =
    "The quay lies still and the boats knock softly against the wood while nobody who has walked "
    + "here once forgets the extraordinary smell of tar, of salt and of the difficult offices. "

  /// About `count` words of prose, in paragraphs of different lengths.
  static func prose(paragraphs: Int) -> [String] {
    (0..<paragraphs).map { index in
      "Paragraph \(index) begins. " + String(repeating: sentence, count: 1 + (index * 7) % 4)
    }
  }

  static func style(
    _ families: [String] = ["EB Garamond"], size: Double = 10, language: String? = "en-GB"
  ) -> CharacterStyle {
    var style = CharacterStyle()
    style.fontFamily = families
    style.fontSize = size
    style.language = language
    return style
  }

  static func justified() -> ParagraphStyle {
    var style = ParagraphStyle()
    style.textAlign = .justify
    style.hyphens = .auto
    style.lineHeight = .points(13)
    return style
  }

  static func paragraph(
    _ text: String, _ style: ParagraphStyle = justified(),
    _ character: CharacterStyle = Texts.style()
  ) -> Paragraph {
    Paragraph(AttributedText(text, style: character), style: style)
  }

  /// A story set in frames.
  static func flow(_ story: Story, in frames: [TextFrame]) throws -> StoryFlow {
    StoryFlow(story, typesetter: try typesetter()) {
      frames.indices.contains($0) ? frames[$0] : nil
    }
  }

  /// The content of the frames that a story reaches.
  static func set(_ story: Story, in frames: [TextFrame]) throws -> [LaidOutFrame] {
    let flow = try flow(story, in: frames)
    return try frames.indices.compactMap { try flow.content(ofFrame: $0) }
  }

  /// Words, with the calls of notes behind them.
  static func calling(
    _ notes: String..., after words: String, _ style: ParagraphStyle = justified()
  ) -> Paragraph {
    var text = AttributedText(words, style: Texts.style())
    for note in notes {
      text.append(
        Attachment(.note(note), width: 4, ascent: 5, descent: 0), style: Texts.style())
    }
    return Paragraph(text, style: style)
  }

  static func typesetter() throws -> Typesetter { try Typesetter(fonts: FontLibrary()) }

  /// The words of a paragraph that is 300 points wide.
  static func words(
    _ text: String, _ stops: [ParagraphStyle.TabStop] = [],
    _ character: CharacterStyle = style()
  ) throws -> [TextWord] {
    var style = ParagraphStyle()
    style.tabStops = stops
    let story = Story(items: [.paragraph(paragraph(text, style, character))])
    let flow = StoryFlow(story, typesetter: try typesetter()) {
      $0 == 0 ? TextFrame(Rect(x: 0, y: 0, width: 300, height: 100)) : nil
    }
    let frame = try #require(try flow.content(ofFrame: 0))
    return PageText([frame]).blocks.flatMap(\.lines).flatMap(\.words)
  }
}

extension Line {
  /// Its part of a text, without white space at its ends.
  func string(of text: AttributedText) -> String {
    let units = text.units[range]
    return String(decoding: units, as: UTF16.self).trimmingSpaces
  }
}

extension LaidOutFrame {
  /// The texts of its lines of one kind.
  func strings(_ kind: PlacedLine.Kind) -> [String] {
    lines.filter { $0.kind == kind }.map { $0.line.string(of: $0.paragraph.text) }
  }

  /// The boxes of its pictures.
  var pictures: [Rect] {
    boxes.compactMap { if case .picture = $0.content { $0.box } else { nil } }
  }
}

extension String {
  var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
