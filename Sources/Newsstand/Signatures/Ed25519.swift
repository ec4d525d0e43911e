import CRectoHogweed

/// Signatures of Ed25519 (RFC 8032) with keys as bytes.
enum Ed25519 {
  /// Bytes of a key, secret or public.
  static let keyBytes = 32
  static let signatureBytes = 64

  /// A new secret key, of the system's random numbers.
  static func makeKey() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<keyBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// Calls `ed25519_sha512_public_key`.
  static func publicKey(of secretKey: [UInt8]) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: keyBytes)
    nettle_ed25519_sha512_public_key(&key, secretKey)
    return key
  }

  /// Calls `ed25519_sha512_sign`.
  static func signature(of message: [UInt8], by secretKey: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: signatureBytes)
    nettle_ed25519_sha512_sign(
      publicKey(of: secretKey), secretKey, message.count, message, &signature)
    return signature
  }

  /// True if the owner of a public key has signed the message. Calls `ed25519_sha512_verify`.
  static func verifies(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
    signature.count == signatureBytes && publicKey.count == keyBytes
      && nettle_ed25519_sha512_verify(publicKey, message.count, message, signature) == 1
  }
}
