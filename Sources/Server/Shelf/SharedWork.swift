import RectoPageModel
import RectoPipeline

/// Work that is done once for all callers that want it at the same time, and is cancelled when the
/// last of them is cancelled. It takes the turn of whichever caller's client is next.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let flights = SingleFlight<Key, Value, WorkAccount>()

  /// The result of `make`, or of an earlier call's `make` that is still running.
  ///
  /// Rethrows its error; throws `cancelled` at once if the calling task is cancelled.
  func value(
    for key: Key, make: @escaping @Sendable () async throws(PageError) -> Value
  ) async throws(PageError) -> Value {
    let own = WorkAccount.current
    do {
      return try await flights.value(
        for: key, in: WorkAccount(copying: own), join: { $0.join(own) }, leave: { $0.leave(own) },
        make: { account in
          try await WorkAccount.$current.withValue(account) { try await make() }
        })
    } catch let error as PageError {
      throw error
    } catch {
      throw .cancelled
    }
  }
}
