import Conformance
import Foundation
import PDFBackend
import PageModel
import TestSupport
import Testing

@Suite struct BackendTests {
  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func theSampleIssueKeepsEveryPromise() throws {
    let publication = try open(#require(samplesFolder()) + "/quay.pdf")
    #expect(ConformanceSuite().findings(in: publication) == [])
  }

  /// What the first pages of the corpus cannot keep, and why.
  private static let exceptions = [
    "bug1050040.pdf": "word-ink: its font is broken, so that nothing is drawn",
    "issue14497.pdf": "region: hairlines that are paler in a region; why is not known",
    "issue2177.pdf": "region: 0.2 % of the pixels, by up to 12 of 255; why is not known",
    "issue5044.pdf": "word-ink: a word that its soft mask hides",
    "issue5421.pdf": "word-ink: pdftocairo draws nothing either",
    "nonisolated_blend_smask.pdf": "word-ink: a word that its soft mask hides",
    "pr4922.pdf": "word-ink: pdftocairo draws nothing either",
    "recursiveCompositGlyf.pdf": "word-ink: pdftocairo draws nothing either",
  ]

  /// Files that are not sound enough to be asked, or pass the limits that a process sets.
  private static let unsound: Set = [
    "ContentStreamCycleType3insideType3.pdf", "bomb_giant.pdf", "bug1020226.pdf",
    "issue15590.pdf", "issue9105_other.pdf", "poppler-91414-0-54.pdf", "poppler-937-0-fuzzed.pdf",
  ]

  /// In two halves, which run side by side: backends are asked from several threads.
  @Test(
    .enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)), arguments: [0, 1])
  func theFirstPagesOfTheCorpusKeepEveryPromise(half: Int) throws {
    let folder = try #require(corporaFolder()) + "/pdf"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".pdf") && !Self.unsound.contains($0) }
      .enumerated().filter { $0.offset % 2 == half }.map(\.element)
    for name in names {
      let findings = ConformanceSuite().findings(in: try open("\(folder)/\(name)"), pages: 0..<1)
      let exception = Self.exceptions[name]
      for finding in findings {
        let isKnown = exception?.hasPrefix(finding.check + ": ") ?? false
        #expect(isKnown, "\(name): \(finding)")
      }
      #expect(exception == nil || !findings.isEmpty, "\(name) needs no exception any more")
    }
    print("\(names.count) first pages of the corpus were checked")
  }

  private func open(_ path: String) throws -> any Publication {
    let source = Source(path: path, content: .file(try FileBytes(path: path)))
    return try PDFBackend().open(source, options: OpenOptions())
  }
}
