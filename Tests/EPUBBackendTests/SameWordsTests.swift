import Foundation
import RectoBackends
import RectoEPUBBackend
import RectoPageModel
import TestSupport
import Testing

/// The sample issue in all its forms.
@Suite(
  .usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)),
  .enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct SameWordsTests {
  /// The paragraphs of a story as they are written, without what stands in tables and lists.
  private static func paragraphs(of story: String) throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../samples/quay/stories")
    let text = try String(contentsOf: folder.appendingPathComponent(story), encoding: .utf8)
    return text.components(separatedBy: "\n\n").filter { block in
      guard let first = block.trimmingCharacters(in: .whitespacesAndNewlines).first else {
        return false
      }
      return first.isLetter
    }
    .map {
      $0.replacing(#/\[([^\]]*)\]\([^)]*\)/#) { String($0.output.1) }
        .replacing(#/[*_`]/#, with: "")
    }
  }

  private static func letters(_ text: some StringProtocol) -> String {
    String(
      String.UnicodeScalarView(
        text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic }))
  }

  private func text(of name: String) throws -> String {
    let path = try #require(samplesFolder()) + "/" + name
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let content: Source.Content =
      isFolder.boolValue
      ? .folder(entries: try folderEntries(of: path)) : .file(try FileBytes(path: path))
    let source = Source(path: path, content: content)
    let probe = SourceProbe(source)
    let backend = try #require(
      builtInBackends().max { $0.recognizes(probe) < $1.recognizes(probe) })
    let publication = try backend.open(source, options: OpenOptions(callSeconds: Patience.seconds))
    let pages = try (0..<publication.pageCount).map { index in
      try (publication.page(at: index) as? any TextPage)?.text().plain ?? ""
    }
    return Self.letters(pages.joined(separator: " "))
  }

  /// The stories whose words the forms have in common; others were shortened for a form.
  private static let stories = [
    "1-harbour-desk.md", "2-carrow-light.md", "3-reading-the-tide.md", "4-hall-two.md",
    "6-compass.md",
  ]

  /// Paragraphs may be separated by a note mark, a page or a column; the text in between is at most
  /// a caption or a running head.
  private static func places(
    of paragraph: String, in text: String, from start: String.Index
  ) -> String.Index? {
    let whole = letters(paragraph)
    if let found = text.range(of: whole, range: start..<text.endIndex) { return found.upperBound }
    // In two pieces.
    for cut in stride(from: whole.count - 1, to: 0, by: -1) {
      let head = whole.prefix(cut)
      guard let first = text.range(of: head, range: start..<text.endIndex) else { continue }
      let end =
        text.index(first.upperBound, offsetBy: 500, limitedBy: text.endIndex) ?? text.endIndex
      let limit = text.index(end, offsetBy: whole.count, limitedBy: text.endIndex) ?? text.endIndex
      let rest = whole.dropFirst(cut)
      return text.range(of: rest, range: first.upperBound..<limit)?.upperBound
    }
    return nil
  }

  @Test(arguments: ["quay.pdf", "quay-layout", "quay-html"] + (hasBooks ? ["quay.epub"] : []))
  func everyFormHasTheSameWordsInTheSameOrder(_ form: String) throws {
    let text = try text(of: form)
    for story in Self.stories {
      var place = text.startIndex
      for paragraph in try Self.paragraphs(of: story) {
        let found = Self.places(of: paragraph, in: text, from: place)
        #expect(found != nil, "\(form), \(story): \(paragraph.prefix(60))")
        place = found ?? place
      }
    }
  }
}
