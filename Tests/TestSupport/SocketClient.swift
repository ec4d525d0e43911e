import Foundation

/// A connection of a client that does whatever a test wants, right or wrong.
///
/// Its calls block, on threads of their own: the pool that tests share with the server's handlers
/// has as many as there are processors.
public final class SocketClient: Sendable {
  private let descriptor: Int32

  public init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var limit = timeval(tv_sec: 900, tv_usec: 0)
    let limitSize = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, limitSize)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, limitSize)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // If it throws, the value's deinit closes the descriptor.
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  /// Goes away at once: nothing more is sent or taken.
  public func leave() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  public func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  public func send(_ bytes: [UInt8]) async throws {
    try await blocking { [descriptor] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// The next bytes, up to 64 KiB; empty at the end.
  public func receive() async throws -> [UInt8] {
    try await blocking { [descriptor] in
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return Array(buffer.prefix(count))
    }
  }

  /// All that comes until it satisfies `isEnough` or the server closes.
  public func receive(until isEnough: (String) -> Bool) async throws -> String {
    var bytes: [UInt8] = []
    while !isEnough(String(decoding: bytes, as: UTF8.self)) {
      let more = try await receive()
      guard !more.isEmpty else { break }
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All that comes until the server closes.
  public func receiveAll() async throws -> String { try await receive { _ in false } }
}

/// Asks for one thing and gives the whole answer. `request` is the first line and the header.
public func httpAnswer(port: Int, _ request: String, body: String = "") async throws -> String {
  let client = try SocketClient(port: port)
  try await client.send(request + "\r\nConnection: close\r\n\r\n" + body)
  return try await client.receiveAll()
}

/// A request for this target, without its end.
public func httpRequest(_ target: String, _ method: String = "GET") -> String {
  "\(method) \(target) HTTP/1.1\r\nHost: localhost"
}

/// The body of an answer.
public func httpBody(_ answer: String) -> String {
  answer.range(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) } ?? ""
}

/// The number in an answer's first line.
public func httpStatus(_ answer: String) -> Int? {
  answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
}

private func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try body() }) }.start()
  }
}
