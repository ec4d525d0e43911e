import RectoHTTP
import RectoJSON
import RectoNewsstand
import RectoPageModel
import RectoPluginKit
import Synchronization

/// A shop of docs/newsstand/shop.md on a server of this process: what is asked for is paid.
final class TestShop: Sendable {
  /// An answer to all orders that is not the shop's.
  struct Lie: Sendable {
    var receipts: [String] = []
    var text: String?
  }

  private struct State {
    var key = ShopKey()
    var sells: [String: String] = [:]
    var payPage: String?
    var lie: Lie?
    var answersInParts = false
    var revoked: Set<String> = []
    /// Receipts by account.
    var owned: [String: [String]] = [:]
  }

  private let server: HTTPServer
  private let state: Shared

  private final class Shared: Sendable {
    let value = Mutex(State())
  }

  init() throws {
    let state = Shared()
    self.state = state
    var configuration = HTTPConfiguration()
    configuration.port = 0
    server = try HTTPServer(configuration) { request in
      state.value.withLock { Self.answer(request, &$0) }
    }
  }

  var url: String { "http://127.0.0.1:\(server.port)/" }
  var sells: [String: String] {
    get { state.value.withLock { $0.sells } }
    set { state.value.withLock { $0.sells = newValue } }
  }
  var payPage: String? {
    get { state.value.withLock { $0.payPage } }
    set { state.value.withLock { $0.payPage = newValue } }
  }
  var lie: Lie? {
    get { state.value.withLock { $0.lie } }
    set { state.value.withLock { $0.lie = newValue } }
  }
  /// True if an answer has what concerns the products of its request alone.
  var answersInParts: Bool {
    get { state.value.withLock { $0.answersInParts } }
    set { state.value.withLock { $0.answersInParts = newValue } }
  }
  var revoked: Set<String> {
    get { state.value.withLock { $0.revoked } }
    set { state.value.withLock { $0.revoked = newValue } }
  }
  func renewKey() { state.value.withLock { $0.key = ShopKey() } }

  private static func answer(_ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
    var json = JSONWriter(isExact: true)
    guard request.method == .post else {
      json.object { json in
        json.member("version", 1)
        json.member("key", state.key.publicKey.text)
      }
      return HTTPResponse(json.bytes, type: "application/json")
    }
    if let text = state.lie?.text { return HTTPResponse(Array(text.utf8), type: "text/plain") }
    let token = String((request.headers["Authorization"] ?? "").dropFirst("Bearer ".count))
    let account = SignedReceipt.account(ofToken: token)
    let order = try? JSONDocument(request.body).root
    let product: String = ((try? order?.decodeIfPresent("product")) ?? nil) ?? ""
    json.object { json in
      switch request.target.segments.last {
      case "buy" where state.payPage != nil: json.optional("pay", state.payPage)
      case "buy", "cancel":
        let receipt =
          state.lie?.receipts.first
          ?? SignedReceipt(account: account, productID: product).signed(by: state.key)
        state.owned[account, default: []].append(receipt)
        json.member("receipt", receipt)
      default:
        json.key("prices")
        json.object { json in
          for (product, price) in state.sells {
            json.key(product)
            json.value(price)
          }
        }
        let asked: [String]? =
          state.answersInParts ? (try? order?.decodeIfPresent("products")) ?? [] : nil
        func concerns(_ product: String) -> Bool { asked?.contains(product) ?? true }
        let key = state.key.publicKey
        let owned = (state.owned[account] ?? []).filter { text in
          SignedReceipt(text, signedBy: key).map { concerns($0.productID) } ?? true
        }
        json.key("receipts")
        json.array(state.lie?.receipts ?? owned) { $0.value($1) }
        json.key("revoked")
        json.array(state.revoked.filter(concerns).sorted()) { $0.value($1) }
      }
    }
    return HTTPResponse(json.bytes, type: "application/json")
  }
}
