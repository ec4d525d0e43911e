import Foundation

/// Holds up threads and tasks until a test opens it. Once open, it stays open.
///
/// `@unchecked`: `isOpen` is guarded by `condition`.
public final class Gate: @unchecked Sendable {
  private let opened = Future<Void>()
  private let condition = NSCondition()
  private var isOpen = false

  public init() {}

  /// Opening it may end what waits at it in a test that fails, too.
  deinit { open() }

  public func open() {
    opened.fulfill(())
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Waits without holding a thread.
  public func pass() async throws { try await opened.value("a gate") }

  /// Blocks the calling thread, which is a thread of the code under test and not one of Swift's
  /// cooperative threads.
  public func block() {
    condition.withLock { while !isOpen { condition.wait() } }
  }
}
