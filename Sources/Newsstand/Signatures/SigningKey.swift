import RectoPageModel

/// The secret key with which a publisher signs catalogs, in the form of minisign.
public struct SigningKey: Sendable, Hashable {
  private let id: [UInt8]
  private let bytes: [UInt8]

  /// A new random key.
  package init() {
    id = Array(Ed25519.makeKey().prefix(8))
    bytes = Ed25519.makeKey()
  }

  /// Reads the file that `minisign -G -W` writes.
  ///
  /// Throws `badRequest` for another file, and for a key that is locked with a password, which a system that
  /// publishes on its own cannot type.
  public init(file text: String) throws(NewsstandError) {
    // The algorithm, that of the password, that of the checksum, 48 bytes for the password; then the
    // key's id, the key with its public half, and a checksum, which only keys with a password have.
    guard let file = MinisignText.bytes(in: text), file.count == 54 + 8 + 64 + 32,
      file.starts(with: MinisignText.algorithm)
    else { throw NewsstandError(.badRequest, "it is not a secret key of minisign") }
    guard file[2] == 0, file[3] == 0 else {
      throw NewsstandError(
        .badRequest, "it is locked with a password: minisign -C -W -s FILE makes one without")
    }
    id = Array(file[54..<62])
    bytes = Array(file[62..<94])
    guard Ed25519.publicKey(of: bytes) == Array(file[94..<126]) else {
      throw NewsstandError(.badRequest, "the secret key in it is damaged")
    }
  }

  /// The key that signatures are checked with.
  public var publicKey: PublisherKey {
    PublisherKey(id: id, bytes: Ed25519.publicKey(of: bytes))
  }

  /// The signature of a file's content, as a file that minisign verifies.
  ///
  /// - Parameters:
  ///   - name: The file's name, which is signed with it.
  ///   - time: Signed as well: readers refuse a catalog that is older than the one they had.
  func signature(of content: [UInt8], named name: String, at time: Timestamp) -> [UInt8] {
    let signature = Ed25519.signature(of: BLAKE2b.digest(of: content), by: bytes)
    let comment = "timestamp:\(time.seconds)\tfile:\(name)\thashed"
    let whole = Ed25519.signature(of: signature + Array(comment.utf8), by: bytes)
    return Array(
      """
      \(MinisignText.untrusted)signature of \(publicKey.name)
      \(Base64.encode(MinisignText.hashedAlgorithm + id + signature))
      \(MinisignText.trusted)\(comment)
      \(Base64.encode(whole))

      """.utf8)
  }
}
