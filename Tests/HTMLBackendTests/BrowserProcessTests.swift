import Glibc
import TestSupport
import Testing

@testable import RectoBrowser

@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct BrowserProcessTests {
  /// The browser's enclosure consists of two processes while it starts, one of which waits for the
  /// other: neither may be left over, whenever it ends. Each test gives it more turns before that;
  /// how far it has come by then is left to chance.
  @Test(arguments: (0...24).map { $0 * 40 })
  func nothingIsLeftOfABrowserThatIsGivenUpWhileItStarts(turns: Int) async throws {
    var process: BrowserProcess? = try BrowserProcess()
    let socket = dup(try #require(process).socket)
    defer { close(socket) }
    try #require(write(socket, "\0", 1) == 1)
    // A look at a file of the kernel takes some ten microseconds, and lets others on.
    for _ in 0..<turns { _ = try? bytes(ofFile: "/proc/self/stat") }
    process = nil
    try await until("the end of the browser") { isHungUp(socket) }
  }

  /// True if the other end of a socket is closed.
  private func isHungUp(_ socket: Int32) -> Bool {
    var event = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&event, 1, 0) == 1 && event.revents & Int16(POLLHUP) != 0
  }
}
