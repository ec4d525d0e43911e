import Foundation
import TestSupport
import Testing

/// Files that were made to break a renderer, through workers. One test at a time waits for the runs
/// that all share, so that tests of other suites have the places to run in.
@Suite(.enabled(if: Corpus.isThere, Comment(rawValue: needsCorpora)), .serialized)
struct HostileTests {
  @Test func everyFileGetsWhatItsManifestExpects() async throws {
    for run in try await HostileRun.all.value {
      let said = Comment(rawValue: "\(run.file.file): \(run.run.status ?? -1) \(run.sentences)")
      switch run.file.expect {
      // PDFium itself crashes on its structure tree, which is a loop.
      case "renders" where run.file.file == "pdf/names_loop.pdf" && !hasPoppler:
        #expect([0, 65, 75].contains(run.run.status), said)
      case "renders": #expect(run.run.status == 0 && run.images > 0, said)
      // Its error is that of a limit, which a fast machine does not reach: 7 of its 10 s.
      case "clear error" where run.file.file == "pdf/flate_flate_1gb.pdf":
        #expect([0, 65, 75].contains(run.run.status), said)
      case "clear error": #expect([65, 75].contains(run.run.status), said)
      default: #expect([0, 65, 75].contains(run.run.status), said)
      }
      if run.run.status != 0 { #expect(!run.sentences.isEmpty, said) }
      #expect(run.sentences.allSatisfy { $0.hasPrefix("recto: \(run.file.path): ") }, said)
      #expect(run.litter == 0, said)
    }
  }

  @Test(.enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
  func booksAndPagesOfHTMLAreAmongThem() async throws {
    let runs = try await HostileRun.all.value
    #expect(runs.contains { $0.file.file.hasPrefix("epub/") } == hasBooks)
    #expect(runs.contains { $0.file.file.hasPrefix("html/") })
  }

  /// Time that the processes had a processor: how long they wait for one is the machine's matter.
  @Test func noFilePassesItsLimits() async throws {
    let runs = try await HostileRun.all.value
    for run in runs {
      let file = run.file.file
      // The limit is one page's; a source whose pages all hang is refused after three of them.
      let pages = Double(min(3, max(1, run.sentences.count)))
      // Processes begin and end, too.
      #expect(
        run.run.processorSeconds < run.file.limits.seconds * pages + 2,
        "\(file) took \(run.run.processorSeconds) s")
      // Shared libraries count in a resident set and not in the limit.
      #expect(run.run.peakMiB <= run.memoryLimit + 128, "\(file): \(run.run.peakMiB) MiB")
      #expect(run.run.ownPeakMiB < 150, "\(file): the host took \(run.run.ownPeakMiB) MiB")
    }
    let own = runs.max { $0.run.ownPeakMiB < $1.run.ownPeakMiB }
    let all = runs.max { $0.run.peakMiB < $1.run.peakMiB }
    let slowest = runs.max { $0.run.processorSeconds < $1.run.processorSeconds }
    print(
      "host: \(own?.run.ownPeakMiB ?? 0) MiB (\(own?.file.file ?? "")), worker: "
        + "\(all?.run.peakMiB ?? 0) MiB (\(all?.file.file ?? "")), slowest: "
        + "\(slowest?.run.processorSeconds ?? 0) s (\(slowest?.file.file ?? ""))")
  }

  @Test func noProcessIsLeft() async throws {
    let runs = try await HostileRun.all.value
    #expect(runs.contains { $0.run.processes.count > 1 }, "no worker was seen")
    for run in runs {
      try await until("the end of all processes of \(run.file.file)") {
        run.run.processes.allSatisfy(\.hasEnded)
      }
    }
  }
}
