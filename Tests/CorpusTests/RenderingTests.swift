import TestSupport
import Testing

/// Real files, rendered. One test at a time, as in `HostileTests`.
@Suite(.enabled(if: Corpus.isThere, Comment(rawValue: needsCorpora)), .serialized)
struct RenderingTests {
  /// The files that pdftocairo shows differently, and why that is not a fault.
  private static let exceptions = [
    "calgray.pdf":
      "pdftocairo puts CalGray through an sRGB profile, which tints its grays by a step",
    "ContentStreamCycleType3insideType3.pdf":
      "pdftocairo runs out of memory and gives a black page",
    "ContentStreamNoCycleType3insideType3.pdf":
      "its glyphs have colors, which pdftocairo leaves out",
    "pr4922.pdf":
      "its tints of ink are those of SWOP, as MuPDF and PDFium show them; pdftocairo mixes them in proportion",
  ]

  /// The tolerated mean difference, of 255: pages of dense small type differ by the positions of
  /// their glyphs, which pdftocairo rounds to whole pixels.
  private static let most = 3.0

  @Test func everyFileRendersOrSaysInOneSentenceWhyNot() async throws {
    let files = try await RenderedFile.all.value
    for file in files {
      // Output of libraries is not a message of Recto.
      let said = file.run.errorLines.filter { $0.hasPrefix("recto: ") }
      let sentences = said.filter { !$0.contains(": warning: ") }
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
  /// shared pixels come on top. The host's part is its own. Two pages may reach their limit of ten
  /// seconds of a processor. Results exist only for runs that end without being killed.
  @Test func noFileHangsOrEatsMemory() async throws {
    let files = try await RenderedFile.all.value
    for file in files {
      #expect(
        file.run.processorSeconds < 21, "\(file.name) took \(file.run.processorSeconds) s")
      #expect(file.run.peakMiB <= 640, "\(file.name) took \(file.run.peakMiB) MiB")
      #expect(file.run.ownPeakMiB < 150, "\(file.name): host \(file.run.ownPeakMiB) MiB")
    }
    let slowest = files.max { $0.run.processorSeconds < $1.run.processorSeconds }
    let largest = files.max { $0.run.peakMiB < $1.run.peakMiB }
    print(
      "slowest: \(slowest?.name ?? "") \(slowest?.run.processorSeconds ?? 0) s, "
        + "largest: \(largest?.name ?? "") \(largest?.run.peakMiB ?? 0) MiB")
  }

  @Test(
    .needsPoppler,
    .enabled(if: program("pdftocairo") != nil, "poppler-utils are not installed"))
  func pagesLookAsPdftocairoShowsThem() async throws {
    var compared = 0
    var alike = 0
    let files = try await RenderedFile.all.value.filter {
      $0.run.status == 0 && Self.exceptions[$0.name] == nil
    }
    for file in files {
      for (page, difference) in file.differences.sorted(by: { $0.key < $1.key }) {
        compared += 1
        if let difference, difference < 1 {
          alike += 1
        } else if (difference ?? .infinity) >= Self.most {
          Issue.record(
            "\(file.name) page \(page): \(difference.map { "\($0) of 255" } ?? "another size")")
        }
      }
    }
    #expect(compared >= files.count, "pdftocairo gave hardly any pages to compare with")
    #expect(Double(alike) >= 0.9 * Double(compared))
    print("\(alike) of \(compared) pages differ by less than 1 of 255 from pdftocairo's")
  }
}
