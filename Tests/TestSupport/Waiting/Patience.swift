import Foundation

/// The time that tests wait for an event before they report that they are stuck.
///
/// The limit decides nothing else: no test passes or fails because something was fast or slow.
public enum Patience {
  /// Five minutes; `RECTO_TEST_PATIENCE` multiplies it.
  public static let limit = Duration.seconds(300) * scale

  /// The factor of `RECTO_TEST_PATIENCE`, or 1.
  public static let scale: Double = {
    let words = ProcessInfo.processInfo.environment["RECTO_TEST_PATIENCE"] ?? ""
    return max(Double(words) ?? 1, 0.01)
  }()

  /// `limit` in seconds.
  public static var seconds: Double { limit / .seconds(1) }
}

/// An event did not come within `Patience.limit`.
public struct Stuck: Error, CustomStringConvertible {
  public let description: String

  public init(_ event: String) {
    description = "stuck for \(Int(Patience.seconds)) s: \(event)"
  }

  /// The same with the output of the process that is stuck.
  init(_ stuck: Stuck, saying output: String) {
    description = "\(stuck.description); its output so far:\n\(output)"
  }
}

/// Waits for a condition that nothing announces, such as the state of another process.
///
/// Throws `Stuck` after `Patience.limit`.
public func until(
  _ event: String = #function, _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + Patience.limit
  while try await !condition() {
    guard ContinuousClock.now < end else { throw Stuck("waiting in \(event)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
