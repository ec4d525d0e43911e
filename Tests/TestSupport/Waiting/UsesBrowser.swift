import Foundation
import Testing

/// Runs tests that wait for a browser on threads that they may block, one test a processor.
public struct UsesBrowser: SuiteTrait, TestTrait, TestScoping {
  private static let slots = ProcessSlots(count: ProcessInfo.processInfo.activeProcessorCount)

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Self.slots.run {
      try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
    }
  }
}

extension Trait where Self == UsesBrowser {
  public static var usesBrowser: Self { UsesBrowser() }
}
