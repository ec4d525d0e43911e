import CRectoNettle

/// SHA-256 (FIPS 180-4) of data that is given piece by piece.
///
/// Nettle uses the processor's SHA instructions where it has them, and needs no setting up.
package struct SHA256 {
  private var context = sha256_ctx()

  /// Calls `nettle_sha256_init`.
  package init() {
    nettle_sha256_init(&context)
  }

  /// Calls `nettle_sha256_update`.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    nettle_sha256_update(&context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
  }

  /// Eight bytes, lowest first.
  mutating func update(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { update($0) }
  }

  /// A field with its length before it, so that two fields cannot run into each other.
  mutating func update(field bytes: UnsafeRawBufferPointer) {
    update(UInt64(bytes.count))
    update(bytes)
  }

  /// A field of UTF-8.
  mutating func update(field text: String) {
    var text = text
    text.withUTF8 { update(field: UnsafeRawBufferPointer($0)) }
  }

  /// Calls `nettle_sha256_digest`.
  package consuming func digest() -> Digest {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Digest.byteCount) { bytes in
      nettle_sha256_digest(&context, Digest.byteCount, bytes.baseAddress)
      return Digest(UnsafeRawBufferPointer(bytes))
    }
  }
}

/// The 32 bytes that SHA-256 gives.
package struct Digest: Sendable, Hashable {
  static let byteCount = 32

  /// The bytes as they lie in memory. No `SIMD4`, whose alignment of 32 bytes an asynchronous
  /// function that keeps one does not give it in optimized builds.
  private struct Words: Sendable, Hashable {
    var first: UInt64
    var second: UInt64
    var third: UInt64
    var fourth: UInt64
  }

  private let words: Words

  /// A digest of 32 bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count == Self.byteCount)
    words = bytes.loadUnaligned(as: Words.self)
  }

  /// A digest of 64 lower-case hexadecimal digits; nil for anything else.
  init?(hex: some Collection<UInt8>) {
    guard hex.count == Self.byteCount * 2 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in hex {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    self = bytes.withUnsafeBytes { Digest($0) }
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return withBytes { bytes in
      String(unsafeUninitializedCapacity: Self.byteCount * 2) { text in
        for (index, byte) in bytes.enumerated() {
          text[index * 2] = digits[Int(byte >> 4)]
          text[index * 2 + 1] = digits[Int(byte & 15)]
        }
        return Self.byteCount * 2
      }
    }
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: words, body)
  }
}
