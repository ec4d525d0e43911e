import Foundation
import RectoPageModel
import RectoPipeline
import RectoWorkers
import Testing

/// The code of `Snippets` is what the documents show, and all that they show.
@Suite struct DocumentTests {
  @Test(arguments: try Documents.passages())
  func codeInDocumentsRuns(passage: Documents.Passage) throws {
    // A document names its issue; the code that runs is told where it is.
    let wanted = passage.lines.map { $0.replacing("\"issue.pdf\"", with: "path") }
    let isCode = try Documents.code().contains { file in
      let lines = try Documents.text(file).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
      return lines.indices.dropLast(wanted.count - 1).contains { start in
        Documents.Passage(file, lines[start..<start + wanted.count]).lines == wanted
      }
    }
    #expect(isCode, "no file of the catalog's code has these lines")
  }

  @Test func theDocumentsShowSomething() throws {
    let documents = Set(try Documents.passages().map(\.document))
    #expect(
      documents.isSuperset(of: ["README.md", "\(Documents.catalog)/Isolation-and-limits.md"]))
  }

  @Test func theArticleOnLimitsStatesTheDefaults() throws {
    let (limits, workers) = (Limits(), WorkerLimits())
    let defaults = [
      "``Limits/pixels``": grouped(limits.pixels),
      "``Limits/side``": grouped(limits.side),
      "``Limits/pages``": grouped(limits.pages),
      "``Limits/inputBytes``": "\(grouped(limits.inputBytes >> 20)) MiB",
      "``Limits/attachmentBytes``": "\(limits.attachmentBytes >> 20) MiB",
      "``Limits/mediaBytes``": "\(limits.mediaBytes >> 20) MiB",
      "``Limits/queue``,": grouped(limits.queue),
      "`memoryMiB`": "\(workers.memoryMiB) MiB",
      "`helperMemoryMiB`": "\(workers.helperMemoryMiB) MiB",
      "`seconds`": brief(workers.seconds),
      "`answerBytes`": "\(workers.answerBytes >> 20) MiB",
      "`jobs`": grouped(workers.jobs),
      "`grownMiB`": "\(workers.grownMiB) MiB",
      "`endedWorkers`": "\(workers.endedWorkers)",
    ]
    let article = try Documents.text("\(Documents.catalog)/Isolation-and-limits.md")
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") } }
    #expect(rows.count == defaults.count)
    for row in rows {
      let name = String(row[0].prefix { $0 != " " })
      #expect(row[1] == defaults[name], "\(name)")
    }
    #expect(article.contains("for `refusalSeconds`: \(brief(workers.refusalSeconds)) |"))
  }

  /// With a comma before each three digits.
  private func grouped(_ number: Int) -> String {
    number < 1000
      ? "\(number)" : "\(grouped(number / 1000)),\(String(number % 1000 + 1000).dropFirst())"
  }

  /// DocC itself says what a tutorial names and is not there.
  @Test func everyFileOfCodeIsShown() throws {
    let tutorials = try Documents.files(below: Documents.catalog, endingIn: ".tutorial")
      .map(Documents.text).joined()
    let shown = try Documents.passages()
    for file in try Documents.code() {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      let lines = Set(try Documents.text(file).split(separator: "\n").map { $0.drop { $0 == " " } })
      let isShown =
        tutorials.contains("file: \(name))")
        || shown.contains { $0.lines.allSatisfy { lines.contains($0.drop { $0 == " " }) } }
      #expect(isShown, "\(name) is in no document")
    }
  }
}
