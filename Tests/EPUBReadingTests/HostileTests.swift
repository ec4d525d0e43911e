import EPUBReading
import Foundation
import PageModel
import TestSupport
import Testing

/// Books that were made to break a reader, by what their manifest expects.
@Suite(.enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)))
struct HostileTests {
  private struct Row: Decodable {
    var file: String
    var expect: String
  }

  private struct Manifest: Decodable { var rows: [Row] }

  private static let folder = (corporaFolder() ?? "") + "/hostile/"

  private static func rows() throws -> [Row] {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "manifest.json"))
    return try JSONDecoder().decode(Manifest.self, from: data).rows
      .filter { $0.file.hasPrefix("epub/") }
  }

  /// Reading, and taking out every document: what a page's rendering adds is the browser's.
  private static func read(_ path: String) -> Result<Book, PageError> {
    Result { () throws(PageError) in
      let open = try OpenBook(Source(path: path, content: .file(FileBytes(path: path))))
      for item in open.book.spine { _ = try open.content(of: item.path) }
      return open.book
    }
  }

  @Test func everyFileGetsWhatItsManifestExpects() throws {
    var counts: [String: Int] = [:]
    for row in try Self.rows() {
      let outcome = Self.read(Self.folder + row.file)
      let said = Comment(rawValue: "\(row.file): \(outcome)")
      switch outcome {
      case .success(let book):
        #expect(row.expect != "clear error", said)
        #expect(!book.spine.isEmpty, said)
        counts["opens", default: 0] += 1
      case .failure(let error):
        #expect(row.expect != "renders", said)
        #expect([.damaged, .unsupported, .limit, .needsPassword].contains(error.code), said)
        #expect(isOneCleanLine(error.message), said)
        counts["is refused", default: 0] += 1
      }
    }
    print(counts.map { "\($0.value) \($0.key)" }.sorted().joined(separator: ", "))
  }

  /// The slowest takes some tens of milliseconds; a limit is ten seconds.
  @Test func noFileTakesLong() throws {
    for row in try Self.rows() {
      let clock = ContinuousClock()
      let time = clock.measure { _ = Self.read(Self.folder + row.file) }
      #expect(time < .seconds(10), "\(row.file): \(time)")
    }
  }

  private func isOneCleanLine(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count < 1000 && text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
  }
}
