import CRectoHogweed
import CRectoNettle

/// A private key on the curve P-256, as web push wants one of each sender (RFC 8292) and of each
/// message (RFC 8291). Calls Nettle's hogweed.
struct P256Key: Sendable, Hashable {
  static let count = 32
  /// The bytes of an uncompressed point (SEC 1, 2.3.4).
  static let publicCount = 65

  /// The number, the highest byte first; secret.
  let bytes: [UInt8]
  /// The point that belongs to it.
  let publicBytes: [UInt8]

  /// A new key. Calls `ecc_scalar_random`.
  init() {
    var bytes = [UInt8](repeating: 0, count: Self.count)
    recto_p256_make(&bytes)
    var point = [UInt8](repeating: 0, count: Self.publicCount)
    _ = recto_p256_public(bytes, &point)
    (self.bytes, publicBytes) = (bytes, point)
  }

  /// A kept key. Returns nil for bytes that are not a private key.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    var point = [UInt8](repeating: 0, count: Self.publicCount)
    guard recto_p256_public(bytes, &point) == 1 else { return nil }
    (self.bytes, publicBytes) = (bytes, point)
  }

  /// The secret shared with the holder of another key; nil unless that is a point of the curve.
  /// Calls `ecc_point_mul`.
  func secret(with publicKey: [UInt8]) -> [UInt8]? {
    guard publicKey.count == Self.publicCount else { return nil }
    var secret = [UInt8](repeating: 0, count: Self.count)
    return recto_p256_secret(bytes, publicKey, &secret) == 1 ? secret : nil
  }

  /// The signature of a message by ECDSA with SHA-256, as JWS writes it (RFC 7518, 3.4). Calls
  /// `ecdsa_sign`.
  func signature(of message: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    _ = recto_p256_sign(bytes, sha256(message), &signature)
    return signature
  }

  /// True if a public key's holder has signed a message. Calls `ecdsa_verify`.
  static func isGood(
    _ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]
  ) -> Bool {
    guard publicKey.count == publicCount, signature.count == 64 else { return false }
    return recto_p256_verify(publicKey, sha256(message), signature) == 1
  }

  /// True if bytes are a point of the curve.
  static func isPublic(_ bytes: [UInt8]) -> Bool { P256Key().secret(with: bytes) != nil }
}

/// Calls `nettle_sha256_digest`.
private func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var context = sha256_ctx()
  nettle_sha256_init(&context)
  nettle_sha256_update(&context, bytes.count, bytes)
  var digest = [UInt8](repeating: 0, count: 32)
  nettle_sha256_digest(&context, digest.count, &digest)
  return digest
}
