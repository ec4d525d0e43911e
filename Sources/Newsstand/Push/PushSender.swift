import RectoJSON
import RectoPageModel

/// Sends news to browsers by their push services (RFC 8030), and to other servers.
public struct PushSender: Sendable {
  /// The result for one receiver.
  public enum Outcome: Sendable, Hashable {
    case sent
    /// The browser has taken its permission back: the subscription is to be forgotten.
    case gone
    case failed(NewsstandError)
  }

  /// Seconds for which a push service keeps a message of a browser that is away: a week.
  private static let secondsToLive = 7 * 86_400
  /// Seconds for which a signature is good (RFC 8292, section 2: at most a day).
  private static let signedSeconds = 12 * 3_600

  private let poster: HTTPFetcher
  private let policy: FetchPolicy
  private let contact: String?
  private let now: @Sendable () -> Double

  /// `contact` is a URL of `mailto:` or `https:` at which a push service finds the sender; some
  /// services take no messages without one. An answer may take `answerSeconds` at most: there may be
  /// many receivers.
  public init(
    policy: FetchPolicy = FetchPolicy(), contact: String? = nil, answerSeconds: Double = 20,
    now: @escaping @Sendable () -> Double = currentTime
  ) {
    var policy = policy
    policy.retries = min(policy.retries, 1)
    policy.answerSeconds = min(policy.answerSeconds, answerSeconds)
    policy.mostRedirects = 0
    (self.policy, self.contact, self.now) = (policy, contact, now)
    poster = HTTPFetcher(policy: policy)
  }

  /// Sends a message to a browser, encrypted for it and signed by the key that it knows.
  ///
  /// An endpoint is only reached at a public address by `https`, unless the policy allows private ones:
  /// a stranger may have named it.
  func send(_ message: [UInt8], to reader: PushReader, signedBy key: P256Key) async -> Outcome {
    let url: FetchURL
    do throws(NewsstandError) {
      url = try FetchURL(reader.endpoint)
    } catch {
      return .failed(error)
    }
    let service = "the push service at \(url.host)"
    do throws(NewsstandError) {
      guard url.scheme == .https || policy.isPrivateAllowed else {
        throw NewsstandError(.refused, "\(service) does not use https")
      }
      let encryption = PushEncryption(
        readerKey: reader.key, authSecret: reader.auth, key: P256Key(),
        salt: PushEncryption.random(PushEncryption.saltCount))
      let status = try await poster.post(
        PostRequest(
          url: reader.endpoint, body: try encryption.body(message),
          fields: [
            ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
            ("TTL", "\(Self.secondsToLive)"), ("Urgency", "normal"),
            ("Authorization", authorization(for: url, key)),
          ], isNamedByPerson: false))
      return try Self.outcome(status, service)
    } catch {
      // An endpoint is a secret.
      return .failed(
        NewsstandError(error.code, error.message.replacing(url.shown, with: service)))
    }
  }

  /// Sends news to another server, which a person named.
  public func send(_ notice: PushNotice, toServer url: String, token: String? = nil) async
    -> Outcome
  {
    do throws(NewsstandError) {
      let fields = [
        ("Content-Type", "application/json"), token.map { ("Authorization", "Bearer \($0)") },
      ].compactMap { $0 }
      let status = try await poster.post(
        PostRequest(url: url, body: notice.bytes, fields: fields, isNamedByPerson: true))
      return try Self.outcome(status, withoutSecrets(url))
    } catch {
      return .failed(error)
    }
  }

  private static func outcome(
    _ status: Int, _ receiver: String
  ) throws(NewsstandError) -> Outcome {
    switch status {
    case 200...299: return .sent
    case 404, 410: return .gone
    case 401, 403:
      throw NewsstandError(
        .needsAuthorization, "\(receiver) does not accept the sender (status \(status))")
    default:
      throw NewsstandError(
        .badAnswer, "\(receiver) did not accept the notification (status \(status))")
    }
  }

  /// The field of RFC 8292, section 3: a token (RFC 7519) signed by the key, and the key.
  func authorization(for url: FetchURL, _ key: P256Key) -> String {
    var claims = JSONWriter()
    claims.object { json in
      json.member("aud", url.origin)
      json.member("exp", Int(now()) + Self.signedSeconds)
      json.optional("sub", contact)
    }
    let head = Base64URL.encode(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
    let text = "\(head).\(Base64URL.encode(claims.bytes))"
    let signature = Base64URL.encode(key.signature(of: Array(text.utf8)))
    return "vapid t=\(text).\(signature), k=\(Base64URL.encode(key.publicBytes))"
  }

  private func withoutSecrets(_ url: String) -> String {
    (try? FetchURL(url).shown) ?? "the server"
  }
}
