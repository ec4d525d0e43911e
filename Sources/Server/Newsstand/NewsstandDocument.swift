import HTTP
import Newsstand
import PageModel

/// `/api/1/newsstand`: stores, and all issues that there are, the newest first.
struct NewsstandDocument: Sendable {
  private let newsstand: Newsstand
  private let call: Call

  init(_ newsstand: Newsstand, _ call: Call) {
    self.newsstand = newsstand
    self.call = call
  }

  /// `{"total","offset","new","stores":[…],"issues":[…]}`. An issue has what `ShelfIssue` gives, its
  /// `key` in URLs, its `cover`, and the `read` id of its publication where it is installed.
  func response() async throws -> HTTPResponse {
    let offset = try call.query.integer("offset", in: 0...1_000_000) ?? 0
    let limit = try call.query.integer("limit", in: 1...200) ?? 50
    let query = (try call.query.text("q") ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    let all = try await newsstand.issues()
    let found = all.filter { issue in
      guard !query.isEmpty else { return true }
      let text = "\(issue.issue.title) \(issue.issue.publication ?? "")".lowercased()
      return query.allSatisfy { text.contains($0) }
    }
    var stores: [StoreFacts] = []
    for url in try await newsstand.stores() {
      stores.append(try await newsstand.facts(ofStore: url))
    }
    let part = Array(found.dropFirst(offset).prefix(limit))
    return call.json { json in
      json.object { json in
        json.member("total", found.count)
        json.member("offset", offset)
        json.member("new", all.count { $0.isNew })
        json.key("stores")
        json.array(stores) { $0.value($1) }
        json.key("issues")
        json.array(part) { write($1, to: &$0) }
      }
    }
  }

  private func write(_ issue: ShelfIssue, to json: inout JSONWriter) {
    json.object { json in
      let key = IssueKey.key(of: issue.id)
      json.member("key", key)
      issue.writeMembers(to: &json)
      if hasCover(issue) { json.member("cover", call.localLinks.issueCover(key)) }
      if case .installed = issue.state {
        json.member("read", IssueKey.publication(of: issue.id))
      }
    }
  }

  private func hasCover(_ issue: ShelfIssue) -> Bool {
    if case .installed = issue.state { return true }
    return issue.issue.cover != nil || issue.issue.thumbnail != nil
  }
}
