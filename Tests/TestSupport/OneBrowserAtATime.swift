import Testing

/// Runs a suite's tests one after another, and after those of other suites with this trait.
///
/// A test that waits for a browser holds a thread of the pool, which has as many as there are
/// processors: two such tests would stop everything else.
public struct OneBrowserAtATime: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Turnstile.shared.enter()
    do {
      try await function()
    } catch {
      await Turnstile.shared.leave()
      throw error
    }
    await Turnstile.shared.leave()
  }
}

extension Trait where Self == OneBrowserAtATime {
  public static var oneBrowserAtATime: Self { OneBrowserAtATime() }
}

/// Admits one test after the other.
private actor Turnstile {
  static let shared = Turnstile()

  private var isTaken = false
  private var queue: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { queue.append($0) }
  }

  func leave() {
    guard queue.isEmpty else { return queue.removeFirst().resume() }
    isTaken = false
  }
}
