import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A publisher's shop on the Web (docs/newsstand/shop.md): JSON over HTTPS, and receipts that the shop
/// signs.
///
/// The shop's key is kept when it is first seen; receipts of another key are refused. The customer is
/// known to the shop by a random token that the library makes. Neither goes to any other server, but
/// to those of contents that the shop names.
public actor HTTPShop: PurchaseProvider {
  /// The maximum number of products of one request.
  private static let mostProducts = 500
  /// Bytes of an answer.
  private static let mostBytes = 4 << 20

  public nonisolated let name: String
  private let fetcher: any Fetching
  private let memory: ShopMemory
  /// The shop's key and the account, once they were read.
  private var known: ShopMemory.Content?
  /// True once the shop has said in this run who it is.
  private var isGreeted = false
  /// Products whose purchase the shop has taken back.
  private var revoked: Set<String> = []

  /// - Parameters:
  ///   - url: The shop's address, of `https`; `http` on this machine, or where private networks are
  ///     allowed.
  ///   - folder: The folder for the shop's key and the customer's token, which only the user can read.
  ///
  /// Throws `refused` for another address.
  public init(url: String, folder: String, policy: FetchPolicy) throws(NewsstandError) {
    var policy = policy
    policy.answerSeconds = min(policy.answerSeconds, 10)
    policy.retries = min(policy.retries, 1)
    try self.init(
      url: url, folder: folder, fetcher: HTTPFetcher(policy: policy),
      allowsPlain: policy.isPrivateAllowed)
  }

  package init(
    url: String, folder: String, fetcher: any Fetching, allowsPlain: Bool = false
  ) throws(NewsstandError) {
    let address = try FetchURL(url)
    let mayBePlain = address.scheme == .http && (allowsPlain || address.isLoopback)
    guard address.scheme == .https || mayBePlain else {
      throw NewsstandError(
        .refused, "the shop \(address.shown) must use https: purchases are confidential")
    }
    name = address.text.hasSuffix("/") ? address.text : address.text + "/"
    self.fetcher = fetcher
    memory = ShopMemory(folder: folder, shop: name)
  }

  // MARK: Asking

  public func answer(about productIDs: [String]) async throws(NewsstandError) -> ShopAnswer {
    var found = ShopAnswer()
    var takenBack: Set<String> = []
    var rest = productIDs[...]
    repeat {
      let part = Array(rest.prefix(Self.mostProducts))
      rest = rest.dropFirst(Self.mostProducts)
      let json = try await ask("answer") { json in
        json.key("products")
        json.array(part) { $0.value($1) }
      }
      let asked = Set(part)
      try? json["prices"]?.members { product, price in
        guard asked.contains(product), let price = shownLine(price.text, 40) else { return }
        found.prices[product] = price
      }
      // A shop may answer for these products alone, or repeat what it has for all.
      for receipt in try await receipts(json) where !found.receipts.contains(receipt) {
        found.receipts.append(receipt)
      }
      takenBack.formUnion((json["revoked"]?.list ?? []).compactMap(\.text))
    } while !rest.isEmpty
    revoked = takenBack
    return found
  }

  public func buy(_ productID: String) async throws(NewsstandError) -> PurchaseReceipt {
    try await receipt(for: productID, from: "buy")
  }

  public func cancel(_ productID: String) async throws(NewsstandError) -> PurchaseReceipt {
    try await receipt(for: productID, from: "cancel")
  }

  public func restore(code: String?) async throws(NewsstandError) -> [PurchaseReceipt] {
    try await receipts(
      try await ask("restore") { json in json.optional("code", code) })
  }

  public func isValid(_ receipt: PurchaseReceipt) async throws(NewsstandError) -> Bool {
    let content = try remembered()
    guard let key = content.key else { return false }
    guard let signed = SignedReceipt(receipt.proof, signedBy: key) else { return false }
    return signed.account == SignedReceipt.account(ofToken: content.account)
      && signed.productID == receipt.productID && signed.period == receipt.period
      && !revoked.contains(receipt.productID)
  }

  public func pass(for receipt: PurchaseReceipt) async -> ContentPass? {
    guard let known = try? remembered() else { return nil }
    return ContentPass(
      account: known.account, receipt: receipt.proof, places: known.places + [name])
  }

  private func receipt(
    for productID: String, from action: String
  ) async throws(NewsstandError) -> PurchaseReceipt {
    let json = try await ask(action) { $0.member("product", productID) }
    if let page = json["pay"]?.text {
      let url = try FetchURL(page)
      guard url.scheme != .file else {
        throw NewsstandError(
          .badAnswer, "\(printable(name)) gives an invalid address for its payment page")
      }
      throw NewsstandError(
        .needsPurchase, "\(printable(productID)) is paid on a page of the shop: \(url.text)",
        payment: url.text)
    }
    guard let text = json["receipt"]?.text, let receipt = try await receipt(text),
      receipt.productID == productID
    else {
      throw NewsstandError(
        .badAnswer,
        "\(printable(name)) gave no good receipt for \(printable(productID)): ask the publisher")
    }
    return receipt
  }

  private func receipts(_ json: JSONValue) async throws(NewsstandError) -> [PurchaseReceipt] {
    var found: [PurchaseReceipt] = []
    for text in (json["receipts"]?.list ?? []).compactMap(\.text) {
      if let receipt = try await receipt(text) { found.append(receipt) }
    }
    return found
  }

  /// Nil for one that another shop signed, or for another customer.
  private func receipt(_ text: String) async throws(NewsstandError) -> PurchaseReceipt? {
    let known = try await greeted()
    guard let key = known.key, let signed = SignedReceipt(text, signedBy: key),
      signed.account == SignedReceipt.account(ofToken: known.account)
    else { return nil }
    return PurchaseReceipt(productID: signed.productID, proof: text, period: signed.period)
  }

  // MARK: Requests

  private func ask(
    _ action: String, _ write: (inout JSONWriter) -> Void
  ) async throws(NewsstandError) -> JSONValue {
    let known = try await greeted()
    var body = JSONWriter(isExact: true)
    body.object { write(&$0) }
    var request = FetchRequest(
      url: name + action, mostBytes: Self.mostBytes, accept: "application/json")
    request.body = body.bytes
    request.account = known.account
    return try Self.json(try await fetch(request), name)
  }

  /// The shop's key and places, which it says once in a run; a key is kept for good.
  private func greeted() async throws(NewsstandError) -> ShopMemory.Content {
    if isGreeted, let known { return known }
    var content = try remembered()
    let answer = try await fetch(
      FetchRequest(url: name, mostBytes: 64 << 10, accept: "application/json"))
    let json = try Self.json(answer, name)
    guard json["version"]?.numberText == "1",
      let key = (json["key"]?.text).flatMap(ShopPublicKey.init)
    else {
      throw NewsstandError(
        .badAnswer, "\(printable(name)) is not a shop: it does not state version 1 and a key")
    }
    guard content.key == nil || content.key == key else {
      throw NewsstandError(
        .badAnswer,
        "\(printable(name)) has another key than before, so its receipts are not trusted: ask the "
          + "publisher, and remove \(memory.path) if that is right")
    }
    var places: [String] = []
    for place in (json["content"]?.list ?? []).prefix(20).compactMap(\.text) {
      if let url = try? FetchURL(place), url.scheme != .file { places.append(url.text) }
    }
    let isNew = content.key == nil || content.places != places
    (content.key, content.places) = (key, places)
    if isNew { try memory.write(content) }
    known = content
    isGreeted = true
    return content
  }

  private func remembered() throws(NewsstandError) -> ShopMemory.Content {
    if let known { return known }
    let content = try memory.read()
    known = content
    return content
  }

  private func fetch(_ request: FetchRequest) async throws(NewsstandError) -> FetchedAnswer {
    do throws(NewsstandError) {
      return try await fetcher.fetch(request)
    } catch {
      guard error.code != .notFound || request.body == nil else {
        throw NewsstandError(.notFound, "\(printable(name)) does not have it")
      }
      throw error
    }
  }

  private static func json(
    _ answer: FetchedAnswer, _ name: String
  ) throws(NewsstandError) -> JSONValue {
    do throws(JSONError) {
      return try JSONDocument(answer.bytes).root
    } catch {
      throw NewsstandError(
        .badAnswer, "the answer of the shop \(printable(name)) is wrong: \(error)")
    }
  }
}
