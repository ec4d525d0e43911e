import RectoPageModel

/// The address of a catalog, with the rules for URLs in it.
struct CatalogBase: Sendable, Hashable {
  /// Nil where the catalog has no address.
  private let parts: URLParts?
  /// The URL up to its last slash, where it is one that catalogs may name.
  private var folder: String?

  init(_ url: String) {
    let parts = URLParts(url)
    self.parts = parts.scheme == nil ? nil : parts
    folder = self.parts == nil ? nil : try? self.url(".", "")
  }

  /// The base for content below an `xml:base`.
  func moved(to reference: String?) -> CatalogBase {
    guard let reference, let url = try? url(reference, "xml:base") else { return self }
    return CatalogBase(url)
  }

  /// True if an absolute URL is that of the catalog itself.
  func isItself(_ url: String) -> Bool { parts?.withoutFragment.text == url }

  /// The absolute URL that a reference in the catalog means, with what no URL has escaped and without
  /// a fragment.
  ///
  /// Only `http` and `https` are allowed; below the folder of a catalog that is a file, also
  /// relative paths. Throws `badCatalog` with a sentence that begins with `what`, such as `its
  /// url`.
  func url(_ reference: String, _ what: String) throws(NewsstandError) -> String {
    func bad(_ sentence: String) -> NewsstandError {
      NewsstandError(.badCatalog, "\(what) \(sentence)")
    }
    guard !reference.isEmpty else { throw bad("is empty") }
    if let folder, isPlainPath(reference.utf8[...]) { return folder + reference }
    if isPlainURL(reference) { return reference }
    guard reference.utf8.count <= CatalogLimits.urlBytes else {
      throw bad("has \(reference.utf8.count) bytes: at most \(CatalogLimits.urlBytes) are allowed")
    }
    guard reference.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw bad("\(printable(reference)) has a control character in it")
    }
    let written = URLParts(escapedURL(reference))
    guard written.scheme != nil || parts != nil else {
      throw bad("\(printable(reference)) is relative, and the catalog has no address")
    }
    let url = (parts.map { written.resolved(against: $0) } ?? written).withoutFragment
    switch url.scheme?.lowercased() {
    case "http", "https": break
    case "file" where written.scheme == nil && written.authority == nil && isBelowFolder(url):
      return url.text
    default:
      throw bad("\(printable(reference)) is neither of http nor of https")
    }
    try checkAuthority(url.authority, reference, bad)
    guard url.text.utf8.count <= CatalogLimits.urlBytes else {
      throw bad("is too long")
    }
    return url.text
  }

  /// True if a reference is a path below the folder of the catalog without escapes, as most are:
  /// then it only needs to be appended to the folder.
  private func isPlainPath(_ reference: Substring.UTF8View) -> Bool {
    var last = UInt8(ascii: "/")
    for byte in reference {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        break
      // Neither the root, nor a host, nor a path that is not a folder.
      case UInt8(ascii: "/"), UInt8(ascii: "."):
        if last == UInt8(ascii: "/") || last == UInt8(ascii: ".") { return false }
      default: return false
      }
      last = byte
    }
    return reference.count <= 1_024
  }

  /// True if a reference is an absolute URL without escapes: then it is the result.
  private func isPlainURL(_ reference: String) -> Bool {
    ["https://", "http://"].contains { start in
      let rest = reference.utf8.dropFirst(start.utf8.count)
      return reference.hasPrefix(start) && !rest.isEmpty && isPlainPath(rest)
    }
  }

  private func isBelowFolder(_ url: URLParts) -> Bool {
    guard let parts, let slash = parts.path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return false
    }
    // A path that a file system would read differently than a URL is refused.
    return url.path.hasPrefix(parts.path[...slash])
      && !url.path.percentDecoded.split(separator: "/").contains("..")
  }

  private func checkAuthority(
    _ authority: String?, _ reference: String, _ bad: (String) -> NewsstandError
  ) throws(NewsstandError) {
    guard let authority, !authority.isEmpty else {
      throw bad("\(printable(reference)) names no host")
    }
    guard !authority.utf8.contains(UInt8(ascii: "@")) else {
      throw bad("\(printable(reference)) contains a user name")
    }
    var host = authority.utf8[...]
    if let colon = host.lastIndex(of: UInt8(ascii: ":")),
      !host[colon...].contains(UInt8(ascii: "]"))
    {
      let port = host[colon...].dropFirst()
      host = host[..<colon]
      guard
        port.isEmpty
          || port.allSatisfy({ (0x30...0x39).contains($0) })
            && (Int(Substring(port)).map { (1...65_535).contains($0) } ?? false)
      else { throw bad("\(printable(reference)) has an invalid port") }
    }
    let isName = host.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (0x30...0x39).contains(byte) || "-._".utf8.contains(byte)
    }
    let isAddress =
      host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]")
      && host.dropFirst().dropLast().allSatisfy {
        (0x30...0x3A).contains($0) || $0 == UInt8(ascii: ".")
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20)
      }
    guard !host.isEmpty, isName || isAddress else {
      throw bad("\(printable(reference)) has an invalid host name")
    }
  }
}
