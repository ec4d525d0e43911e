import Dispatch
import Glibc
import RectoPageModel

/// Cancels a task on SIGINT and SIGTERM, so that it can clean up.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM]

  /// Runs `body` in a task that SIGINT and SIGTERM cancel, and returns its result.
  static func cancelOnSignal<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(PageError) -> Value
  ) async throws(PageError) -> Value {
    let (ready, sink) = AsyncStream.makeStream(of: Void.self)
    let task = Task { () -> Result<Value, PageError> in
      // A signal that arrives before its handler is registered would be lost.
      var registered = 0
      for await _ in ready {
        registered += 1
        if registered == signals.count { break }
      }
      do throws(PageError) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.setRegistrationHandler { sink.yield() }
      source.resume()
      return source
    }
    let result = await task.value
    for source in sources { source.cancel() }
    for number in signals { signal(number, SIG_DFL) }
    return try result.get()
  }
}
