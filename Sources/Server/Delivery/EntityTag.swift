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
