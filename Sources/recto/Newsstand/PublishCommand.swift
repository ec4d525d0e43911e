import Backends
import Newsstand
import PageModel
import Pipeline
import Preview

struct PublishCommand: Command {
  let name = "publish"
  let operands = "FOLDER"
  let summary = "Makes a store of a folder of publications, for any web server."
  let options = [
    Option("catalog", value: "DIR", "Write the store into DIR"),
    Option(
      "title", value: "TITLE", "The store's title (default: as before, else the folder's name)"),
    Option("summary", value: "TEXT", "What it is, in a sentence"),
    Option("base-url", value: "URL", "Where DIR will be on the web, for apps that want whole URLs"),
    Option("subscription", value: "PRODUCT", "The product id of a subscription to all issues"),
    Option("remove-old", "Remove content that no catalog names any more"),
    Option("no-preflight", "Do not look for what is wrong with the issues"),
    Option("strict", "Leave out an issue of which preflight warns, too"),
    Option("jobs", short: "j", value: "N", "Worker processes (default: cores)"),
    jsonOption, outputOption,
  ]
  let examples = [
    "recto publish issues/ --catalog site/",
    "recto publish issues/ --catalog site/ --base-url https://tide.example/ --title Tide",
  ]
  let notes = """
    FOLDER has one publication a file or folder, with NAME.issue.json beside it for what it says of
    itself (docs/newsstand.md). DIR gets the issues with covers, and catalogs in every form that
    stores are read in: catalog.json, opds2.json, opds.xml, issues.plist, info.xml. They appear
    whole, contents first. Exit status 1: an issue was left out, and why is said.
    """

  func needsWorkers(_ words: [String]) -> Bool { true }
  var makesManyWorkers: Bool { true }

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    guard let source = arguments.operands.first else {
      throw UsageError("which folder? Name one that has publications in it")
    }
    guard arguments.operands.count == 1 else {
      throw UsageError("\(arguments.operands[1]) is one operand too many")
    }
    guard let target = arguments["catalog"] else {
      throw UsageError("where to? Name a folder with --catalog")
    }
    guard !arguments.has("strict") || !arguments.has("no-preflight") else {
      throw UsageError("--strict and --no-preflight exclude each other")
    }
    var pool = WorkerPool(zygote: try launch.zygote())
    pool.count = try arguments.integer("jobs", in: 1...256) ?? pool.count
    let recto = Recto(backends: installedBackends(), isolation: .workers(pool))
    var options = PublishOptions()
    options.title = arguments["title"]
    options.summary = arguments["summary"]
    options.baseURL = arguments["base-url"]
    options.subscriptionProductID = arguments["subscription"]
    options.removesOldContent = arguments.has("remove-old")
    let checks = !arguments.has("no-preflight")
    let faults: [PreflightFinding.Severity] =
      arguments.has("strict") ? [.error, .warning] : [.error]
    let publisher = Publisher(recto: recto) { publication, _ in
      guard checks else { return [] }
      return try await Preflight(profile: .tablet).findings(in: publication)
        .filter { faults.contains($0.severity) }.map(\.message)
    }
    let outcome = try await Interruption.cancels {
      [options] () throws(PageError) -> Result<PublishReport, NewsstandError> in
      do throws(NewsstandError) {
        return .success(try await publisher.publish(source, to: target, options))
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let report):
      try tell(report, arguments)
      return report.problems.isEmpty ? .done : .found
    case .failure(let error):
      Diagnostics.line("recto: \(error.message)")
      return ExitStatus(error.code)
    }
  }

  private func tell(_ report: PublishReport, _ arguments: Arguments) throws(PageError) {
    for problem in report.problems { Diagnostics.line("recto: \(problem)") }
    try answer(arguments) { json in
      json.object { json in
        for (name, ids) in [
          ("added", report.added), ("changed", report.changed), ("removed", report.removed),
        ] {
          json.key(name)
          json.array(ids) { $0.value($1.text) }
        }
        json.member("issues", report.issues.count)
        json.key("written")
        json.array(report.writtenFeeds) { $0.value($1) }
        json.key("problems")
        json.array(report.problems) { $0.value($1) }
      }
    } text: {
      let changes = [
        ("added", report.added), ("changed", report.changed), ("removed", report.removed),
      ].flatMap { word, ids in ids.map { "\(word) \(printable($0.text))\n" } }
      return changes.joined() + "\(report.issues.count) issues in the catalog\n"
    }
  }
}
