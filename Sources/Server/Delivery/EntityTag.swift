import Pipeline

/// A strong validator (RFC 9110, section 8.8.3): equal tags mean equal bytes.
struct EntityTag: Sendable, Hashable {
  /// What stands between the quotes.
  let value: String

  /// Of a result by its name.
  init(_ key: CacheKey) {
    value = key.hex
  }

  /// Of all that the bytes depend on. For what is cheap to make no tag is needed: `Delivery` takes
  /// that of the bytes.
  init(parts: [String]) {
    self.init(CacheKey(parts: parts))
  }

  /// Of the bytes themselves.
  init(of bytes: [UInt8]) {
    value = bytes.withUnsafeBytes { SourceDigest(bytes: $0).hex }
  }

  private init(value: String) {
    self.value = value
  }

  /// From a response's header; nil where there is none.
  init?(header: String?) {
    guard let header, header.hasPrefix("\""), header.hasSuffix("\""), header.count > 2 else {
      return nil
    }
    value = String(header.dropFirst().dropLast())
  }

  /// That of the same content compressed: other bytes have another tag.
  var compressed: EntityTag { EntityTag(value: "\(value)-gzip") }

  /// As it stands in the header.
  var header: String { "\"\(value)\"" }
}
