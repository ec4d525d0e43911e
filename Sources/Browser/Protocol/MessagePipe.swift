import CRectoLinux
import Glibc
import RectoPageModel

/// Messages over the browser's socket: JSON, each ended by a zero byte.
final class MessagePipe {
  private let process: BrowserProcess
  private var buffer: [UInt8] = []
  /// The number of bytes of `buffer` that were searched for the end of a message.
  private var searched = 0
  private var bytes: [UInt8]
  /// True while the browser can be reached.
  private(set) var isOpen = true

  /// A screenshot of 8 million pixels that cannot be compressed has some 32 MiB, a third more in
  /// base 64.
  private static let longestMessage = 60 << 20

  init(_ process: BrowserProcess) {
    self.process = process
    bytes = [UInt8](repeating: 0, count: 256 << 10)
  }

  /// Throws `limit` or `busy` when the deadline passes, and `damaged` where the browser has ended.
  /// The pipe is closed after part of a message, which the browser cannot use.
  func send(_ message: [UInt8], until deadline: Deadline) throws(PageError) {
    var rest = message[...]
    defer { if !rest.isEmpty, rest.count < message.count { isOpen = false } }
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        linux_write_some(process.socket, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(POLLOUT, deadline)
      } else if errno != EINTR {
        throw closed()
      }
    }
  }

  /// The next message, without its end. Throws as `send` does.
  func receive(until deadline: Deadline) throws(PageError) -> [UInt8] {
    while true {
      if let end = buffer[searched...].firstIndex(of: 0) {
        let message = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        searched = 0
        return message
      }
      searched = buffer.count
      guard buffer.count <= Self.longestMessage else { throw closed() }
      try wait(POLLIN, deadline)
      let count = read(process.socket, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw closed() }
      buffer += bytes[..<count]
    }
  }

  /// True once a part of a message can be read, false if none comes in that time. Throws `damaged`
  /// where the browser has ended.
  func hasInput(within milliseconds: Int32) throws(PageError) -> Bool {
    if searched < buffer.count { return true }
    var entry = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
    let status = poll(&entry, 1, milliseconds)
    if status < 0, errno != EINTR { throw closed() }
    return status > 0
  }

  private func wait(_ event: Int32, _ deadline: Deadline) throws(PageError) {
    var entry = pollfd(fd: process.socket, events: Int16(event), revents: 0)
    while true {
      let status = poll(&entry, 1, deadline.milliseconds)
      if status > 0 { return }
      if status < 0, errno != EINTR { throw closed() }
      try deadline.check()
    }
  }

  private func closed() -> PageError {
    isOpen = false
    return PageError(.damaged, "the browser crashed on the page: check the source")
  }
}
