import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A receipt that a shop signs, so that neither a reader nor a third party can make one.
///
/// Its text is `PAYLOAD.SIGNATURE` in URL-safe Base64 without padding (RFC 4648, section 5): JSON, and
/// the Ed25519 signature (RFC 8032) of the Base64 text of that JSON. docs/newsstand/shop.md describes
/// it.
public struct SignedReceipt: Sendable, Hashable {
  /// Bytes of a receipt's text.
  static let longest = 4_096

  /// The SHA-256 of the customer's account token, in hexadecimal digits.
  public var account: String
  public var productID: String
  /// The period of a subscription; nil for an issue. `since` is always there.
  public var period: SubscriptionPeriod?

  public init(account: String, productID: String, period: SubscriptionPeriod? = nil) {
    self.account = account
    self.productID = productID
    self.period = period
  }

  /// The digest by which receipts name an account token.
  public static func account(ofToken token: String) -> String { digest(of: token) }

  /// The text of the receipt, signed.
  public func signed(by key: ShopKey) -> String {
    var json = JSONWriter(isExact: true)
    json.object { json in
      json.member("account", account)
      json.member("product", productID)
      if let period {
        json.member("since", period.since ?? 0)
        if let until = period.until { json.member("until", until) }
        json.member("renews", period.renews)
      }
    }
    let payload = Base64URL.encode(json.bytes)
    return "\(payload).\(Base64URL.encode(key.signature(of: Array(payload.utf8))))"
  }

  /// Reads a receipt; nil unless this key has signed it.
  public init?(_ text: String, signedBy key: ShopPublicKey) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.longest, parts.count == 2,
      let signature = Base64URL.decode(parts[1]),
      key.verifies(signature, of: Array(parts[0].utf8)),
      let payload = Base64URL.decode(parts[0]), let json = try? JSONDocument(payload).root,
      let account = json["account"]?.text, let product = json["product"]?.text
    else { return nil }
    self.init(account: account, productID: product)
    if let since = json["since"] {
      guard let since = try? since.number() else { return nil }
      var until: Double?
      if let end = json["until"] {
        guard let end = try? end.number() else { return nil }
        until = end
      }
      period = SubscriptionPeriod(
        since: since, until: until, renews: json["renews"]?.boolean ?? false)
    }
  }
}

/// The secret key of a shop: 32 bytes.
public struct ShopKey: Sendable {
  private let bytes: [UInt8]

  /// Nil unless there are 32 bytes.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Ed25519.keyBytes else { return nil }
    self.bytes = bytes
  }

  /// A new key from the system's random numbers.
  public init() { bytes = Ed25519.makeKey() }

  /// The key that receipts are checked with.
  public var publicKey: ShopPublicKey { ShopPublicKey(known: Ed25519.publicKey(of: bytes)) }

  fileprivate func signature(of message: [UInt8]) -> [UInt8] {
    Ed25519.signature(of: message, by: bytes)
  }
}

/// The public key of a shop.
public struct ShopPublicKey: Sendable, Hashable {
  fileprivate let bytes: [UInt8]

  fileprivate init(known bytes: [UInt8]) { self.bytes = bytes }

  /// Reads 32 bytes in URL-safe Base64, or a file of PEM as `openssl pkey -pubout` writes it (RFC
  /// 8410); nil for anything else.
  public init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    if lines.first == "-----BEGIN PUBLIC KEY-----" {
      let prefix: [UInt8] = [0x30, 0x2A, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 3, 0x21, 0]
      guard let der = Base64.decode(lines.dropFirst().prefix { !$0.hasPrefix("-") }.joined()),
        der.count == 44, der.starts(with: prefix)
      else { return nil }
      bytes = Array(der.suffix(32))
      return
    }
    guard lines.count == 1, let bytes = Base64URL.decode(lines[0]), bytes.count == 32 else {
      return nil
    }
    self.bytes = bytes
  }

  /// The key in URL-safe Base64 without padding.
  public var text: String { Base64URL.encode(bytes) }

  fileprivate func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    Ed25519.verifies(signature, of: message, by: bytes)
  }
}
