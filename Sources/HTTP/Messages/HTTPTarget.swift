/// The target of a request: a path and a query (RFC 9112, section 3.2.1, origin form).
public struct HTTPTarget: Sendable, Hashable {
  /// One `name=value` of a query, decoded.
  public struct QueryItem: Sendable, Hashable {
    /// The text before the first `=`.
    public var name: String
    /// The text after it; empty if there is none.
    public var value: String
  }

  /// The target as sent, such as `/pages/a%2Fb?width=300`.
  public let text: String
  /// The parts of the path between slashes, each decoded separately: `["pages", "a/b"]`. A path
  /// that ends with a slash has an empty last part; `/` alone is one empty part.
  public let segments: [String]
  /// The items of the query in their order; `+` is a space in them, as forms send it.
  public let query: [QueryItem]

  /// Returns nil for a target that does not begin with a slash, has an invalid `%` escape, or
  /// decodes to something else than UTF-8 or to a control character.
  public init?(_ text: String) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts.first, path.first == UInt8(ascii: "/") else { return nil }
    var segments: [String] = []
    for part in path.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let segment = decoded(part, plusIsSpace: false) else { return nil }
      segments.append(segment)
    }
    var query: [QueryItem] = []
    for item in parts.dropFirst().first?.split(separator: UInt8(ascii: "&")) ?? [] {
      let sides = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(sides[0], plusIsSpace: true),
        let value = sides.count > 1 ? decoded(sides[1], plusIsSpace: true) : ""
      else { return nil }
      query.append(QueryItem(name: name, value: value))
    }
    self.text = text
    self.segments = segments
    self.query = query
  }

  /// The decoded path, in which a slash within a part looks like one between parts.
  public var path: String { "/" + segments.joined(separator: "/") }

  /// The first value of that name in the query.
  public subscript(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// Undoes percent-encoding (RFC 3986, section 2.1).
private func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count)
  var rest = text
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "%"):
      guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
        return nil
      }
      bytes.append(high << 4 | low)
    case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
    default: bytes.append(byte)
    }
  }
  guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
  return String(validating: bytes, as: UTF8.self)
}

extension UInt8 {
  fileprivate var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
