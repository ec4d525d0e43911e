import RectoPageModel

/// The characters of a story's file, made fit to be set.
struct StoryText {
  /// The maximum size: more than the longest novels have, since text that is set at once must fit a
  /// worker's memory.
  static let maximumBytes = 16 << 20
  /// The maximum length of a paragraph in UTF-16 code units. Its lines are chosen together, which
  /// takes memory for all of them.
  static let maximumParagraph = 1 << 20

  /// The text. Lines end in line feeds, carriage returns or both; the only other control characters
  /// are tabs, form feeds, line tabs and U+0085.
  let characters: String
  /// The repairs that were made, in sentences.
  let repairs: [String]

  /// The text of bytes in UTF-8, in UTF-16 with a byte order mark, or in the encoding that they
  /// are most like. Invalid bytes become U+FFFD, and so does NUL; other controls are left out, since they have neither form nor width
  /// (UAX 14, class CM, has them stick to the letter before).
  init(_ bytes: FileBytes) {
    self = bytes.withBytes { StoryText(bytes: $0) }
  }

  init(_ text: String) {
    var text = text
    self = text.withUTF8 { StoryText(bytes: UnsafeRawBufferPointer($0)) }
  }

  private init(bytes: UnsafeRawBufferPointer) {
    var repairs: [String] = []
    let decoded = Self.decode(bytes, &repairs)
    characters = Self.hasControls(decoded) ? Self.cleaned(decoded, &repairs) : decoded
    self.repairs = repairs
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, _ repairs: inout [String]
  ) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return utf16(bytes.dropFirst(2), isLittle: bytes[0] == 0xFF)
    }
    let content = UnsafeRawBufferPointer(
      rebasing: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...])
    if let text = String(validating: content, as: UTF8.self) { return text }
    if let encoding = TextEncoding(guessedFrom: content), let text = encoding.decode(content) {
      repairs.append(
        "is not UTF-8 and is read as \(encoding.name), which is a guess: save it as UTF-8")
      return text
    }
    repairs.append("is not entirely UTF-8: invalid bytes are shown as \u{FFFD}")
    return String(decoding: content, as: UTF8.self)
  }

  private static func utf16(
    _ bytes: Slice<UnsafeRawBufferPointer>, isLittle: Bool
  ) -> String {
    let first = bytes.startIndex
    let units = (0..<bytes.count / 2).map { index in
      let (a, b) = (UInt16(bytes[first + 2 * index]), UInt16(bytes[first + 2 * index + 1]))
      return isLittle ? a | b << 8 : a << 8 | b
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// True if there is a control character that `cleaned` would change, judged by bytes.
  private static func hasControls(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var isAfterC2 = false
      for byte in bytes {
        if byte < 0x20, !(0x09...0x0D).contains(byte) { return true }
        if byte == 0x7F || isAfterC2 && byte < 0xA0 && byte != 0x85 { return true }
        isAfterC2 = byte == 0xC2
      }
      return false
    }
  }

  private static func cleaned(_ text: String, _ repairs: inout [String]) -> String {
    var result = String.UnicodeScalarView()
    var (nuls, controls) = (0, 0)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0:
        nuls += 1
        result.append("\u{FFFD}")
      case 0x09...0x0D, 0x85: result.append(scalar)
      case 0x01..<0x20, 0x7F..<0xA0: controls += 1
      default: result.append(scalar)
      }
    }
    if nuls > 0 { repairs.append("has \(nuls) NUL characters, shown as \u{FFFD}") }
    if controls > 0 { repairs.append("has \(controls) control characters, which are left out") }
    return String(result)
  }
}
