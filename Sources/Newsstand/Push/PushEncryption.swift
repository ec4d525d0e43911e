import CRectoHogweed

/// A message that only one browser can read (RFC 8291), in the content coding `aes128gcm` of RFC 8188
/// with one record.
struct PushEncryption {
  /// The most that a message may have before it is encrypted: push services take bodies of 4096
  /// bytes (RFC 8291, section 4).
  static let mostBytes = 3993
  static let saltCount = 16

  /// The browser's public key.
  let readerKey: [UInt8]
  /// The browser's secret of authentication, 16 bytes.
  let authSecret: [UInt8]
  /// The key of this message alone.
  let key: P256Key
  /// Random bytes of this message alone.
  let salt: [UInt8]

  /// The body of the request to the push service. Throws `badContent` for a message that is too long
  /// or a reader's key that is not one.
  func body(_ message: [UInt8]) throws(NewsstandError) -> [UInt8] {
    guard message.count <= Self.mostBytes else {
      throw NewsstandError(
        .tooLarge, "the push message is longer than \(Self.mostBytes) bytes: shorten its text")
    }
    guard let keys else {
      throw NewsstandError(.badContent, "the reader's key is not a point of P-256")
    }
    // The delimiter of the last record (RFC 8188, section 2).
    let text = message + [2]
    var sealed = [UInt8](repeating: 0, count: text.count + 16)
    recto_gcm_encrypt(keys.content, keys.nonce, text.count, text, &sealed)
    let recordSize: [UInt8] = [0, 0, 0x10, 0]
    return salt + recordSize + [UInt8(P256Key.publicCount)] + key.publicBytes + sealed
  }

  /// The key of the content and its nonce (RFC 8291, section 3.4).
  private var keys: (content: [UInt8], nonce: [UInt8])? {
    guard let secret = key.secret(with: readerKey) else { return nil }
    return Self.keys(
      secret: secret, auth: authSecret, readerKey: readerKey, senderKey: key.publicBytes,
      salt: salt)
  }

  /// The message in a body that was sent to the holder of a private key; nil if it was not, or was
  /// changed on its way.
  static func message(in body: [UInt8], for reader: P256Key, auth: [UInt8]) -> [UInt8]? {
    let head = saltCount + 5 + P256Key.publicCount
    guard body.count > head + 16, body[20] == UInt8(P256Key.publicCount) else { return nil }
    let (salt, sender) = (Array(body[..<saltCount]), Array(body[21..<head]))
    guard let secret = reader.secret(with: sender) else { return nil }
    let keys = keys(
      secret: secret, auth: auth, readerKey: reader.publicBytes, senderKey: sender, salt: salt)
    let sealed = Array(body[head...])
    var text = [UInt8](repeating: 0, count: sealed.count - 16)
    guard recto_gcm_decrypt(keys.content, keys.nonce, sealed.count, sealed, &text) == 1,
      let end = text.lastIndex(where: { $0 != 0 }), text[end] == 2
    else { return nil }
    return Array(text[..<end])
  }

  private static func keys(
    secret: [UInt8], auth: [UInt8], readerKey: [UInt8], senderKey: [UInt8], salt: [UInt8]
  ) -> (content: [UInt8], nonce: [UInt8]) {
    let info = Array("WebPush: info\0".utf8) + readerKey + senderKey
    let material = expanded(hmac(auth, secret), info, 32)
    let key = hmac(salt, material)
    return (
      expanded(key, Array("Content-Encoding: aes128gcm\0".utf8), 16),
      expanded(key, Array("Content-Encoding: nonce\0".utf8), 12)
    )
  }

  private static func hmac(_ key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    recto_hmac(key.count, key, bytes.count, bytes, &digest)
    return digest
  }

  private static func expanded(_ key: [UInt8], _ info: [UInt8], _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    recto_hkdf_expand(key, info.count, info, count, &bytes)
    return bytes
  }

  /// Random bytes of the kernel.
  static func random(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    recto_p256_random(nil, count, &bytes)
    return bytes
  }
}
