/// Text with the style of each part of it.
///
/// Positions are UTF-16 code units, as in ICU.
public struct AttributedText: Sendable, Hashable {
  public struct Run: Sendable, Hashable {
    public var range: Range<Int>
    public var style: CharacterStyle
    /// The object in the place of the run's only character, U+FFFC.
    public var attachment: Attachment?
  }

  public private(set) var units: [UInt16] = []
  /// They follow one another without a gap and cover the text.
  public private(set) var runs: [Run] = []

  public init() {}

  public init(_ text: String, style: CharacterStyle) { append(text, style: style) }

  public var string: String { String(decoding: units, as: UTF16.self) }
  public var isEmpty: Bool { units.isEmpty }

  public mutating func append(_ text: String, style: CharacterStyle) {
    let start = units.count
    units.append(contentsOf: text.utf16)
    guard units.count > start else { return }
    // Two annotations stay two, whatever they say.
    if let last = runs.last, last.style == style, last.attachment == nil, style.ruby == nil {
      runs[runs.count - 1].range = last.range.lowerBound..<units.count
    } else {
      runs.append(Run(range: start..<units.count, style: style))
    }
  }

  public mutating func append(_ attachment: Attachment, style: CharacterStyle) {
    let start = units.count
    units.append(0xFFFC)
    runs.append(Run(range: start..<units.count, style: style, attachment: attachment))
  }
}

/// A thing of a given size that stands in a line like a letter.
public struct Attachment: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    /// An object drawn by the caller that knows the name, such as a picture.
    case named(String)
    /// The call of a footnote, whose text the story has under this name.
    case note(String)
  }

  public var content: Content
  public var width: Double
  /// Above and below the baseline.
  public var ascent: Double
  public var descent: Double

  public init(_ content: Content, width: Double, ascent: Double, descent: Double) {
    self.content = content
    self.width = width
    self.ascent = ascent
    self.descent = descent
  }
}
