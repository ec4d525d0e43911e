import RectoPageModel

/// The public key of a publisher, in the form of minisign. It tells a catalog that the publisher
/// signed from any other.
public struct PublisherKey: Sendable, Hashable {
  /// Says which key a signature is of; not secret, and not proof of anything.
  let id: [UInt8]
  let bytes: [UInt8]

  init(id: [UInt8], bytes: [UInt8]) {
    self.id = id
    self.bytes = bytes
  }

  /// Reads the 56 characters that begin with `RW`, or the file with them that minisign writes; nil for
  /// anything else.
  public init?(_ text: String) {
    guard let bytes = MinisignText.bytes(in: text), bytes.count == 2 + 8 + Ed25519.keyBytes,
      bytes.starts(with: MinisignText.algorithm)
    else { return nil }
    self.init(id: Array(bytes[2..<10]), bytes: Array(bytes[10...]))
  }

  /// The 56 characters.
  public var text: String { Base64.encode(MinisignText.algorithm + id + bytes) }

  /// The name by which minisign calls the key: 16 hexadecimal digits.
  public var name: String { MinisignText.name(id) }
}
