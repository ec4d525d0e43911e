import RectoJSON
import RectoPageModel
import RectoPipeline

extension ShopState {
  /// `"source","age","error"`.
  package func writeMembers(age: Double?, to json: inout JSONWriter) {
    json.member("source", source.rawValue)
    json.optional("age", age)
    json.optional("error", error?.message)
  }
}

extension PaidSubscription {
  /// The possible actions of a person: `subscribe` or `cancel`.
  package var actions: [String] {
    if canBeBought { return ["subscribe"] }
    return period?.renews == true ? ["cancel"] : []
  }

  /// `"product","title","store","state","price","priceText","since","until","renews","actions"`.
  ///
  /// - Parameter languages: BCP 47 tags, the most wanted first, for the price.
  package func writeMembers(to json: inout JSONWriter, languages: [String] = []) {
    json.member("product", productID)
    json.member("title", title)
    json.optional("store", store)
    json.member("state", state.rawValue)
    json.optional("price", price)
    json.optional("priceText", price.map { PriceFormat(language: languages.first).text($0) })
    json.optional("since", period?.since.flatMap(Self.instant))
    json.optional("until", period?.until.flatMap(Self.instant))
    if let period { json.member("renews", period.renews) }
    json.key("actions")
    json.array(actions) { $0.value($1) }
  }

  /// Nil for a time that no calendar has.
  private static func instant(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 2e11 else { return nil }
    return Timestamp(seconds: Int(seconds)).iso8601
  }
}
