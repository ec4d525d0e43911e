import Glibc

/// A socket that clients connect to. The user of its descriptor must close it.
struct ListeningSocket {
  let descriptor: Int32
  /// Its port, which the kernel chose if 0 was requested.
  let port: Int

  /// Listens on a numeric address, IPv4 or IPv6. Calls `getaddrinfo`, `bind`, `listen`.
  init(address: String, port: Int) throws(HTTPError) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard (0...65_535).contains(port) else {
      throw HTTPError(.badAddress, "port \(port) is not a number from 0 to 65535")
    }
    guard getaddrinfo(address, "\(port)", &hints, &list) == 0, let found = list?.pointee
    else { throw HTTPError(.badAddress, "\(address) is not a numeric address") }
    defer { freeaddrinfo(list) }

    let descriptor = socket(
      found.ai_family, found.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw Self.error(address, port) }
    var isOn: Int32 = 1
    // Connections of a server that has just ended would otherwise block the port for minutes.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, found.ai_addr, found.ai_addrlen) == 0, listen(descriptor, 511) == 0,
      let ownPort = Self.port(of: descriptor)
    else {
      let error = Self.error(address, port)
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.port = ownPort
  }

  private static func port(of descriptor: Int32) -> Int? {
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let status = withUnsafeMutableBytes(of: &address) {
      // Socket calls take addresses of all families as a `sockaddr`.
      getsockname(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    // The port is at the same place in both families.
    return status == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
  }

  private static func error(_ address: String, _ port: Int) -> HTTPError {
    switch errno {
    case EADDRINUSE:
      HTTPError(
        .portTaken, "port \(port) of \(address) is in use: choose another port, or 0 for a free one"
      )
    case EACCES:
      HTTPError(
        .notPermitted, "port \(port) is reserved for privileged programs: choose one above 1023")
    case EADDRNOTAVAIL: HTTPError(.badAddress, "\(address) is not an address of this machine")
    default:
      HTTPError(
        .cannotStart,
        "cannot listen on port \(port) of \(address): \(String(cString: strerror(errno)))")
    }
  }
}
