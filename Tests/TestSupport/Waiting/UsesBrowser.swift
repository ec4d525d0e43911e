import Foundation
import Testing

/// Runs tests that wait for a browser on threads that they may block, two tests a processor: the start
/// of a browser leaves it idle for half of the time. `WarmHelpers` lends them browsers.
public struct UsesBrowser: SuiteTrait, TestTrait, TestScoping {
  private static let slots = ProcessSlots(count: 2 * ProcessInfo.processInfo.activeProcessorCount)

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.slots.run {
      try await withTaskExecutorPreference(BlockingThreads.shared) {
        let loans = Loans()
        try await Loans.$current.withValue(loans) { try await function() }
        // A test that threw may have left its helper in the middle of something.
        loans.giveBack()
      }
    }
  }
}

extension Trait where Self == UsesBrowser {
  public static var usesBrowser: Self { UsesBrowser() }
}
