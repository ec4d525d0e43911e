import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A browser that allowed messages: the subscription that it has with its push service, as
/// `PushSubscription.toJSON()` gives it.
public struct PushReader: Sendable, Hashable {
  /// The maximum number of browsers in a library.
  public static let most = 1_000
  private static let longestEndpoint = 2_048

  /// The URL at the push service to which messages are sent; anyone who knows it can send.
  public let endpoint: String
  /// The browser's public key, a point of P-256.
  let key: [UInt8]
  /// The browser's secret of authentication.
  let auth: [UInt8]

  /// Reads `{"endpoint","keys":{"p256dh","auth"}}`. Throws `badRequest` for anything else.
  public init(json bytes: [UInt8]) throws(NewsstandError) {
    do throws(JSONError) {
      let root = try JSONDocument(bytes).root
      let endpoint: String = try root.decode("endpoint")
      let keys = try root.required("keys") { keys throws(JSONError) in keys }
      try self.init(endpoint: endpoint, key: keys.decode("p256dh"), auth: keys.decode("auth"))
    } catch {
      throw NewsstandError(.badRequest, "the subscription cannot be read: \(error)")
    }
  }

  init(endpoint: String, key: String, auth: String) throws(JSONError) {
    guard endpoint.utf8.count <= Self.longestEndpoint else {
      throw JSONError("its endpoint is longer than \(Self.longestEndpoint) bytes")
    }
    guard let url = try? FetchURL(endpoint), url.scheme != .file else {
      throw JSONError("its endpoint is not an https URL")
    }
    guard let key = Base64URL.decode(key), P256Key.isPublic(key) else {
      throw JSONError("its p256dh is not a public key of P-256")
    }
    guard let auth = Base64URL.decode(auth), auth.count == 16 else {
      throw JSONError("its auth is not 16 bytes in Base64 for URLs")
    }
    (self.endpoint, self.key, self.auth) = (endpoint, key, auth)
  }
}
