import RectoPageModel

/// Writes Markdown and records the places of the written text.
struct MarkdownWriter {
  private(set) var bytes: [UInt8] = []
  private var codePointCount = 0
  private(set) var spans: [MappedMarkdown.Span] = []
  /// The last code point of the text.
  private(set) var last: Unicode.Scalar?
  /// True in code, in which no sign means anything.
  private var isVerbatim = false
  /// The column at which lines begin.
  var indent = 0

  /// With a line feed at the end, unless there is nothing.
  var markdown: MappedMarkdown {
    MappedMarkdown(
      text: String(decoding: bytes, as: UTF8.self) + (bytes.isEmpty ? "" : "\n"), spans: spans)
  }

  /// Text in which no sign means anything.
  static func escaped(_ text: String) -> String {
    var writer = MarkdownWriter()
    writer.put(text, escape: nil)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Signs that may mean something in Markdown anywhere in a line.
  private static let signs = Set("\\`*_[]<>&#~|!$".unicodeScalars)

  /// Markdown as it stands, which is on no page.
  mutating func put(_ markdown: String) {
    for scalar in markdown.unicodeScalars { put(scalar) }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if scalar != "\n" { beginLine() }
    bytes += UTF8.encode(scalar)!
    codePointCount += 1
    last = scalar
  }

  /// Writes the spaces with which a line of a list begins.
  private mutating func beginLine() {
    guard indent > 0, bytes.last == UInt8(ascii: "\n") else { return }
    bytes += repeatElement(UInt8(ascii: " "), count: indent)
    codePointCount += indent
  }

  /// Begins a block: after an empty line, or only on a new line.
  mutating func beginBlock(isTight: Bool = false) {
    if !bytes.isEmpty { put(isTight ? "\n" : "\n\n") }
    last = nil
  }

  /// Text of a page, with a backslash before each sign of Markdown, and before the byte `escape`.
  private mutating func put(_ text: some StringProtocol, escape: Int?) {
    var offset = 0
    for scalar in text.unicodeScalars {
      if !isVerbatim, Self.signs.contains(scalar) || offset == escape { put("\\") }
      // Only lines of code are lines of the Markdown, and what controls a terminal says nothing.
      let isControl =
        scalar.value < 0x20 && !(isVerbatim && scalar == "\n") || scalar.value == 0x7F
      put(isControl || Self.endsLine(scalar) ? " " : scalar)
      offset += UTF8.width(scalar)
    }
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    [0x85, 0x2028, 0x2029].contains(scalar.value)
  }

  /// Code between fences, which are longer than what looks like one in it (CommonMark 0.31, 4.5).
  mutating func putCode(_ runs: [Article.Run]) {
    var (longest, length) = (0, 0)
    for byte in runs.map(\.text).joined().utf8 {
      length = byte == UInt8(ascii: "`") ? length + 1 : 0
      longest = max(longest, length)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    put(fence + "\n")
    isVerbatim = true
    for run in runs { put(run, 0..<run.text.utf8.count) }
    isVerbatim = false
    put("\n" + fence)
  }

  /// The part of a run between two bytes of its text.
  mutating func put(_ run: Article.Run, _ range: Range<Int>, escape: Int? = nil) {
    let utf8 = run.text.utf8
    func part(_ range: Range<Int>) -> Substring {
      run.text[
        utf8.index(
          utf8.startIndex, offsetBy: range.lowerBound)..<utf8.index(
            utf8.startIndex, offsetBy: range.upperBound)]
    }
    func escaped(in range: Range<Int>) -> Int? {
      escape.flatMap { range.contains($0) ? $0 - range.lowerBound : nil }
    }
    var offset = range.lowerBound
    for place in run.places
    where !place.range.isEmpty && range.contains(place.range.lowerBound)
      && place.range.upperBound <= range.upperBound
    {
      let before = offset..<place.range.lowerBound
      put(part(before), escape: escaped(in: before))
      put(part(place.range), at: place, escape: escaped(in: place.range))
      offset = place.range.upperBound
    }
    let rest = offset..<range.upperBound
    put(part(rest), escape: escaped(in: rest))
  }

  /// The text of one place.
  private mutating func put(_ text: Substring, at place: Article.Place, escape: Int?) {
    beginLine()
    let (start, firstCodePoint) = (bytes.count, codePointCount)
    var characters: [MappedMarkdown.Character] = []
    characters.reserveCapacity(place.extents.count)
    var offset = 0
    // A copy, since a mark at the start of a word is one of its own there.
    for (index, character) in String(text).enumerated() {
      let extent =
        index < place.extents.count ? place.extents[index] : Article.Place.Extent.whole
      characters.append(MappedMarkdown.Character(start: bytes.count, extent: extent))
      let length = String(character).utf8.count
      put(
        String(character),
        escape: escape.flatMap { $0 >= offset && $0 < offset + length ? $0 - offset : nil })
      offset += length
    }
    spans.append(
      MappedMarkdown.Span(
        range: start..<bytes.count, codePoints: firstCodePoint..<codePointCount, page: place.page,
        line: place.line, quad: place.quad, direction: place.direction, characters: characters))
  }

  /// A sign of Markdown that stands for a word of the page, such as the bullet of a list.
  mutating func put(_ sign: String, for place: Article.Place) {
    beginLine()
    let (start, firstCodePoint) = (bytes.count, codePointCount)
    put(sign)
    spans.append(
      MappedMarkdown.Span(
        range: start..<bytes.count, codePoints: firstCodePoint..<codePointCount, page: place.page,
        line: place.line, quad: place.quad, direction: place.direction,
        characters: [MappedMarkdown.Character(start: start, extent: .whole)]))
  }

  /// Markdown of a picture.
  mutating func put(_ markdown: String, forPicture box: Rect, page: Int) {
    beginLine()
    let (start, firstCodePoint) = (bytes.count, codePointCount)
    put(markdown)
    spans.append(
      MappedMarkdown.Span(
        range: start..<bytes.count, codePoints: firstCodePoint..<codePointCount, page: page,
        line: nil, quad: Quad(box), direction: .leftToRight, characters: []))
  }
}
