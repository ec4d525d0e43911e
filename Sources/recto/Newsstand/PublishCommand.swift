import RectoBackends
import RectoJSON
import RectoNewsstand
import RectoPageModel
import RectoPipeline
import RectoPreview

struct PublishCommand: Command {
  let name = "publish"
  let operands = "[FOLDER]"
  let summary = "Turns a folder of publications into a store for any web server."
  let options = [
    Option("catalog", value: "DIR", "Write the store into DIR"),
    Option(
      "title", value: "TITLE", "The store's title (default: as before, else the folder's name)"),
    Option("summary", value: "TEXT", "The store's description, in a sentence"),
    Option("base-url", value: "URL", "The URL of DIR on the web, for apps that need absolute URLs"),
    Option("subscription", value: "PRODUCT", "The product id of a subscription to all issues"),
    Option("subscription-price", value: "PRICE", "Its price, such as \"19.99 EUR\""),
    Option(
      "paid", value: "FOLDER",
      "Write contents that have to be bought to FOLDER, outside the public store"),
    Option("open", "Publish paid content, too: anyone with the URL can download it"),
    Option(
      "sign", value: "FILE", "Sign the catalogs with the secret key in FILE, made by minisign -G -W"
    ),
    Option("remove-old", "Remove content that is no longer in a catalog"),
    Option(
      "notify", value: "WHERE", isList: true,
      "Announce new issues to a server's push URL, or to the readers of a library; may be repeated"),
    Option("notify-token", value: "FILE", "Send servers the token in the first line of FILE"),
    Option("contact", value: "URL", "Your contact for push services: a mailto: or https: URL"),
    Option("allow-private", "Allow readers' push services at private network addresses"),
    Option("no-preflight", "Skip preflight"),
    Option("strict", "Also leave out issues with preflight warnings"),
    Option("jobs", short: "j", value: "N", "Worker processes (default: one per core)"),
    jsonOption, outputOption,
  ]
  let examples = [
    "recto publish issues/ --catalog site/",
    "recto publish issues/ --catalog site/ --base-url https://tide.example/ --title Tide",
    "recto publish issues/ --catalog site/ --sign tide.key",
    "recto publish issues/ --catalog site/ --notify https://shelf.example/api/1/newsstand/push",
    "recto publish --catalog site/ --notify /srv/library --contact mailto:editor@tide.example",
  ]
  let notes = """
    Each file or folder in FOLDER is a publication; NAME.issue.json beside it describes it
    (docs/newsstand.md). DIR receives the issues with covers, and catalogs in all supported formats:
    catalog.json, opds2.json, opds.xml, issues.plist, info.xml. Files appear complete, contents
    first. An issue with a price needs --open, or --paid: recto serve --store hands out the contents in
    that folder against the shop's receipts. --notify tells other servers (by URL) and readers'
    browsers (by the library of the recto serve that they use) of the issues that were added; without
    FOLDER, of the latest issue in DIR, for when DIR was copied to the web first. --sign writes a
    signature beside each catalog, NAME.minisig, for readers who add the store with your public key.
    The exit status is 1 if an issue was left out or a receiver could not be notified; the reason is on
    standard error.
    """

  func needsWorkers(_ arguments: Arguments) -> Bool { true }
  var makesManyWorkers: Bool { true }

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw UsageError("unexpected operand \(arguments.operands[1])")
    }
    guard let target = arguments["catalog"] else {
      throw UsageError("no output is given: name a folder with --catalog")
    }
    let news = try PublishNews(arguments)
    guard let source = arguments.operands.first else {
      guard let news else {
        throw UsageError("no folder is given: name one with publications in it")
      }
      return try await news.announceLatest(in: target)
    }
    guard !arguments.has("strict") || !arguments.has("no-preflight") else {
      throw UsageError("--strict and --no-preflight cannot be used together")
    }
    var pool = WorkerPool(zygote: try launch.zygote())
    pool.count = try arguments.integer("jobs", in: 1...256) ?? pool.count
    let recto = Recto(backends: installedBackends(), isolation: .workers(pool))
    let options = try publishOptions(arguments)
    let checks = !arguments.has("no-preflight")
    let faults: [PreflightFinding.Severity] =
      arguments.has("strict") ? [.error, .warning] : [.error]
    let publisher = Publisher(recto: recto) { publication, _ in
      guard checks else { return [] }
      return try await Preflight(profile: .tablet).findings(in: publication)
        .filter { faults.contains($0.severity) }.map(\.message)
    }
    let outcome = try await Interruption.cancelOnSignal {
      () throws(PageError) -> Result<PublishReport, NewsstandError> in
      do throws(NewsstandError) {
        return .success(try await publisher.publish(source, to: target, options))
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let report):
      let isAnnounced = try await news?.announce(report) ?? true
      try tell(report, arguments)
      return report.problems.isEmpty && isAnnounced ? .done : .found
    case .failure(let error):
      Diagnostics.line("recto: \(error.message)")
      return ExitStatus(error.code)
    }
  }

  private func publishOptions(_ arguments: Arguments) throws -> PublishOptions {
    var options = PublishOptions()
    options.title = arguments["title"]
    options.summary = arguments["summary"]
    options.baseURL = arguments["base-url"]
    options.subscriptionProductID = arguments["subscription"]
    options.subscriptionPrice = arguments["subscription-price"]
    if let folder = arguments["paid"] {
      guard !arguments.has("open") else {
        throw UsageError("--paid and --open cannot be used together")
      }
      options.paidContent = .guarded(folder)
    } else if arguments.has("open") {
      options.paidContent = .open
    }
    options.removesOldContent = arguments.has("remove-old")
    options.signingKey = try arguments["sign"].map(signingKey)
    return options
  }

  private func signingKey(_ path: String) throws -> SigningKey {
    do {
      return try SigningKey(
        file: String(decoding: try FileBytes(path: path).prefix(4_096), as: UTF8.self))
    } catch {
      throw UsageError("--sign \(path): \(error)")
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
      let count = report.issues.count
      return changes.joined() + "\(count) \(count == 1 ? "issue" : "issues") in the catalog\n"
    }
  }
}
