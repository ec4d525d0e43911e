import RectoHTTP
import RectoJSON
import RectoNewsstand
import RectoPageModel
import RectoPipeline
import RectoPluginKit

/// The orders for a paid subscription.
enum SubscriptionAction: String, CaseIterable {
  case subscribe, cancel
}

/// The shop and the paid subscriptions as the API gives them, and the orders about them.
struct PurchaseAnswers: Sendable {
  private let newsstand: Newsstand

  init(_ newsstand: Newsstand) {
    self.newsstand = newsstand
  }

  /// The name of a subscription's product in URLs.
  static func key(ofProduct product: String) -> String {
    String(CacheKey(parts: ["product", product]).hex.prefix(24))
  }

  /// Writes `"shop": {"source","age","error"}`, and `"subscriptions"`; nothing without a shop.
  func write(
    _ shop: ShopState, age: Double?, _ subscriptions: [PaidSubscription], _ languages: [String],
    to json: inout JSONWriter
  ) {
    json.key("shop")
    json.object { json in shop.writeMembers(age: age, to: &json) }
    json.key("subscriptions")
    json.array(subscriptions) { json, subscription in
      json.object { json in
        json.member("key", Self.key(ofProduct: subscription.productID))
        subscription.writeMembers(to: &json, languages: languages)
      }
    }
  }

  /// Orders or ends a paid subscription. Throws 404, and as the shop does.
  func perform(_ action: SubscriptionAction, onSubscription key: String) async throws {
    let subscription = try await newsstand.paidSubscriptions().first {
      Self.key(ofProduct: $0.productID) == key
    }
    guard let subscription else { throw ServerError.notFound("there is no such subscription") }
    guard subscription.actions.contains(action.rawValue) else {
      throw ServerError(
        .conflict,
        action == .cancel
          ? "the subscription is not renewed: there is nothing to cancel"
          : "the subscription is paid already")
    }
    switch action {
    case .cancel: try await newsstand.cancelSubscription(subscription.productID)
    case .subscribe: try await newsstand.buySubscription(subscription.productID)
    }
  }

  /// `{"restored": n}`; the body may name the shop's `code` for a customer of another machine.
  func restore(_ call: RequestContext) async throws -> HTTPResponse {
    if !call.request.body.isEmpty, (try? JSONDocument(call.request.body)) == nil {
      throw ServerError.badRequest("the body is not JSON: send nothing, or {\"code\": \"…\"}")
    }
    let count = try await newsstand.restorePurchases(code: call.jsonText("code"))
    return call.json(caching: .never) { json in json.object { $0.member("restored", count) } }
  }

  /// The settings: `{"automaticDownloads": true}`.
  func settings(_ call: RequestContext) async throws -> HTTPResponse {
    let isAutomatic = try await newsstand.reader.hasAutomaticDownloads()
    return call.json(caching: .never) { json in
      json.object { $0.member("automaticDownloads", isAutomatic) }
    }
  }

  func change(_ call: RequestContext) async throws {
    let flag = (try? JSONDocument(call.request.body).root.member("automaticDownloads"))
      .flatMap { try? $0.bool() }
    guard let flag else {
      throw ServerError.badRequest("the body has to be {\"automaticDownloads\": true}, or false")
    }
    try await newsstand.setAutomaticDownloads(flag)
  }
}

extension RequestContext {
  /// The languages of `lang`, else of `Accept-Language`, the most wanted first.
  var languages: [String] {
    if let language = (try? query.text("lang")) ?? nil { return [language] }
    let ranges = (request.headers["Accept-Language"] ?? "").split(separator: ",").prefix(20)
      .enumerated().compactMap { place, range -> (tag: String, weight: Double, place: Int)? in
        let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
        guard let tag = parts.first, tag != "*", !tag.isEmpty else { return nil }
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { $0.dropFirst(2) }
        return (tag, weight.flatMap { Double($0) } ?? 1, place)
      }
    return ranges.sorted { ($1.weight, $0.place) < ($0.weight, $1.place) }.map(\.tag)
  }
}
