import RectoHTTP
import RectoJSON
import RectoNewsstand
import RectoPageModel

/// `/api/1/newsstand`: stores, and all issues, the newest first.
struct NewsstandDocument: Sendable {
  private let newsstand: Newsstand
  private let call: RequestContext
  /// True if the client may add and remove stores.
  private let canChangeStores: Bool

  init(_ newsstand: Newsstand, _ call: RequestContext, canChangeStores: Bool) {
    self.newsstand = newsstand
    self.call = call
    self.canChangeStores = canChangeStores
  }

  /// `{"total","offset","new","canChangeStores","facets":{…},"automaticDownloads","shop",
  /// "subscriptions":[…],"stores":[…],"issues":[…]}`. A store has what `StoreFacts` gives, and the
  /// `name` that a person gave it. An issue has what `ShelfIssue` gives, its `key` in URLs, its
  /// `cover`, and the `read` id of its publication where it is installed.
  func response() async throws -> HTTPResponse {
    let offset = try call.query.integer("offset", in: 0...1_000_000) ?? 0
    let limit = try call.query.integer("limit", in: 1...200) ?? 50
    let filter = try IssueFilter(call.query)
    let all = try await newsstand.issues()
    let found = filter.found(in: all)
    let names = try await newsstand.storeNames()
    var stores: [StoreFacts] = []
    for url in try await newsstand.stores() {
      stores.append(try await newsstand.facts(ofStore: url))
    }
    let part = Array(found.dropFirst(offset).prefix(limit))
    let followed = Set(try await newsstand.subscriptions().map(\.store))
    let isAutomatic = try await newsstand.reader.hasAutomaticDownloads()
    let shop = await newsstand.shop
    let (age, subscriptions) = (await newsstand.shopAge, try await newsstand.paidSubscriptions())
    let languages = call.languages
    return call.json { json in
      json.object { json in
        json.member("total", found.count)
        json.member("offset", offset)
        json.member("new", all.count { $0.isNew })
        json.member("canChangeStores", canChangeStores)
        json.key("facets")
        Facet.write(of: all, to: &json)
        json.member("automaticDownloads", isAutomatic)
        if let shop {
          PurchaseAnswers(newsstand).write(shop, age: age, subscriptions, languages, to: &json)
        }
        json.key("stores")
        json.array(stores) { json, store in
          json.object { json in
            store.writeMembers(to: &json)
            json.optional("name", names[store.url])
            json.member("subscribed", followed.contains(store.url))
          }
        }
        json.key("issues")
        json.array(part) { write($1, languages, to: &$0) }
      }
    }
  }

  private func write(_ issue: ShelfIssue, _ languages: [String], to json: inout JSONWriter) {
    json.object { json in
      let key = IssueKey.key(of: issue.id)
      json.member("key", key)
      issue.writeMembers(to: &json, languages: languages)
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
