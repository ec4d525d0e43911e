import RectoJSON
import RectoNewsstand
import RectoPageModel
import RectoPipeline

enum LibraryAction: String, CaseIterable, Sendable {
  case list, download, update, cancel, install, archive, verify, search, subscribe, unsubscribe,
    subscriptions, automatic, check, push, buy, restore, read, icon
}

struct LibraryCommand: NewsstandCommand {
  let name = "library"
  let operands = "ACTION [ID…]"
  let summary = "Manages your issues: downloads, installs, searches and archives them."
  let ownOptions = [
    Option("all", "download: all available issues"),
    Option("repair", "verify: repair the problems found"),
    Option("force", "check, push: check even if the next check is not due yet"),
    Option(
      "every", value: "SECONDS", "subscribe: check at most once every SECONDS (default: 86400)"),
    Option("follow", "subscribe: download new issues without buying the shop's subscription"),
    Option("size", value: "N", "icon: pixels on a side (default: 256)"),
    Option("limit", value: "N", "search: at most N pages (default: 50)"),
    progressOption,
  ]
  let examples = [
    "recto library download latest", "recto library download --all", "recto library list",
    "recto library search lighthouse", "recto library archive tide-11",
    "recto library subscribe https://publisher.example/opds2.json", "recto library check",
    "recto library subscriptions", "recto library subscriptions cancel tide.year",
    "recto library restore --shop https://shop.tide.example/",
    "recto library verify --repair", "recto library icon -o icon.png",
  ]
  let notes = """
    ACTION is list, download, update, cancel, install, archive, verify, search, subscribe, unsubscribe,
    subscriptions, automatic, check, push, buy, restore, read or icon.
    ID is the last column of recto store show, or latest. An interrupted download is resumed;
    incomplete issues are never shown. update replaces installed content with the catalog's new one.
    archive removes the content and keeps the record. subscribe makes check download new issues of a
    store, at most once a day, and buys the store's subscription if the shop sells one; unsubscribe
    stops following a store. automatic off stops these downloads, as on a metered network, until
    automatic on. subscriptions lists each with its end and its price; subscriptions cancel stops its
    renewal. push takes a push service's payload (a file or -). verify compares records and files, and
    exits with 1 if they differ. buy and restore ask the shop; restore accepts the code that the shop
    gives to a customer from another machine. read marks an issue as read and prints its path. The exit
    status is 77 for an issue that has to be bought.
    """

  func isReadOnly(_ action: LibraryAction) -> Bool { [.list, .search, .icon].contains(action) }

  func canRunReadOnly(_ action: LibraryAction, _ arguments: Arguments) -> Bool {
    action == .verify && !arguments.has("repair")
  }

  func repairs(_ action: LibraryAction, _ arguments: Arguments) -> Bool {
    action == .verify && arguments.has("repair")
  }

  func run(
    _ action: LibraryAction, _ operands: [String], _ arguments: Arguments,
    on session: NewsstandSession
  ) async throws -> ExitStatus {
    let newsstand = session.newsstand
    func ids() async throws -> [IssueID] {
      guard !operands.isEmpty else {
        throw UsageError("no issue is given: name its id, or latest; recto store show lists them")
      }
      return try await resolve(operands, newsstand)
    }
    switch action {
    case .list: return try await list(arguments, newsstand)
    case .download:
      if !arguments.has("all") {
        let wanted = try await ids()
        // It may have been bought on another machine, or its subscription may have ended.
        for id in wanted where try await !newsstand.issue(id).issue.isFree {
          _ = try await ShopReport(newsstand)
          break
        }
        return try await download(wanted, arguments, newsstand)
      }
      _ = try await ShopReport(newsstand)
      return try await download(try await obtainable(newsstand), arguments, newsstand)
    case .update:
      for id in try await ids() { try await newsstand.update(id) }
    case .cancel: for id in try await ids() { try await newsstand.cancel(id) }
    case .install: for id in try await ids() { try await newsstand.install(id) }
    case .archive: for id in try await ids() { try await newsstand.archive(id) }
    case .buy: for id in try await ids() { try await newsstand.buy(id) }
    case .restore: return try await restore(operands, arguments, newsstand)
    case .subscriptions: return try await subscriptions(operands, arguments, newsstand)
    case .automatic: return try await setAutomatic(operands, arguments, newsstand)
    case .read:
      for id in try await ids() {
        let path = try await newsstand.reader.content(of: id)
        try await newsstand.markRead(id)
        try OutputFile("-").write(Array("\(path)\n".utf8))
      }
    case .verify: return try await verify(arguments, newsstand)
    case .search: return try await search(operands, arguments, newsstand)
    case .subscribe: return try await subscribe(operands, arguments, newsstand)
    case .unsubscribe:
      guard !operands.isEmpty else { throw UsageError("no store is given: name its URL") }
      for url in operands { try await newsstand.unsubscribe(from: url) }
    case .check: return try await check(arguments, newsstand)
    case .push: return try await push(operands, arguments, newsstand)
    case .icon:
      let size = try arguments.integer("size", in: 16...2048) ?? 256
      try writeFile(try await newsstand.icon(size: size), to: arguments["output"] ?? "-")
    }
    return .done
  }

  // MARK: Issues

  /// The ids that operands name. `latest` is the newest issue of all.
  private func resolve(_ operands: [String], _ newsstand: Newsstand) async throws -> [IssueID] {
    var ids: [IssueID] = []
    for text in operands {
      guard text == "latest" else {
        ids.append(try issueID(text))
        continue
      }
      guard let latest = try await newsstand.issues().first else {
        throw NewsstandError(.notFound, "there are no issues: recto store add URL")
      }
      ids.append(latest.id)
    }
    return ids
  }

  /// The issues that may be downloaded, and those whose download the last program left unfinished.
  private func obtainable(_ newsstand: Newsstand) async throws -> [IssueID] {
    let interrupted = try await newsstand.interrupted().map(\.id)
    return try await newsstand.issues().filter { $0.actions.contains(.download) }.map(\.id)
      .filter { !interrupted.contains($0) } + interrupted
  }

  private func list(_ arguments: Arguments, _ newsstand: Newsstand) async throws -> ExitStatus {
    let list = IssueList(issues: try await newsstand.issues().filter { $0.record != nil })
    try answer(arguments) {
      list.write(to: &$0)
    } text: {
      list.text
    }
    return .done
  }

  /// Downloads issues concurrently. A failure does not stop the others.
  func download(
    _ ids: [IssueID], _ arguments: Arguments, _ newsstand: Newsstand
  ) async throws -> ExitStatus {
    let report = try DownloadReport(arguments)
    for id in ids { if let issue = try? await newsstand.issue(id) { report.add(issue) } }
    let events = newsstand.events
    let following = Task { await report.follow(events) }
    var status = ExitStatus.done
    var failures: [(IssueID, NewsstandError)] = []
    await withTaskGroup(of: (IssueID, NewsstandError?).self) { group in
      for id in ids {
        group.addTask {
          do throws(NewsstandError) {
            try await newsstand.download(id)
            return (id, nil)
          } catch {
            return (id, error)
          }
        }
      }
      for await (id, error) in group { if let error { failures.append((id, error)) } }
    }
    following.cancel()
    await following.value
    report.finish()
    for (id, error) in failures {
      Diagnostics.line("recto: \(printable(id.text)): \(error.message)")
      if status == .done { status = ExitStatus(error.code) }
    }
    var done: [ShelfIssue] = []
    for id in ids { if let issue = try? await newsstand.issue(id) { done.append(issue) } }
    let list = IssueList(issues: done)
    try answer(arguments) {
      list.write(to: &$0)
    } text: {
      done.isEmpty ? "" : list.text
    }
    return status
  }

  private func push(
    _ operands: [String], _ arguments: Arguments, _ newsstand: Newsstand
  ) async throws -> ExitStatus {
    guard operands.count == 1 else { throw UsageError("no payload is given: name a file, or -") }
    let bytes =
      operands[0] == "-"
      ? try readStandardInput(limits: Limits()) : try FileBytes(path: operands[0])
    let payload = bytes.withBytes { Array($0) }
    switch try await newsstand.handlePush(payload, isForced: arguments.has("force")) {
    case .ignored: return try await download([], arguments, newsstand)
    case .tooEarly:
      try await reportNextCheck(newsstand)
      return .done
    case .checked(let ids): return try await download(ids, arguments, newsstand)
    }
  }

  // MARK: Content

  private func verify(_ arguments: Arguments, _ newsstand: Newsstand) async throws -> ExitStatus {
    let findings = try await newsstand.verify(isRepairing: arguments.has("repair"))
    try answer(arguments) { json in
      json.object { json in
        json.key("findings")
        json.array(findings) { json, finding in
          json.object { json in
            json.member("kind", finding.kind.rawValue)
            json.optional("id", finding.id?.text)
            json.member("message", finding.message)
            json.member("repaired", finding.isRepaired)
          }
        }
      }
    } text: {
      findings.isEmpty
        ? "no problems found\n" : findings.map { printable($0.message) + "\n" }.joined()
    }
    return findings.allSatisfy(\.isRepaired) ? .done : .found
  }

  private func search(
    _ operands: [String], _ arguments: Arguments, _ newsstand: Newsstand
  ) async throws -> ExitStatus {
    guard !operands.isEmpty else { throw UsageError("no query is given") }
    let query = operands.joined(separator: " ")
    let limit = try arguments.integer("limit", in: 1...10_000) ?? 50
    let hits = try await newsstand.search(query, limit: limit)
    try answer(arguments) { json in
      json.object { json in
        json.member("query", query)
        json.key("hits")
        json.array(hits) { json, hit in
          json.object { json in
            json.member("id", hit.id.text)
            json.member("title", hit.title)
            json.member("page", hit.page)
            json.member("text", hit.snippet)
          }
        }
      }
    } text: {
      hits.map { hit in
        "\(printable(hit.title)), page \(hit.page + 1): \(printable(hit.snippet))\n"
      }.joined()
    }
    return .done
  }
}
