/// The form of an address, judged without a request (RFC 3986).
enum AddressForm: Equatable {
  case good
  case insecure
  /// The words that follow the address in a sentence.
  case malformed(String)

  init(_ address: String) {
    if address.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) {
      self = .malformed("has spaces or control characters in it")
      return
    }
    guard let colon = address.firstIndex(of: ":"), colon > address.startIndex,
      address[..<colon].utf8.enumerated().allSatisfy({ Self.isOfScheme($1, isFirst: $0 == 0) })
    else {
      self = .malformed("does not begin with a scheme such as https:")
      return
    }
    let rest = address[address.index(after: colon)...]
    switch address[..<colon].lowercased() {
    case "https": self = Self.hasHost(rest) ? .good : .malformed("names no host")
    case "http": self = Self.hasHost(rest) ? .insecure : .malformed("names no host")
    case "mailto":
      // Some makers encode the sign, and mail programs read it all the same.
      let mailboxes = rest.prefix { $0 != "?" }.replacing("%40", with: "@")
      let parts = mailboxes.split(separator: "@", omittingEmptySubsequences: false)
      let isGood = parts.count >= 2 && parts.allSatisfy { !$0.isEmpty }
      // Without a mailbox, the reader chooses one for the letter (RFC 6068, section 2).
      self =
        isGood || rest.hasPrefix("?") && Self.hasFields(rest.dropFirst())
        ? .good : .malformed("names no mailbox")
    case "tel":
      self = rest.contains(where: \.isNumber) ? .good : .malformed("names no number")
    default: self = rest.isEmpty ? .malformed("ends behind its scheme") : .good
    }
  }

  /// True for `name=value` between ampersands.
  private static func hasFields(_ query: Substring) -> Bool {
    query.split(separator: "&", omittingEmptySubsequences: false).allSatisfy { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
    }
  }

  private static func isOfScheme(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      !isFirst
    default: false
    }
  }

  /// True if there is a host between the slashes and a port or path.
  private static func hasHost(_ rest: Substring) -> Bool {
    guard rest.hasPrefix("//") else { return false }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    guard let first = host.first else { return false }
    let labels = host.prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
    return first == "[" || labels.dropLast().allSatisfy { !$0.isEmpty } && !labels[0].isEmpty
  }
}
