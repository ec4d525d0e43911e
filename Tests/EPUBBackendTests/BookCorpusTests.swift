import Foundation
import RectoEPUBBackend
import RectoEPUBReading
import RectoMarkup
import RectoPageModel
import TestSupport
import Testing

/// Books from many producers, as pages.
@Suite(
  .usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)),
  .enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)))
struct BookCorpusTests {
  /// Prose, verse, tables of contents with many levels, narration, vertical text, fixed pages and
  /// both kinds in one.
  private static let books = [
    "childrens-literature", "georgia-cfi", "georgia-pls-ssml", "kusamakura-preview-embedded",
    "lay-pkg-flow-paginated", "lay-pp-spine-overrides_behave-as-global",
    "mol-timing-synchronization",
    "scr-support_scrolled-doc", "trees", "wasteland-woff",
  ]

  @Test(arguments: sample(books, every: 3))
  func everyPageOfABookShowsItsTextInOrder(_ name: String) throws {
    let source = try Source(name)
    let book = try warm.helper().open(source, options: OpenOptions(callSeconds: Patience.seconds))
    var shown = ""
    var pictures = 0
    for index in 0..<book.pageCount {
      let page = try book.page(at: index)
      let request = RenderRequest(scale: .pixelsPerPoint(0.25))
      let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
      let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
      try page.paint(request, on: grid, into: bitmap)
      let text = try (page as? any TextPage)?.text() ?? .none
      shown +=
        text.blocks.filter { ![.artifact, .ruby].contains($0.role) }.flatMap(\.lines).flatMap(
          \.words
        )
        .map(\.text).joined(separator: " ") + " "
      if bitmap.withPixels({ Set($0.bindMemory(to: UInt32.self)).count > 1 }) { pictures += 1 }
    }
    #expect(pictures > book.pageCount / 2)
    let written = Self.words(try Self.writtenText(of: source))
    let read = Self.words(shown)
    let lost = written.difference(from: read).count {
      if case .insert = $0 { true } else { false }
    }
    // Words are split at line ends, and where the font changes within one.
    #expect(Double(lost) <= 0.02 * Double(written.count) + 3, "\(lost) of \(written.count)")
  }

  /// The text of the spine's documents, as libxml2 reads it.
  private static func writtenText(of source: Source) throws -> String {
    let open = try OpenBook(source)
    var text = ""
    for item in open.book.spine where item.mediaType == "application/xhtml+xml" {
      let document = try XMLDocument(open.content(of: item.path), as: .xml)
      text += try document.withRoot { root throws(PageError) in
        let body = root.children(named: "body").first
        return body?.text { unread.contains($0.name) || isHidden($0) ? replacement(of: $0) : nil }
          ?? ""
      }
      text += " "
    }
    return text
  }

  private static func replacement(of element: XMLElement) -> String {
    ["rt", "rp"].contains(element.name) ? "" : " "
  }

  /// Rubies stand beside the text.
  private static let unread: Set = [
    "script", "style", "title", "desc", "audio", "video", "iframe", "rt", "rp",
  ]

  private static func isHidden(_ element: XMLElement) -> Bool {
    element.attribute("hidden") != nil
      || element.attribute("style")?.replacing(" ", with: "").contains("display:none") == true
  }

  /// Single letters of scripts without spaces, words of others.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in text.lowercased() + " " {
      let isIdeographic = character.unicodeScalars.contains { $0.value >= 0x2E80 }
      if isIdeographic || !(character.isLetter || character.isNumber) {
        if !word.isEmpty { words.append(word) }
        word = ""
        if isIdeographic, character.isLetter { words.append(String(character)) }
      } else {
        word.append(character)
      }
    }
    return words
  }

  @Test func aBookOpensAndItsFirstPageIsShownAndRead() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: (corporaFolder() ?? "") + "/epub"
    ).filter { $0.hasSuffix(".epub") }.map { String($0.dropLast(5)) }.sorted()
    #expect(!names.isEmpty)
    let backend = try warm.helper()
    for name in sample(names, every: 4) {
      let opened = Result { () throws(PageError) in
        try backend.open(try Source(name), options: OpenOptions(callSeconds: Patience.seconds))
      }
      // All of its content is of a type that reading systems do not show.
      guard name != "pub-foreign_bad-fallback" else {
        let page = try opened.get().page(at: 0) as? any TextPage
        #expect(throws: PageError.self) { try page?.text() }
        continue
      }
      let book = try opened.get()
      #expect(book.pageCount > 0, "\(name)")
      let page = try book.page(at: 0)
      let request = RenderRequest(scale: .pixelsPerPoint(0.25))
      let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
      let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
      try page.paint(request, on: grid, into: bitmap)
      #expect(throws: Never.self, "\(name)") { try (page as? any TextPage)?.text() }
    }
  }
}

extension Source {
  fileprivate init(_ name: String) throws(PageError) {
    let path = (corporaFolder() ?? "") + "/epub/\(name).epub"
    self.init(path: path, content: .file(try FileBytes(path: path)))
  }
}
