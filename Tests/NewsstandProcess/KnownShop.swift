import RectoNewsstand
import RectoPageModel
import RectoPipeline

/// A publisher's shop that a library knows, with the customer's token, and that names another place
/// of its contents.
struct KnownShop {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  private static let place = "https://tide.example/paid/"
  private var tokenFile: String { "\(folder)/token" }

  private func shop(places: [String] = [], key: UInt8 = 7) throws -> HTTPShop {
    try HTTPShop(
      url: "https://shop.example/", folder: "\(folder)/shop",
      fetcher: ShopAnswers(places: places, key: key))
  }

  private func pass() async throws -> ContentPass {
    guard let pass = await (try shop()).pass(for: PurchaseReceipt(productID: "tide.1", proof: ""))
    else { throw Complaint("the shop's file cannot be read") }
    return pass
  }

  func prepare() async throws {
    _ = try await shop().answer(about: [])
    try writeFile(Array(try await pass().account.utf8), to: tokenFile)
  }

  func run() async throws {
    _ = try await shop(places: [Self.place]).answer(about: [])
  }

  /// The customer is the same, and so is the shop.
  func check(isComplete: Bool) async throws {
    let pass = try await pass()
    let token = try FileBytes(path: tokenFile).withBytes { String(decoding: $0, as: UTF8.self) }
    guard pass.account == token else { throw Complaint("the customer has another token") }
    guard !isComplete || pass.places.contains(Self.place) else {
      throw Complaint("the place is not known: \(pass.places)")
    }
    do {
      _ = try await shop(key: 8).answer(about: [])
    } catch {
      return
    }
    throw Complaint("a shop with another key is believed")
  }
}

/// The answers of a shop without products.
private struct ShopAnswers: Fetching {
  let places: [String]
  let key: UInt8

  func fetch(_ request: FetchRequest) throws(NewsstandError) -> FetchedAnswer {
    guard request.body == nil, let key = ShopKey([UInt8](repeating: key, count: 32)) else {
      return FetchedAnswer(bytes: Array("{}".utf8), url: request.url)
    }
    let content = places.map { "\"\($0)\"" }.joined(separator: ",")
    let text = #"{"version": 1, "key": "\#(key.publicKey.text)", "content": [\#(content)]}"#
    return FetchedAnswer(bytes: Array(text.utf8), url: request.url)
  }
}
