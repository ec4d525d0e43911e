import RectoImageBackend
import RectoNewsstand
import RectoPageModel
import RectoPipeline

/// The purchase of an issue and of a subscription in a shop of a file, which gives both.
struct GivenPurchase {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  // A constant that is an id.
  private static let id = try! IssueID("the issue")
  private var shop: FilePurchases { FilePurchases("\(folder)/shop.json") }

  private func newsstand() async throws -> Newsstand {
    var issue = Issue(id: Self.id, title: "Tide")
    issue.content = [IssueAsset(url: "https://example.org/issue.png")]
    (issue.isFree, issue.productID) = (false, "tide.1")
    let store = OneIssue(issue: issue)
    let source = "\(folder)/source"
    var configuration = NewsstandConfiguration(
      makeDownloads: { _ in FolderDownloads(source: source) },
      makeStore: { _, _, _ throws(NewsstandError) in store })
    configuration.purchases = shop
    let newsstand = try await Newsstand(
      folder: "\(folder)/library",
      recto: Recto(backends: [ImageBackend()], isolation: .inProcess), configuration)
    try await newsstand.addStore("https://example.org/")
    return newsstand
  }

  func prepare() async throws {
    let products =
      #"{"products":{"tide.1":{"price":"2 EUR","given":true},"tide.year":{"given":true,"days":9}}}"#
    try writeFile(Array(products.utf8), to: "\(folder)/shop.json")
    await (try await newsstand()).close()
  }

  func run() async throws {
    let newsstand = try await newsstand()
    try await newsstand.buy(Self.id)
    try await newsstand.buySubscription("tide.year")
    try await newsstand.refreshPurchases()
    await newsstand.close()
  }

  /// The shop's file is whole, and nothing is owned that it does not know.
  func check(isComplete: Bool) async throws {
    let known = try await shop.answer(about: ["tide.1"])
    guard known.prices == ["tide.1": "2 EUR"] else { throw Complaint("the shop lost its products") }
    let newsstand = try await newsstand()
    let access = try await newsstand.issue(Self.id).access
    let subscription = try await newsstand.paidSubscriptions().first?.state
    await newsstand.close()
    let isKnown = known.receipts.contains { $0.productID == "tide.1" }
    guard access == .price || access == .bought && isKnown else {
      throw Complaint("it is \(access.rawValue), and the shop has \(known.receipts)")
    }
    guard !isComplete || access == .bought && subscription == .active else {
      throw Complaint("it is \(access.rawValue) after all, the subscription \(subscription as Any)")
    }
  }
}
