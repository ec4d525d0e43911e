import Foundation
import Testing

/// A port that was free a moment ago.
func freePort() throws -> Int {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  return try withUnsafeMutablePointer(to: &address) {
    try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      try #require(bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0)
    }
    return Int(UInt16(bigEndian: $0.pointee.sin_port))
  }
}
