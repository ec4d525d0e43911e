import RectoPipeline

/// A strong validator (RFC 9110, section 8.8.3): equal tags mean equal bytes.
struct EntityTag: Sendable, Hashable {
  /// The text between the quotes.
  let value: String

  /// The tag of a result, from its cache key.
  init(_ key: CacheKey) {
    value = key.hex
  }

  /// The tag of everything that the bytes depend on. An answer that is cheap to make can do
  /// without: `Delivery` computes a tag from the bytes.
  init(parts: [String]) {
    self.init(CacheKey(parts: parts))
  }

  /// The tag of bytes, from their digest.
  init(of bytes: [UInt8]) {
    value = bytes.withUnsafeBytes { SourceDigest(bytes: $0).hex }
  }

  private init(value: String) {
    self.value = value
  }

  /// The tag in a response's header; nil if there is none.
  init?(header: String?) {
    guard let header, header.hasPrefix("\""), header.hasSuffix("\""), header.count > 2 else {
      return nil
    }
    value = String(header.dropFirst().dropLast())
  }

  /// The tag of the same content with gzip, which has other bytes.
  var compressed: EntityTag { EntityTag(value: "\(value)-gzip") }

  /// The tag in the form of the header.
  var header: String { "\"\(value)\"" }
}

/// The value of `If-Match` and `If-None-Match` (RFC 9110, sections 13.1.1 and 13.1.2).
struct EntityTagList: Sendable {
  private let isAny: Bool
  /// The text between the quotes of each tag, and whether it is weak.
  private let tags: [(value: String, isWeak: Bool)]

  init(_ text: String) {
    isAny = text.allSatisfy { $0 == "*" || $0 == " " } && text.contains("*")
    var tags: [(String, Bool)] = []
    var rest = text[...]
    while let quote = rest.firstIndex(of: "\"") {
      let isWeak = rest[..<quote].hasSuffix("W/")
      let start = rest.index(after: quote)
      guard let end = rest[start...].firstIndex(of: "\"") else { break }
      tags.append((String(rest[start..<end]), isWeak))
      rest = rest[rest.index(after: end)...]
    }
    self.tags = tags
  }

  /// True if the client has the content in any encoding, by the weak comparison (`If-None-Match`).
  func contains(_ tag: EntityTag) -> Bool {
    isAny || tags.contains { $0.value == tag.value || $0.value == tag.compressed.value }
  }

  /// True if the list has the tag by the strong comparison (`If-Match`).
  func containsStrongly(_ tag: EntityTag) -> Bool {
    isAny
      || tags.contains {
        !$0.isWeak && ($0.value == tag.value || $0.value == tag.compressed.value)
      }
  }

  /// True if the client's tag is that of the compressed content.
  func meansCompressed(_ tag: EntityTag) -> Bool {
    tags.contains { $0.value == tag.compressed.value } && !tags.contains { $0.value == tag.value }
  }
}
