import Dispatch
import Glibc
import PageModel

/// Has Ctrl-C and a request to end cancel a task, which then cleans up behind itself.
enum Interruption {
  /// Runs `body` in a task that SIGINT and SIGTERM cancel, and gives what it gives.
  static func cancels<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(PageError) -> Value
  ) async throws(PageError) -> Value {
    let task = Task { () -> Result<Value, PageError> in
      do throws(PageError) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    let result = await task.value
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    return try result.get()
  }
}
