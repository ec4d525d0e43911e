import Foundation
import Testing

/// The layer of the suite to run: `RECTO_TEST_LAYER` is `quick`, `soak`, or else everything that a
/// release must pass.
public enum TestLayer: String, Sendable {
  /// No processes, no browser: `make test-quick`.
  case quick
  /// The tests that a release must pass: `make test`.
  case full
  /// Whole corpora and whole sweeps: `make soak`.
  case soak

  public static let current =
    TestLayer(rawValue: ProcessInfo.processInfo.environment["RECTO_TEST_LAYER"] ?? "") ?? .full
}

extension Trait where Self == ConditionTrait {
  /// Marks tests that start processes, which the quick layer leaves out.
  public static var startsProcesses: Self {
    .disabled(if: TestLayer.current == .quick, "it starts processes: make test runs it")
  }

  /// Marks tests that compute for seconds, which the quick layer leaves out.
  public static var takesSeconds: Self {
    .disabled(if: TestLayer.current == .quick, "it takes seconds: make test runs it")
  }

  /// Marks tests that only the soak runs.
  public static var soak: Self {
    .enabled(if: TestLayer.current == .soak, "it takes long: make soak runs it")
  }
}

extension TestLayer {
  /// Skips the running test where it belongs to the quick layer.
  static func skipProcesses() throws {
    if current == .quick { try Test.cancel("it starts a process: make test runs it") }
  }
}
