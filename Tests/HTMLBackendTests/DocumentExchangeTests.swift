import Foundation
import RectoBrowser
import RectoPageModel
import Synchronization
import TestSupport
import Testing

/// Documents that are shown one after the other in one tab look as if each had been loaded.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct DocumentExchangeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var head = ""
    var body = "<p>Ebb</p>"
    /// The text before the root element.
    var prolog = ""
    /// The same of the first document.
    var prologOfFirst = ""
    var encoding = String.Encoding.utf8
  }

  /// The content of the first document, which must leave no traces in the second.
  private static let first =
    "<head><title>1</title><style>p { color: red; font-size: 30px } @page { margin: 90px }</style></head>"
    + "<body style='background: #ff0'><p id='p'>Flood</p></body>"

  private static let files: [String: [UInt8]] = [
    "red.css": Array("p { color: #00f }".utf8),
    "drawn.css": Array("@import 'picture.css'; p { color: #0f0 }".utf8),
    "picture.css": Array("p { background: url(square.svg); height: 80px }".utf8),
    "square.svg": Array(
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40'/></svg>"
        .utf8),
  ]

  private static func document(_ content: String, prolog: String = "") -> String {
    "<?xml version='1.0'?>\(prolog)<html xmlns='http://www.w3.org/1999/xhtml' lang='en'>\(content)</html>"
  }

  private func print(_ tab: Tab, _ path: String, _ files: ServedFiles) throws -> String {
    let deadline = tab.deadline(seconds: Patience.seconds)
    try tab.loadStill(
      path, from: files, in: Viewport(width: 400, height: 400), until: deadline)
    let pdf = try tab.printToPDF(size: Size(width: 300, height: 300), until: deadline)
    // The time of printing is of no document.
    return String(decoding: pdf, as: UTF8.self).split(separator: "\n")
      .filter { !$0.contains("Date (D:") }.joined(separator: "\n")
  }

  /// True if the second document took the place of the first, without being loaded.
  private func isExchanged(_ example: Case) throws -> Bool {
    let second = Self.document(
      "<head><title>2</title>\(example.head)</head><body>\(example.body)</body>",
      prolog: example.prolog)
    var files = Self.files
    files["1.xhtml"] = Array(Self.document(Self.first, prolog: example.prologOfFirst).utf8)
    files["2.xhtml"] = Array(try #require(second.data(using: example.encoding)))
    let served = ServedFiles(MemoryFiles(files.mapValues { FileBytes($0) }))
    let browser = try warmBrowsers.helper()
    let tab = try browser.makeTab(until: browser.deadline(seconds: Patience.seconds))
    _ = try print(tab, "1.xhtml", served)
    let deadline = tab.deadline(seconds: Patience.seconds)
    _ = try tab.evaluate("globalThis.isFirst = true", until: deadline)
    let after = try print(tab, "2.xhtml", served)
    let isExchanged = try tab.evaluate("globalThis.isFirst === true", until: deadline).bool()
    let alone = try browser.makeTab(until: browser.deadline(seconds: Patience.seconds))
    #expect(try print(alone, "2.xhtml", served) == after)
    return isExchanged
  }

  @Test(arguments: [
    Case(testDescription: "text"),
    Case(testDescription: "a style sheet", head: "<link rel='stylesheet' href='red.css'/>"),
    Case(testDescription: "styles", head: "<style>p { letter-spacing: 3px }</style>"),
    Case(testDescription: "a picture", body: "<p><img src='square.svg' alt=''/></p>"),
    Case(testDescription: "a missing picture", body: "<p><img src='none.png' alt='a'/></p>"),
    Case(
      testDescription: "entities", body: "<p>a&nbsp;b&uuml;</p>",
      prolog: "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' "
        + "'http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd'>"),
    Case(testDescription: "a script", body: "<p>a</p><script>document.write('b')</script>"),
  ]) func aShortDocumentIsNotLoaded(_ example: Case) throws {
    #expect(try isExchanged(example))
  }

  /// The fonts of a book are several megabytes, which each of its chapters asks for.
  @Test(arguments: [(true, 1), (false, 2)])
  func filesOfTheDocumentBeforeAreReadAgainOnlyIfTheyMayChange(
    areLasting: Bool, reads: Int
  ) throws {
    let document = Self.document(
      "<head><title>1</title><link rel='stylesheet' href='red.css'/></head><body><p>Ebb</p></body>")
    var files = Self.files
    for path in ["1.xhtml", "2.xhtml"] { files[path] = Array(document.utf8) }
    let counted = CountedFiles(MemoryFiles(files.mapValues { FileBytes($0) }))
    let served = ServedFiles(counted, areLasting: areLasting)
    let browser = try warmBrowsers.helper()
    let tab = try browser.makeTab(until: browser.deadline(seconds: Patience.seconds))
    let prints = try ["1.xhtml", "2.xhtml"].map { try print(tab, $0, served) }
    #expect(prints[0] == prints[1])
    #expect(counted.reads(of: "red.css") == reads)
  }

  @Test(arguments: [
    Case(testDescription: "malformed", body: "<p>a<br>b</p>"),
    Case(testDescription: "a frame", body: "<iframe src='square.svg'></iframe>"),
    Case(testDescription: "a base", head: "<base href='x/'/>", body: "<img src='../square.svg'/>"),
    Case(
      testDescription: "a picture of a style sheet",
      head: "<link rel='stylesheet' href='drawn.css'/>"),
    Case(
      testDescription: "a picture of a style",
      body: "<p style='background: url(square.svg)'>a</p>"),
    Case(
      testDescription: "a picture in another spelling",
      head: "<style>p { background: image-set('square.svg' 1x) }</style>"),
    Case(
      testDescription: "an escaped picture",
      body: "<p style='background: u\\72l(square.svg)'>a</p>"),
    Case(
      testDescription: "a named style sheet",
      head: "<link rel='stylesheet' title='day' href='red.css'/>"),
    Case(
      testDescription: "a style sheet of the document before it",
      prologOfFirst: "<?xml-stylesheet href='red.css' type='text/css'?>"),
    Case(
      testDescription: "a style sheet of an instruction",
      prolog: "<?xml-stylesheet href='red.css' type='text/css'?>"),
    Case(
      testDescription: "a policy",
      head: "<meta http-equiv='Content-Security-Policy' content=\"img-src 'none'\"/>"),
    Case(testDescription: "UTF-16", encoding: .utf16),
    Case(
      testDescription: "long",
      body: "<p>" + String(repeating: "slack water ", count: 6_000) + "</p>"),
  ]) func anotherOneIs(_ example: Case) throws {
    #expect(try !isExchanged(example))
  }
}

/// Files that count how often each is read.
private final class CountedFiles: SourceFiles {
  private let files: MemoryFiles
  private let counts = Mutex<[String: Int]>([:])

  init(_ files: MemoryFiles) { self.files = files }

  func reads(of path: String) -> Int { counts.withLock { $0[path] ?? 0 } }

  func entries(in folder: RelativePath?) -> [String] { files.entries(in: folder) }

  func contains(_ path: RelativePath) -> Bool { files.contains(path) }

  func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    counts.withLock { $0[path.text, default: 0] += 1 }
    return try files.read(path, limit: limit)
  }
}
