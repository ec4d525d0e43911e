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

  /// As it stands in the header.
  var header: String { "\"\(value)\"" }
}
