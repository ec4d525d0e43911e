import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isThere, Comment(rawValue: needsCorpora)))
struct RenderingTests {
  /// What pdftocairo shows otherwise, and why that is no fault.
  private static let exceptions = [
    "calgray.pdf":
      "pdftocairo puts CalGray through an sRGB profile, which tints its grays by a step"
  ]

  @Test func everyFileRendersOrSaysInOneSentenceWhyNot() async throws {
    let files = try await RenderedFile.all.value
    for file in files {
      // What libraries print is not a sentence of ours.
      let sentences = file.run.errorLines.filter { $0.hasPrefix("recto: ") }
      #expect(file.run.status != nil, "\(file.name) was ended by a signal")
      #expect([0, 65, 75].contains(file.run.status), "\(file.name): \(sentences)")
      if file.run.status == 0 {
        #expect(sentences.isEmpty && file.pageCount > 0, "\(file.name): \(sentences)")
      } else {
        #expect(!sentences.isEmpty && Set(sentences).count == sentences.count, "\(file.name)")
        #expect(
          sentences.allSatisfy { $0.contains("\(file.name): ") }, "\(file.name): \(sentences)")
      }
    }
    let failed = files.filter { $0.run.status != 0 }.map(\.name)
    print("\(files.count) files, \(files.count - failed.count) rendered, refused: \(failed)")
  }

  /// A worker's limit is 512 MiB of its own, and what it grows by between two looks; libraries and
  /// shared pixels come on top. The host's part is its own.
  @Test func noFileHangsOrEatsMemory() async throws {
    let files = try await RenderedFile.all.value
    for file in files {
      #expect(file.run.seconds < 21, "\(file.name) took \(file.run.seconds) s")
      #expect(file.run.peakMiB <= 640, "\(file.name) took \(file.run.peakMiB) MiB")
      #expect(file.run.ownPeakMiB < 150, "\(file.name): host \(file.run.ownPeakMiB) MiB")
    }
    let (slowest, largest) = (
      files.max { $0.run.seconds < $1.run.seconds }, files.max { $0.run.peakMiB < $1.run.peakMiB }
    )
    print(
      "slowest: \(slowest?.name ?? "") \(slowest?.run.seconds ?? 0) s, "
        + "largest: \(largest?.name ?? "") \(largest?.run.peakMiB ?? 0) MiB")
  }

  @Test(.enabled(if: program("pdftocairo") != nil, "poppler-utils are not installed"))
  func pagesLookAsPdftocairoShowsThem() async throws {
    var compared = 0
    var alike = 0
    let files = try await RenderedFile.all.value.filter { $0.run.status == 0 }
    for file in files {
      for (page, difference) in file.differences.sorted(by: { $0.key < $1.key }) {
        compared += 1
        if let difference, difference < 1 {
          alike += 1
        } else if Self.exceptions[file.name] == nil {
          Issue.record(
            "\(file.name) page \(page): \(difference.map { "\($0) of 255" } ?? "another size")")
        }
      }
    }
    #expect(compared >= files.count, "pdftocairo gave hardly any pages to compare with")
    #expect(Double(alike) >= 0.98 * Double(compared))
    print("\(alike) of \(compared) pages differ by less than 1 of 255 from pdftocairo's")
  }
}
