import RectoJSON
import RectoNewsstand
import RectoPageModel

enum StoreAction: String, CaseIterable, Sendable {
  case add, remove, list, refresh, show
}

struct StoreCommand: NewsstandCommand {
  let name = "store"
  let operands = "add|remove|list|refresh|show [URL…]"
  let summary = "Lists the issues that publishers offer."
  let ownOptions = [
    Option("limit", value: "N", "Show the newest N issues (default: all)"),
    Option(
      "key", value: "KEY",
      "add: accept only what the publisher's minisign key has signed: RW…, or a file that holds it"),
    Option("keep", "add: keep the store even if it does not answer"),
  ]
  let examples = [
    "recto store add https://publisher.example/opds2.json", "recto store list",
    "recto store add https://publisher.example/catalog.json --key tide.pub",
    "recto store refresh", "recto store show", "recto store show --limit 10 --json",
  ]
  let notes = """
    A store is a publisher's catalog: OPDS 2.0 or 1.2, the property list or the info.xml of
    newsstand apps, Baker's shelf, or Recto's own JSON (docs/newsstand.md), recognized by content. A
    store that does not answer is not added unless --keep is given. While a store cannot be reached, its
    last good catalog is used. With --key, a catalog is refused if CATALOG.minisig lacks the
    publisher's signature, or if it is older than the last one. show lists the issues of all stores or
    of one, the newest first, each with its price, or as owned. While the shop does not answer, its
    last answer is used, with its age. The exit status is 66 if a store does not answer.
    """

  func isReadOnly(_ action: StoreAction) -> Bool { [.list, .show].contains(action) }

  func run(
    _ action: StoreAction, _ operands: [String], _ arguments: Arguments,
    on session: NewsstandSession
  ) async throws -> ExitStatus {
    let newsstand = session.newsstand
    switch action {
    case .add:
      guard !operands.isEmpty else {
        throw UsageError("no store is given: name the URL of a catalog")
      }
      let key = try arguments["key"].map(publisherKey)
      var status = ExitStatus.done
      var added: [String] = []
      for url in operands {
        do throws(NewsstandError) {
          try await newsstand.addStore(url, key: key, isKept: arguments.has("keep"))
        } catch {
          let isThere = try await newsstand.stores().contains(url)
          guard isThere, error.code != .refused else {
            let more = isThere ? "" : ": it was not added (--keep adds it)"
            Diagnostics.line("recto: \(error.message)\(more)")
            if status == .done { status = ExitStatus(error.code) }
            continue
          }
        }
        added.append(url)
      }
      guard !added.isEmpty else { return status }
      return try await report(added, arguments, newsstand, status)
    case .remove:
      guard !operands.isEmpty else {
        throw UsageError("no store is given: recto store list shows them")
      }
      let known = try await newsstand.stores()
      for url in operands {
        guard known.contains(url) else {
          throw NewsstandError(.notFound, "there is no store \(printable(url))")
        }
        try await newsstand.removeStore(url)
      }
      return .done
    case .list: return try await list(arguments, newsstand)
    case .refresh:
      try await newsstand.refresh()
      return try await report(try await newsstand.stores(), arguments, newsstand, .done)
    case .show: return try await show(operands, arguments, newsstand)
    }
  }

  private func publisherKey(_ text: String) throws(UsageError) -> PublisherKey {
    if let key = PublisherKey(text) { return key }
    let file = (try? FileBytes(path: text)).map { $0.prefix(4_096) } ?? []
    guard let key = PublisherKey(String(decoding: file, as: UTF8.self)) else {
      throw UsageError(
        "--key \(text) is neither a minisign public key (RW…) nor a file that holds one")
    }
    return key
  }

  private func list(_ arguments: Arguments, _ newsstand: Newsstand) async throws -> ExitStatus {
    var stores: [StoreFacts] = []
    for url in try await newsstand.stores() {
      stores.append(try await newsstand.facts(ofStore: url))
    }
    try write(stores, arguments, none: "no stores: recto store add URL\n")
    return .done
  }

  private func write(
    _ stores: [StoreFacts], _ arguments: Arguments, none: String = ""
  ) throws(PageError) {
    try answer(arguments) { json in
      json.object { json in
        json.key("stores")
        json.array(stores) { $0.value($1) }
      }
    } text: {
      stores.isEmpty ? none : stores.map(line).joined()
    }
  }

  /// Prints what each store offers, and reports those that could not be read.
  private func report(
    _ urls: [String], _ arguments: Arguments, _ newsstand: Newsstand, _ before: ExitStatus
  ) async throws -> ExitStatus {
    var status = before
    var stores: [StoreFacts] = []
    for url in urls {
      let facts = try await newsstand.facts(ofStore: url)
      for problem in facts.problems { Diagnostics.line("recto: \(url): \(problem)") }
      if let error = facts.error {
        Diagnostics.line("recto: \(error.message)")
        if status == .done { status = ExitStatus(error.code) }
      }
      stores.append(facts)
    }
    try write(stores, arguments)
    return status
  }

  private func line(_ store: StoreFacts) -> String {
    var parts = ["\(store.issueCount) \(store.issueCount == 1 ? "issue" : "issues")"]
    if let age = store.age { parts.append("as of \(timeSpan(seconds: age)) ago") }
    if let signed = store.signed { parts.append("signed \(Timestamp(seconds: signed).iso8601)") }
    if let title = store.title { parts.insert(printable(title), at: 0) }
    return "\(printable(store.url))  \(parts.joined(separator: ", "))\n"
  }

  private func show(
    _ operands: [String], _ arguments: Arguments, _ newsstand: Newsstand
  ) async throws -> ExitStatus {
    let known = try await newsstand.stores()
    for url in operands where !known.contains(url) {
      throw NewsstandError(.notFound, "there is no store \(printable(url)): add it first")
    }
    let shop = try await ShopReport(newsstand)
    shop.reportSource()
    var issues = try await newsstand.issues()
    issues.removeAll { issue in
      operands.isEmpty ? issue.store == nil : !operands.contains(issue.store ?? "")
    }
    if let limit = try arguments.integer("limit", in: 1...1_000_000) {
      issues = Array(issues.prefix(limit))
    }
    let list = IssueList(issues: issues, shop: shop)
    try answer(arguments) {
      list.write(to: &$0)
    } text: {
      list.text
    }
    return .done
  }
}
