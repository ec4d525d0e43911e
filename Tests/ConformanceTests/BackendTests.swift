import Foundation
import RectoConformance
import RectoPDFBackend
import RectoPageModel
import TestSupport
import Testing

@Suite struct BackendTests {
  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func theSampleIssueKeepsEveryPromise() throws {
    let publication = try Self.open(#require(samplesFolder()) + "/quay.pdf")
    #expect(ConformanceSuite().findings(in: publication) == [])
  }

  /// The checks that the first pages of the corpus cannot pass, with the reason.
  private static let exceptions = [
    "bug1050040.pdf": "word-ink: its font is broken, so that nothing is drawn",
    "issue14497.pdf": "region: hairlines that are paler in a region; why is not known",
    "issue2177.pdf": "region: 0.2 % of the pixels, by up to 12 of 255; why is not known",
    "issue5421.pdf": "word-ink: pdftocairo draws nothing either",
    "pr4922.pdf": "word-ink: pdftocairo draws nothing either",
    "recursiveCompositGlyf.pdf": "word-ink: pdftocairo draws nothing either",
  ]

  @Test(
    .startsProcesses, .enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)),
    arguments: sampledPDFs(offset: 0))
  func theFirstPageOfAFileKeepsEveryPromise(path: String) async {
    await #expect(processExitsWith: .success) { [path] in
      let findings = ConformanceSuite().findings(in: try Self.open(path), pages: 0..<1)
      let exception = Self.exceptions[URL(fileURLWithPath: path).lastPathComponent]
      for finding in findings {
        let isKnown = exception?.hasPrefix(finding.check + ": ") ?? false
        #expect(isKnown, "\(finding)")
      }
      #expect(exception == nil || !findings.isEmpty, "needs no exception any more")
    }
  }

  private static func open(_ path: String) throws -> any Publication {
    let source = Source(path: path, content: .file(try FileBytes(path: path)))
    return try PDFBackend().open(source, options: OpenOptions())
  }
}
