import Foundation
import TestSupport
import Testing

/// Through workers, with the limits as they are by default.
@Suite(.enabled(if: Corpus.isThere, Comment(rawValue: needsCorpora)))
struct HostileTests {
  @Test func everyFileGetsWhatItsManifestExpects() async throws {
    for run in try await HostileRun.all.value {
      let said = Comment(rawValue: "\(run.file.file): \(run.run.status ?? -1) \(run.sentences)")
      switch run.file.expect {
      case "renders": #expect(run.run.status == 0 && run.images > 0, said)
      case "clear error": #expect([65, 75].contains(run.run.status), said)
      default: #expect([0, 65, 75].contains(run.run.status), said)
      }
      if run.run.status != 0 { #expect(!run.sentences.isEmpty, said) }
      #expect(run.litter == 0, said)
    }
  }

  @Test(.enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
  func booksAndPagesOfHTMLAreAmongThem() async throws {
    let runs = try await HostileRun.all.value
    #expect(runs.contains { $0.file.file.hasPrefix("epub/") })
    #expect(runs.contains { $0.file.file.hasPrefix("html/") })
  }

  /// A worker is ended some milliseconds after its deadline; a process needs some to begin and end,
  /// and a browser a second or two on a busy machine.
  @Test func noFilePassesItsLimits() async throws {
    let runs = try await HostileRun.all.value
    for run in runs {
      let file = run.file.file
      // The limit is one page's; a source whose pages all hang is refused after three of them.
      let pages = Double(max(1, run.sentences.count))
      #expect(
        run.run.seconds < run.file.limits.seconds * min(2, pages) + (run.needsBrowser ? 4 : 2),
        "\(file) took \(run.run.seconds) s")
      // Shared libraries and pixels count in a resident set and not in the limit.
      #expect(run.run.peakMiB <= run.memoryLimit + 128, "\(file): \(run.run.peakMiB) MiB")
      #expect(run.run.ownPeakMiB < 150, "\(file): the host took \(run.run.ownPeakMiB) MiB")
    }
    let own = runs.max { $0.run.ownPeakMiB < $1.run.ownPeakMiB }
    let all = runs.max { $0.run.peakMiB < $1.run.peakMiB }
    let slowest = runs.max { $0.run.seconds < $1.run.seconds }
    print(
      "host: \(own?.run.ownPeakMiB ?? 0) MiB (\(own?.file.file ?? "")), worker: "
        + "\(all?.run.peakMiB ?? 0) MiB (\(all?.file.file ?? "")), slowest: "
        + "\(slowest?.run.seconds ?? 0) s (\(slowest?.file.file ?? ""))")
  }

  @Test func noProcessIsLeft() async throws {
    _ = try await HostileRun.all.value
    // By its program, since a process whose host is gone belongs to nobody here.
    let recto = try rectoPath()
    var left: [String] = []
    for _ in 0..<100 {
      left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { process in
        let program = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(process)/exe")
        let words = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
        return program == recto && words.contains("/hostile/")
      }
      if left.isEmpty { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(left.isEmpty)
  }
}
