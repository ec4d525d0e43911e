import Glibc
import TestSupport
import Testing

@testable import Browser

@Suite(.oneBrowserAtATime, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct BrowserProcessTests {
  /// What encloses the browser is of two processes while it starts, of which one waits for the
  /// other: neither may be left over, whenever it ends.
  @Test(arguments: (0...24).map { $0 * 500 })
  func nothingIsLeftOfABrowserThatIsGivenUpWhileItStarts(microseconds: UInt32) throws {
    var process: BrowserProcess? = try BrowserProcess()
    let socket = dup(try #require(process).socket)
    defer { close(socket) }
    try #require(write(socket, "\0", 1) == 1)
    usleep(microseconds)
    process = nil
    #expect(isHungUp(socket))
  }

  /// Whether nobody has the other end of a socket any more, within 10 s.
  private func isHungUp(_ socket: Int32) -> Bool {
    var event = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&event, 1, 10_000) == 1 && event.revents & Int16(POLLHUP) != 0
  }
}
