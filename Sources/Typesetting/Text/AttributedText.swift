import RectoPageModel

/// Text with the style of each part of it. Positions are UTF-16 code units, as in ICU.
public struct AttributedText: Sendable, Hashable {
  public struct Run: Sendable, Hashable {
    public var range: Range<Int>
    public var style: CharacterStyle
    /// The object that the run's only character, U+FFFC, stands for.
    public var attachment: Attachment?
  }

  public private(set) var units: [UInt16] = []
  /// The runs, which cover the text without gaps.
  public private(set) var runs: [Run] = []
  /// The named places in the text for links, in the order of the text.
  public internal(set) var places: [Place] = []

  /// A named place in the text, the target of links.
  public struct Place: Sendable, Hashable {
    public var name: String
    /// The position of the letter after it.
    public var position: Int
  }

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

  /// Names the place after the text so far, or at its beginning.
  public mutating func addPlace(_ name: String, atBeginning: Bool = false) {
    places.append(Place(name: name, position: atBeginning ? 0 : units.count))
  }

  /// Renames each place by `rename`.
  public mutating func renamePlaces(_ rename: (String) -> String) {
    for index in places.indices { places[index].name = rename(places[index].name) }
  }

  /// The text with code units replaced by texts in their styles; places stay before their letters.
  public func replacing(_ texts: [UInt16: String]) -> AttributedText {
    guard units.contains(where: { texts[$0] != nil }) else { return self }
    var result = AttributedText()
    for run in runs {
      var start = run.range.lowerBound
      func addUpTo(_ end: Int) {
        result.append(String(decoding: units[start..<end], as: UTF16.self), style: run.style)
      }
      for index in run.range {
        for place in places where place.position == index {
          addUpTo(index)
          start = index
          result.addPlace(place.name)
        }
        if let attachment = run.attachment {
          result.append(attachment, style: run.style)
          start = index + 1
        } else if let text = texts[units[index]] {
          addUpTo(index)
          result.append(text, style: run.style)
          start = index + 1
        }
      }
      addUpTo(run.range.upperBound)
    }
    for place in places where place.position >= units.count { result.addPlace(place.name) }
    return result
  }

  var hasPictures: Bool { runs.contains { $0.attachment?.isPicture == true } }

  /// Makes the pictures in a range no larger than `room`, in their proportion; returns true if one
  /// was larger.
  mutating func fitPictures(in range: Range<Int>, into room: Size) -> Bool {
    var isChanged = false
    for index in runs.indices where range.contains(runs[index].range.lowerBound) {
      guard let attachment = runs[index].attachment, attachment.isPicture else { continue }
      let height = attachment.ascent + attachment.descent
      let factor = min(room.width / attachment.width, room.height / height)
      guard factor < 1 - Self.tolerance else { continue }
      runs[index].attachment = attachment.scaled(by: max(factor, 0))
      isChanged = true
    }
    return isChanged
  }

  /// The error of scaled sizes that is tolerated.
  private static let tolerance = 0.000_1

  /// Makes the pictures upright in vertical lines, along which their heights lie.
  mutating func turnPictures() {
    for index in runs.indices {
      guard let attachment = runs[index].attachment, attachment.isPicture else { continue }
      runs[index].attachment = Attachment(
        attachment.content, width: attachment.ascent + attachment.descent,
        ascent: attachment.width, descent: 0)
    }
  }
}

/// An object of a given size that is set in a line like a letter.
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

  var isPicture: Bool { if case .named = content { width > 0 } else { false } }

  /// The attachment scaled to a width, in its proportions.
  public func scaled(to width: Double) -> Attachment {
    self.width > 0 ? scaled(by: width / self.width) : self
  }

  func scaled(by factor: Double) -> Attachment {
    Attachment(
      content, width: width * factor, ascent: ascent * factor, descent: descent * factor)
  }
}
