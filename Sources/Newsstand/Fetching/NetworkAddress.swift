import Glibc

/// An address of IPv4 or IPv6.
struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
  /// 4 or 16, the highest first. One of IPv4 that is written as IPv6 has 4.
  private let bytes: [UInt8]

  /// Nil for another family.
  init?(_ address: UnsafePointer<sockaddr>) {
    let start = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let address = start.loadUnaligned(as: sockaddr_in.self).sin_addr
      bytes = withUnsafeBytes(of: address) { Array($0) }
    case AF_INET6:
      let address = start.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      bytes = Self.unmapped(withUnsafeBytes(of: address) { Array($0) })
    default: return nil
    }
  }

  /// Returns nil if the text is not an address, such as a name. Calls `inet_pton`.
  init?(_ text: String) {
    var (four, sixteen) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
      bytes = Self.unmapped(withUnsafeBytes(of: sixteen) { Array($0) })
    } else {
      return nil
    }
  }

  private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
  }

  private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

  /// True if it is a public Internet address, by the registries of special addresses (RFC 6890).
  var isPublic: Bool { bytes.count == 4 ? isPublic4(bytes[...]) : isPublic6 }

  /// True if it leads to this machine, or to its neighbors on the wire, such as the metadata of
  /// a cloud: loopback, link-local and unspecified addresses.
  var isOfMachine: Bool {
    if bytes.count == 4 {
      return bytes[0] == 127 || bytes[0] == 0 || bytes[0] == 169 && bytes[1] == 254
    }
    let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    return isLinkLocal || bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
  }

  private func isPublic4(_ bytes: ArraySlice<UInt8>) -> Bool {
    let (a, b, c) = (
      bytes[bytes.startIndex], bytes[bytes.startIndex + 1], bytes[bytes.startIndex + 2]
    )
    switch (a, b, c) {
    case (0, _, _), (10, _, _), (127, _, _), (224...255, _, _): return false
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _):
      return false
    case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 51, 100), (203, 0, 113): return false
    default: return true
    }
  }

  private var isPublic6: Bool {
    // Addresses that embed one of IPv4 (RFC 6052, RFC 3056) are judged by it.
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return isPublic4(bytes[12...])
    }
    if bytes.starts(with: [0x20, 0x02]) { return isPublic4(bytes[2..<6]) }
    // Global unicast (RFC 4291), without Teredo, benchmarks and documentation.
    guard bytes[0] & 0xE0 == 0x20 else { return false }
    if bytes.starts(with: [0x20, 0x01]) {
      return bytes[2] >= 0x02 && !(bytes[2...3] == [0x0D, 0xB8])
    }
    return !bytes.starts(with: [0x3F, 0xFF])
  }

  var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    return inet_ntop(family, bytes, &text, socklen_t(text.count)).map { String(cString: $0) } ?? ""
  }
}
