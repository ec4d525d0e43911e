import RectoPageModel

/// The signature beside a catalog, in a file of its own named like it with `.minisig` at the end.
struct CatalogSignature {
  static let ending = ".minisig"
  /// Bytes of its file; minisign writes about 300.
  static let mostBytes = 4_096

  private let id: [UInt8]
  private let signature: [UInt8]
  private let isHashed: Bool
  private let comment: String
  private let wholeSignature: [UInt8]

  /// Reads the file; nil for one of another kind.
  init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isNewline).map(String.init)
    guard bytes.count <= Self.mostBytes, lines.count == 4,
      lines[0].hasPrefix(MinisignText.untrusted), lines[2].hasPrefix(MinisignText.trusted),
      let signed = Base64.decode(lines[1]), signed.count == 2 + 8 + Ed25519.signatureBytes,
      let whole = Base64.decode(lines[3]), whole.count == Ed25519.signatureBytes
    else { return nil }
    let algorithm = Array(signed.prefix(2))
    guard algorithm == MinisignText.hashedAlgorithm || algorithm == MinisignText.algorithm else {
      return nil
    }
    isHashed = algorithm == MinisignText.hashedAlgorithm
    id = Array(signed[2..<10])
    signature = Array(signed[10...])
    comment = String(lines[2].dropFirst(MinisignText.trusted.count))
    wholeSignature = whole
  }

  /// The time that it states, in seconds since 1970, checked or not.
  var time: Int? { part("timestamp").flatMap { Int($0) } }

  /// The URL of the signature of a file.
  static func url(of url: String) -> String {
    var parts = URLParts(url)
    parts.path += ending
    return parts.withoutFragment.text
  }

  /// Checks that the owner of `key` has signed this content under this name, and returns the time at
  /// which that was: seconds since 1970.
  ///
  /// Throws `untrusted`.
  func check(
    _ content: [UInt8], url: String, signedBy key: PublisherKey
  ) throws(NewsstandError) -> Int {
    func untrusted(_ why: String) -> NewsstandError {
      NewsstandError(.untrusted, "\(printable(url)) \(why)")
    }
    guard id == key.id else {
      throw untrusted(
        "is signed with the key \(MinisignText.name(id)), and not with the store's key \(key.name): "
          + "if the publisher says that the key was changed, remove the store and add it with the new one"
      )
    }
    guard
      Ed25519.verifies(
        signature, of: isHashed ? BLAKE2b.digest(of: content) : content, by: key.bytes),
      Ed25519.verifies(wholeSignature, of: signature + Array(comment.utf8), by: key.bytes)
    else {
      throw untrusted(
        "does not match its signature: it was altered, or is being replaced right now"
      )
    }
    let name = URLParts(url).path.split(separator: "/").last.map(String.init) ?? ""
    guard let signedName = part("file") else {
      throw untrusted("has a signature without the file's name: sign it without minisign's -t")
    }
    guard escapedURL(signedName) == escapedURL(name) else {
      throw untrusted("has the signature of another file, \(printable(signedName))")
    }
    guard let time else {
      throw untrusted("has a signature without a time: sign it without minisign's -t")
    }
    return time
  }

  /// A part of the trusted comment as minisign writes it: `timestamp:1700000000`, tab, `file:NAME`.
  private func part(_ name: String) -> String? {
    comment.split(separator: "\t").first { $0.hasPrefix("\(name):") }
      .map { String($0.dropFirst(name.count + 1)) }
  }
}
