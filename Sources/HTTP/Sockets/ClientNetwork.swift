import Glibc

/// The network by which clients are counted: an IPv4 address, or the first 64 bits of an IPv6
/// address, since one household or machine may use all addresses below these (RFC 6177).
public struct ClientNetwork: Hashable, Sendable {
  private let bytes: [UInt8]

  /// The network of a numeric address. Other text, such as that from a proxy, counts as a network
  /// of its own. Calls `inet_pton`.
  public init(_ address: String) {
    let numeric = String(address.prefix { $0 != "%" })
    if let bytes = Self.bytes(numeric, AF_INET, count: 4) {
      self.bytes = bytes
    } else if let bytes = Self.bytes(numeric, AF_INET6, count: 16) {
      if bytes.starts(with: Self.mapped) {
        self.bytes = Array(bytes[12...])
      } else if bytes == Self.loopback {
        self.bytes = [127, 0, 0, 1]
      } else {
        self.bytes = Array(bytes[..<8])
      }
    } else {
      bytes = Array(address.utf8)
    }
  }

  /// True for this machine.
  public var isLoopback: Bool { bytes.count == 4 && bytes[0] == 127 }

  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
  private static let loopback = [UInt8](repeating: 0, count: 15) + [1]

  private static func bytes(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }
}

/// The numeric form of a socket's address, or an empty string. Calls `getnameinfo`.
func numericAddress(_ address: UnsafePointer<sockaddr>?) -> String {
  guard let address else { return "" }
  let size =
    Int32(address.pointee.sa_family) == AF_INET6
    ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { name in
    getnameinfo(
      address, socklen_t(size), name.baseAddress, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
      == 0 ? String(cString: name.baseAddress!) : ""
  }
}
