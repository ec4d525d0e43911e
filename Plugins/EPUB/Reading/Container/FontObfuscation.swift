import CRectoNettle

/// The two ways to obfuscate the first bytes of a font with the book's identifier; the raw values are
/// their URLs in `encryption.xml`.
enum FontObfuscation: String, Sendable, Hashable {
  /// EPUB 3.3, 4.4.
  case idpf = "http://www.idpf.org/2008/embedding"
  /// The algorithm of Adobe's programs, never published as a standard.
  case adobe = "http://ns.adobe.com/pdf/enc#RC"

  /// The number of obfuscated bytes.
  private var length: Int {
    switch self {
    case .idpf: 1040
    case .adobe: 1024
    }
  }

  /// The key of a book with these identifiers, of which the package's unique one comes first; nil if no
  /// identifier gives a key. Adobe's key needs a UUID.
  func key(identifiers: [String]) -> [UInt8]? {
    switch self {
    case .idpf: identifiers.first.map(Self.sha1)
    case .adobe: identifiers.lazy.compactMap(Self.uuid).first
    }
  }

  /// Applies the key to a font, or removes it, which is the same operation.
  func apply(_ key: [UInt8], to font: UnsafeMutableRawBufferPointer) {
    guard !key.isEmpty else { return }
    for index in 0..<min(length, font.count) { font[index] ^= key[index % key.count] }
  }

  /// The digest of the identifier without white space. Calls `nettle_sha1_digest`.
  private static func sha1(_ identifier: String) -> [UInt8] {
    let text = identifier.utf8.filter { ![0x20, 0x09, 0x0D, 0x0A].contains($0) }
    var context = sha1_ctx()
    nettle_sha1_init(&context)
    nettle_sha1_update(&context, text.count, Array(text))
    var digest = [UInt8](repeating: 0, count: Int(SHA1_DIGEST_SIZE))
    nettle_sha1_digest(&context, digest.count, &digest)
    return digest
  }

  /// The 16 bytes of `urn:uuid:…`, or of a bare UUID.
  private static func uuid(_ identifier: String) -> [UInt8]? {
    let text = identifier.lowercased()
    let bare = text.hasPrefix("urn:uuid:") ? text.dropFirst("urn:uuid:".count) : text[...]
    let digits = bare.filter { $0 != "-" }.compactMap(\.hexDigitValue)
    guard digits.count == 32, bare.filter({ $0 != "-" }).count == 32 else { return nil }
    return stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
