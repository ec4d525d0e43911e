/// Text of another program, made fit to be shown: one line, UTF-8, without control characters and
/// not too long.
public struct DisplayText {
  /// The line to show.
  public let text: String

  /// The maximum length, enough for a path and a problem.
  public static let maximumCount = 500
  /// The number of bytes beyond which a text is not meant for display.
  package static let longestBytes = 64 << 10

  /// Cleans any text; one longer than `maximumCount` scalars ends in an ellipsis.
  public init(_ text: String, maximumCount: Int = Self.maximumCount) {
    guard !Self.isLine(text, maximumCount) else {
      self.text = text
      return
    }
    // The end of a long text is not read; half of the rest may be spaces that are removed.
    let scalars = text.unicodeScalars.prefix(maximumCount * 2).map { scalar in
      Self.isShown(scalar) ? scalar : " "
    }
    var clean = ""
    clean.unicodeScalars.append(contentsOf: scalars)
    let words = clean.split(separator: " ").joined(separator: " ")
    self.text =
      words.unicodeScalars.count > maximumCount
      ? String(String.UnicodeScalarView(words.unicodeScalars.prefix(maximumCount - 1))) + "…"
      : words
  }

  /// Bytes that should be UTF-8; invalid ones are replaced.
  package init(bytes: some Sequence<UInt8>) {
    self.init(String(decoding: Array(bytes.prefix(Self.longestBytes)), as: UTF8.self))
  }

  /// True if a text is fit already: most are, and cleaning takes many times as long.
  private static func isLine(_ text: String, _ maximumCount: Int) -> Bool {
    var count = 0
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      count += 1
      guard count <= maximumCount, scalar != " " || last != " ", isShown(scalar) else {
        return false
      }
      last = scalar
    }
    return last != " " || count == 0
  }

  /// True if it is neither a control character nor a formatting one, which could steer a terminal
  /// or the direction of the text around it.
  package static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    // Only the two joiners among these can belong to words.
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: true
    }
  }
}
