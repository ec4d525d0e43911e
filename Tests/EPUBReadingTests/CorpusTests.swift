import Foundation
import RectoEPUBReading
import RectoPageModel
import TestSupport
import Testing

/// Books from many producers, read twice.
@Suite(.enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)))
struct CorpusTests {
  private static func books() throws -> [String] {
    let folder = (corporaFolder() ?? "") + "/epub"
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".epub") }.sorted().map { "\(folder)/\($0)" }
  }

  @Test func everyBookReadsAsPythonReadsIt() async throws {
    let paths = try Self.books()
    let independent = try await independentReading(paths)
    var equal = 0
    for path in paths {
      let own = form(try OpenBook(fileSource(path)).book)
      for (key, value) in try #require(independent[path]) {
        let name = try #require(key as? String)
        let mine = own[name] as? NSObject
        #expect(mine == value as? NSObject, "\(path): \(name)")
      }
      if own == independent[path] { equal += 1 }
    }
    print("\(equal) of \(paths.count) books equal")
    #expect(equal == paths.count)
    #expect(!paths.isEmpty)
  }

  @Test func everyListedDocumentOfEveryBookCanBeTakenOut() throws {
    for path in try Self.books() {
      let open = try OpenBook(fileSource(path))
      for item in open.book.spine {
        #expect(try open.content(of: item.path).count > 0, "\(path): \(item.path.text)")
      }
    }
  }

  @Test func anUnpackedBookReadsAsItsArchiveDoes() async throws {
    let path = (corporaFolder() ?? "") + "/epub/childrens-literature.epub"
    let folder = try temporaryFolder()
    let python = try #require(program("python3"))
    #expect(try await run(python, ["-m", "zipfile", "-e", path, folder.path]).status == 0)
    let source = Source(
      path: folder.path, content: .folder(entries: try folderEntries(of: folder.path)))
    #expect(try OpenBook(source).book == OpenBook(fileSource(path)).book)
  }

  /// The corpus has it so that it must not be shown: it is mixed with another book's identifier.
  @Test func aFontOfAnotherBookStaysUnreadable() throws {
    let path = (corporaFolder() ?? "") + "/epub/ocf-font_obfuscation_bis.epub"
    let font = try OpenBook(fileSource(path)).content(of: RelativePath("EPUB/fonts/Lobster.ttf"))
    // Expected values from Python's hashlib and a loop.
    #expect(font.prefix(4) == [0xD2, 0x92, 0xC3, 0x8A])
  }
}
