import RectoPipeline

/// A strong validator (RFC 9110, section 8.8.3): equal tags mean equal bytes.
struct EntityTag: Sendable, Hashable {
  /// The text between the quotes.
  let value: String

  /// The tag of a result, by its name.
  init(_ key: CacheKey) {
    value = key.hex
  }

  /// A tag made of everything that the bytes depend on. Cheap answers need no tag: `Delivery` makes
  /// one of the bytes.
  init(parts: [String]) {
    self.init(CacheKey(parts: parts))
  }

  /// The tag of bytes, by their content.
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

  /// That of the same content compressed: other bytes have another tag.
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

  /// By the weak comparison, which is that of `If-None-Match`: whether the client has the content in
  /// any encoding.
  func contains(_ tag: EntityTag) -> Bool {
    isAny || tags.contains { $0.value == tag.value || $0.value == tag.compressed.value }
  }

  /// By the strong comparison, which is that of `If-Match`.
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
