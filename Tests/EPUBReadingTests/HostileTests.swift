import Foundation
import RectoEPUBReading
import RectoPageModel
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

  /// Each file, read once for all tests, with the seconds of a processor that it took.
  private static let readings = Result {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "manifest.json"))
    return try JSONDecoder().decode(Manifest.self, from: data).rows
      .filter { $0.file.hasPrefix("epub/") }
      .map { row in
        let start = processorSeconds()
        let outcome = read(folder + row.file)
        return (row: row, outcome: outcome, seconds: processorSeconds() - start)
      }
  }

  /// Reading, and taking out every document: what a page's rendering adds is the browser's.
  private static func read(_ path: String) -> Result<Book, PageError> {
    Result { () throws(PageError) in
      let open = try OpenBook(Source(path: path, content: .file(FileBytes(path: path))))
      for item in open.book.spine { _ = try open.content(of: item.path) }
      return open.book
    }
  }

  /// The processor time of this thread.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  @Test func everyFileGetsWhatItsManifestExpects() throws {
    var counts: [String: Int] = [:]
    for (row, outcome, _) in try Self.readings.get() {
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
    for (row, _, seconds) in try Self.readings.get() {
      #expect(seconds < 10, "\(row.file): \(seconds) s of a processor")
    }
  }

  private func isOneCleanLine(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count < 1000 && text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
  }
}
