import RectoPageModel

/// The target of a reference in a document of the book.
public enum BookReference: Sendable, Hashable {
  /// A file of the book, and the part of it that the fragment names, decoded.
  case resource(RelativePath, fragment: String?)
  /// An address with a scheme or a host, as the book has it, unchecked.
  case remote(String)

  /// Resolves a relative URL (EPUB 3.3, 4.2.5): `..` at the container's root stays there, and a
  /// path from the root is one from the container's. Queries mean nothing in a container.
  ///
  /// Returns nil if it cannot name a file.
  public init?(_ written: String, from document: RelativePath) {
    let url = written.collapsedURL
    if Self.hasScheme(url) || url.hasPrefix("//") {
      self = .remote(url)
      return
    }
    let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? String(parts[1]).percentDecoded : nil
    let path = parts[0].prefix { $0 != "?" }
    guard !path.isEmpty else {
      self = .resource(document, fragment: fragment)
      return
    }
    var components = path.hasPrefix("/") ? [] : Array(document.components.dropLast())
    for part in path.split(separator: "/") {
      switch String(part).percentDecoded {
      case ".": continue
      case "..": _ = components.popLast()
      case let name: components.append(name)
      }
    }
    guard let resolved = try? RelativePath(components.joined(separator: "/")) else { return nil }
    self = .resource(resolved, fragment: fragment)
  }

  /// The file; nil for a target elsewhere.
  public var path: RelativePath? {
    if case .resource(let path, _) = self { path } else { nil }
  }

  /// The name of a part of the file; nil for the whole.
  public var fragment: String? {
    if case .resource(_, let fragment) = self, fragment?.isEmpty == false { fragment } else { nil }
  }

  /// RFC 3986, 3.1.
  private static func hasScheme(_ url: String) -> Bool {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = url.utf8[..<colon]
    guard let first = scheme.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else {
      return false
    }
    return scheme.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || [0x2B, 0x2D, 0x2E].contains(byte)
    }
  }
}

extension String {
  /// Without the white space that the URL standard strips.
  fileprivate var collapsedURL: String {
    let clean = unicodeScalars.filter { !["\t", "\n", "\r"].contains($0) }
    let start = clean.drop { $0.value <= 0x20 }
    let end = start.reversed().drop { $0.value <= 0x20 }.reversed()
    return String(String.UnicodeScalarView(end))
  }
}
