import RectoJSON
import RectoPluginKit

/// The payload of a push service about new content: `{"aps":{"content-available":1}}` and further
/// members of the publisher.
struct PushPayload: JSONDecodable {
  /// The most that Apple's service ever sent.
  static let mostBytes = 5 << 10

  /// True if it announces content to download.
  let isContentAvailable: Bool

  /// Throws `badRequest` for an invalid payload, and `tooLarge`.
  init(_ bytes: [UInt8]) throws(NewsstandError) {
    guard bytes.count <= Self.mostBytes else {
      throw NewsstandError(.tooLarge, "the push payload is longer than \(Self.mostBytes) bytes")
    }
    do throws(JSONError) {
      try self.init(jsonBytes: bytes)
    } catch {
      throw NewsstandError(.badRequest, "the push payload cannot be read: \(error)")
    }
  }

  init(json: JSONValue) throws(JSONError) {
    guard let flag = try json.member("aps")?.member("content-available") else {
      isContentAvailable = false
      return
    }
    isContentAvailable = (try? flag.bool()) ?? ((try? flag.integer()) == 1)
  }
}

/// The result of a push.
public enum PushOutcome: Sendable, Hashable {
  /// It does not say that there is anything new.
  case ignored
  /// All subscriptions were looked at within their time: when the next may be.
  case tooEarly(next: Double)
  /// The issues that are downloaded because of it.
  case checked([IssueID])
}
