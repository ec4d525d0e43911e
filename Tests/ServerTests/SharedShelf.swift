import Synchronization
import Testing

/// Serves one source to all tests of a suite, which ask for `ServedShelf.shared`.
struct SharedShelf: SuiteTrait, TestScoping {
  @TaskLocal fileprivate static var current: SharedStart?

  fileprivate let path: String

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let start = SharedStart(path)
    try await Self.$current.withValue(start) { try await function() }
    try await start.stop()
  }
}

extension Trait where Self == SharedShelf {
  /// The server starts when a test asks for it, and ends with the suite.
  static func serving(_ path: String) -> Self { SharedShelf(path: path) }
}

extension ServedShelf {
  /// The server that the tests of a suite share which has the trait `serving`.
  static var shared: ServedShelf {
    get async throws { try await #require(SharedShelf.current).shelf() }
  }
}

/// Starts a server once.
private final class SharedStart: Sendable {
  private let path: String
  private let task = Mutex<Task<ServedShelf, any Error>?>(nil)

  init(_ path: String) {
    self.path = path
  }

  func shelf() async throws -> ServedShelf {
    let started = task.withLock { task in
      let started = task ?? Task { [path] in try await ServedShelf(path) }
      task = started
      return started
    }
    return try await started.value
  }

  func stop() async throws {
    guard let started = task.withLock({ $0 }) else { return }
    #expect(try await started.value.stop() == 0)
  }
}
