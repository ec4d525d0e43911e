import Glibc
import RectoPageModel
import RectoPipeline
import Synchronization

/// A published store for a server: its feeds, covers and free contents for everyone, and paid
/// contents for clients with a receipt of the shop.
public final class PublishedStore: Sendable {
  /// A file to send.
  public struct File: Sendable, Hashable {
    public let path: String
    /// True if it was given against a receipt.
    public let isPaid: Bool
  }

  private struct Content: Sendable {
    /// The state of the catalog's file.
    var state: String
    /// By the name of the content.
    var paid: [String: PublishedCatalog.Entry]
    var subscription: String?
  }

  private let folder: String
  private let paid: String?
  private let key: ShopPublicKey?
  private let content = Mutex<Content?>(nil)

  /// - Parameters:
  ///   - folder: The output of `Publisher`.
  ///   - paid: The folder of its paid contents; nil if there are none.
  ///   - key: The shop's, which receipts are checked with.
  ///
  /// Throws `notFound` if there is no store in the folder, `badCatalog` if it cannot be read.
  public init(folder: String, paid: String?, key: ShopPublicKey?) throws(NewsstandError) {
    self.folder = try Self.real(folder)
    self.paid = try paid.map { path throws(NewsstandError) in try Self.real(path) }
    self.key = key
    _ = try current()
  }

  /// Another text for another file, or another content of it; nil if there is none. Calls `stat`.
  private static func state(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let (changed, size) = (status.st_ctim, status.st_size)
    return "\(status.st_ino) \(size) \(changed.tv_sec) \(changed.tv_nsec)"
  }

  /// The path without links. Calls `realpath`.
  private static func real(_ path: String) throws(NewsstandError) -> String {
    guard let real = realpath(path, nil) else {
      throw NewsstandError(
        .notFound, "\(printable(path)) cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { free(real) }
    return String(cString: real)
  }

  /// The file at a path below the store.
  ///
  /// Throws `notFound`; for paid content `needsAuthorization` without a receipt, and `needsPurchase`
  /// with one that does not give the right to it: of another shop, customer or product, or of a
  /// subscription that did not last when it was published.
  ///
  /// - Parameters:
  ///   - account: The customer's token.
  ///   - receipt: As `ContentPass` has it.
  public func file(
    at path: [String], account: String? = nil, receipt: String? = nil
  ) throws(NewsstandError) -> File {
    let missing = NewsstandError(.notFound, "the store has no such file")
    guard let name = path.last, !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(0x2F)
    else { throw missing }
    if path.count == 1, PublishedCatalog.namesWithSignatures.contains(name) {
      return File(path: "\(folder)/\(name)", isPaid: false)
    }
    guard path.count == 2 else { throw missing }
    switch path[0] {
    case ContentStore.content, ContentStore.covers:
      return File(path: "\(folder)/\(path[0])/\(name)", isPaid: false)
    case ContentStore.paid:
      let content = try current()
      guard let paid, let entry = content.paid["\(ContentStore.paid)/\(name)"] else {
        throw missing
      }
      try check(entry, content.subscription, account, receipt)
      return File(path: "\(paid)/\(name)", isPaid: true)
    default: throw missing
    }
  }

  private func check(
    _ entry: PublishedCatalog.Entry, _ subscription: String?, _ account: String?,
    _ receipt: String?
  ) throws(NewsstandError) {
    let name = printable(entry.issue.title)
    guard let account, let receipt else {
      throw NewsstandError(
        .needsAuthorization, "\(name) requires a receipt: buy it in its shop")
    }
    guard let key, let signed = SignedReceipt(receipt, signedBy: key) else {
      throw NewsstandError(.needsPurchase, "the receipt is not from the shop of \(name)")
    }
    guard signed.account == SignedReceipt.account(ofToken: account) else {
      throw NewsstandError(.needsPurchase, "the receipt is another customer's")
    }
    if let period = signed.period {
      let isOfStore = signed.productID == subscription
      let isCovered =
        entry.issue.date.map(period.covers) ?? period.covers(seen: Double(entry.modified.seconds))
      guard isOfStore, isCovered else {
        throw NewsstandError(.needsPurchase, "the subscription does not cover \(name): buy it")
      }
    } else if signed.productID != entry.issue.productID {
      throw NewsstandError(.needsPurchase, "the receipt is for another issue than \(name)")
    }
  }

  /// The catalog as it is now; read again when its file is another one.
  private func current() throws(NewsstandError) -> Content {
    let path = "\(folder)/\(PublishedCatalog.ownName)"
    guard let state = Self.state(path) else {
      throw NewsstandError(
        .notFound, "\(folder) has no store in it: make one with recto publish --catalog")
    }
    if let known = content.withLock({ $0 }), known.state == state { return known }
    guard let catalog = try PreviousCatalog(output: folder) else {
      throw NewsstandError(.notFound, "\(folder) has no store in it")
    }
    let paid = catalog.entries.filter { !$0.issue.isFree }.flatMap { entry in
      entry.issue.content.map { ($0.url, entry) }
    }
    let found = Content(
      state: state, paid: Dictionary(paid, uniquingKeysWith: { first, _ in first }),
      subscription: catalog.subscriptionProductID)
    content.withLock { $0 = found }
    return found
  }
}
