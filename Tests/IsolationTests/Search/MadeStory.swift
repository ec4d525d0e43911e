import Foundation
import TestSupport

/// Words without sense, each there once, and publications of several kinds that have them.
struct MadeStory {
  /// In reading order.
  private(set) var words: [String] = []
  /// The words of headlines across the gutter, four each; the last two are on the right page.
  private(set) var headlines: [[String]] = []
  private(set) var numbers: Numbers

  /// Numbers that look random and are the same in every run (SplitMix64).
  struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  init(seed: UInt64, count: Int = 900) {
    numbers = Numbers(state: seed)
    var known: Set<String> = []
    var partsOfKnown: Set<String> = []
    func word(_ numbers: inout Numbers) -> String {
      let syllables = ["ca", "ro", "men", "ti", "lus", "per", "mit", "ing", "so", "va", "den"]
      while true {
        let word = (0..<Int.random(in: 2...4, using: &numbers))
          .map { _ in syllables.randomElement(using: &numbers)! }.joined()
        // None is a part of another, so that each is found once.
        let parts = Self.parts(of: word)
        guard !partsOfKnown.contains(word), known.isDisjoint(with: parts) else { continue }
        known.insert(word)
        partsOfKnown.formUnion(parts)
        return word
      }
    }
    for _ in 0..<count { words.append(word(&numbers)) }
    for _ in 0..<3 { headlines.append((0..<4).map { _ in word(&numbers) }) }
  }

  /// All sequences of letters in a word, with the word.
  private static func parts(of word: String) -> [String] {
    word.indices.flatMap { start in
      word[start...].indices.map { String(word[start...$0]) }
    }
  }

  /// Paragraphs of sixty words.
  private func paragraphs(_ range: Range<Int>) -> [String] {
    stride(from: range.lowerBound, to: range.upperBound, by: 60).map { start in
      words[start..<min(start + 60, range.upperBound)].joined(separator: " ") + "."
    }
  }

  private func markdown(_ range: Range<Int>) -> String {
    "---\nlanguage: en\n---\n\n" + paragraphs(range).joined(separator: "\n\n") + "\n"
  }

  /// Words of one paragraph around the end of the one before `index`: a full stop stands between two
  /// paragraphs, but on pages of HTML.
  func phrase(_ kind: Kind, before: Int, index: Int, after: Int) -> Range<Int> {
    let parts: [Int] =
      switch kind {
      case .html: []
      case .package: [0, words.count / 2, words.count]
      case .epub: [0, words.count / 3, words.count / 3 * 2, words.count]
      default: [0, words.count]
      }
    let starts = zip(parts, parts.dropFirst()).flatMap { stride(from: $0, to: $1, by: 60) }
    let first = starts.last { $0 < index } ?? 0
    let end = starts.first { $0 > index - 1 } ?? words.count
    return max(first, index - before)..<max(index, min(end, index + after))
  }

  // MARK: Publications

  enum Kind: String, CaseIterable {
    case markdown, layout, pdf, images, epub, html, package

    /// Those that this build shows.
    static let shown = allCases.filter { $0 != .epub || hasBooks }
  }

  /// Writes a publication into a folder and gives its path.
  func write(_ kind: Kind, to folder: TemporaryFolder) async throws -> String {
    let name = kind.rawValue
    switch kind {
    case .markdown: return try folder.write(markdown(words.indices).utf8, to: "\(name)/story.md")
    case .layout: return try writeLayout(to: folder)
    case .pdf:
      try await make(["render", writeLayout(to: folder), "-o", folder.path("book.pdf")])
      return folder.path("book.pdf")
    case .images:
      let book = try await write(.pdf, to: folder)
      let pages = "\(folder.path("images"))/"
      try await make(["render", book, "--dpi", "144", "-o", pages])
      let files = try FileManager.default.contentsOfDirectory(atPath: pages).sorted()
      for (index, file) in files.enumerated() {
        let sidecar = pages + file.replacing(".png", with: ".xml")
        try await make([
          "text", book, "--pages", "\(index + 1)", "--format", "alto", "-o", sidecar,
        ])
      }
      return pages
    case .epub: return try writeBook(to: folder)
    case .html: return try writePages(to: folder)
    case .package:
      let middle = words.count / 2
      try folder.write(markdown(0..<middle).utf8, to: "package/one.md")
      try folder.write(markdown(middle..<words.count).utf8, to: "package/two.md")
      try folder.write(
        #"{"metadata": {"title": "Made"}, "parts": ["one.md", "two.md"]}"#.utf8,
        to: "package/recto.json")
      return folder.path("package")
    }
  }

  private func make(_ arguments: [String]) async throws {
    let result = try await runRecto(arguments)
    guard result.status == 0 else { throw CommandFailure(errors: result.errors) }
  }

  private struct CommandFailure: Error {
    let errors: String
  }

  /// Two columns, with running heads, page numbers and headlines over the gutter.
  private func writeLayout(to folder: TemporaryFolder) throws -> String {
    func headline(_ words: ArraySlice<String>, isLeft: Bool) -> String {
      """
      {"master": "body", "texts": [{"text": "\(words.joined(separator: " "))",
       "style": "\(isLeft ? "headline-end" : "headline")", "x": \(isLeft ? 8 : 4), "y": 50,
       "width": 288, "height": 26}]}
      """
    }
    let spreads = headlines.map {
      "\(headline($0[..<2], isLeft: true)), \(headline($0[2...], isLeft: false))"
    }
    try folder.write(markdown(words.indices).utf8, to: "layout/story.md")
    try folder.write(
      """
      {"metadata": {"title": "Made", "language": "en"}, "stories": {"story": "story.md"},
       "styles": {
        "body": {"font-family": "EB Garamond, serif", "font-size": "10pt", "line-height": "13pt"},
        "headline": {"font-size": "18pt", "line-height": "22pt"},
        "headline-end": {"font-size": "18pt", "line-height": "22pt", "text-align": "end"}},
       "size": {"width": 300, "height": 400},
       "margins": {"top": 90, "bottom": 50, "inside": 30, "outside": 30},
       "masters": {"body": {
        "frames": [{"thread": "story", "columns": 2, "column-gap": 14}],
        "texts": [
         {"text": "The Running Head", "style": "running-head", "x": 30, "y": 14, "width": 240,
          "height": 14},
         {"text": "{page}", "style": "folio", "x": 30, "y": 372, "width": 240, "height": 14}]}},
       "pages": [{"master": "body"}, \(spreads.joined(separator: ", ")),
        {"master": "body", "repeat": true}]}
      """.utf8, to: "layout/layout.json")
    return folder.path("layout")
  }

  /// A book of three chapters, as a folder.
  private func writeBook(to folder: TemporaryFolder) throws -> String {
    let chapters = [0, 1, 2]
    let third = words.count / 3
    for chapter in chapters {
      let body = paragraphs(chapter * third..<(chapter + 1) * third).map { "<p>\($0)</p>" }
      try folder.write(document(body.joined()).utf8, to: "epub/book/c\(chapter).xhtml")
    }
    try folder.write(
      """
      <?xml version="1.0"?><container version="1.0"
      xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile
      full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
      """.utf8, to: "epub/META-INF/container.xml")
    try folder.write("application/epub+zip".utf8, to: "epub/mimetype")
    let items = chapters.map {
      #"<item id="c\#($0)" href="c\#($0).xhtml" media-type="application/xhtml+xml"/>"#
    }
    let spine = chapters.map { #"<itemref idref="c\#($0)"/>"# }
    try folder.write(
      """
      <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"
      unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="id">made</dc:identifier><dc:title>Made</dc:title>
      <dc:language>en</dc:language></metadata><manifest>\(items.joined())</manifest>
      <spine>\(spine.joined())</spine></package>
      """.utf8, to: "epub/book/package.opf")
    return folder.path("epub")
  }

  /// Pages of HTML of fixed size, each with a head and a number.
  private func writePages(to folder: TemporaryFolder) throws -> String {
    let starts = Array(stride(from: 0, to: words.count, by: 60))
    for (index, start) in starts.enumerated() {
      let text = words[start..<min(start + 60, words.count)].joined(separator: " ")
      try folder.write(
        document(
          "<header>The Running Head</header><p>\(text)</p><footer>\(index + 1)</footer>",
          head: """
            <meta name="viewport" content="width=400, height=500"/>
            <style>header { position: absolute; top: 10px } p { margin: 100px 60px }
            footer { position: absolute; top: 470px }</style>
            """
        ).utf8, to: "html/page\(100 + index).html")
    }
    let pages = starts.indices.map { "\"page\(100 + $0).html\"" }.joined(separator: ", ")
    try folder.write(
      #"{"hpub": 1, "title": "Made", "url": "book://example.org/made", "contents": [\#(pages)]}"#
        .utf8, to: "html/book.json")
    return folder.path("html")
  }

  private func document(_ body: String, head: String = "") -> String {
    """
    <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head>
    <title>Made</title>\(head)<style>body { font-family: "EB Garamond" }</style></head>
    <body>\(body)</body></html>
    """
  }
}
