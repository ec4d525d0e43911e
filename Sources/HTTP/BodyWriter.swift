/// Writes the body of a response incrementally.
public struct BodyWriter: Sendable {
  let stream: BodyStream

  /// Writes bytes, and waits while the buffer of unsent bytes is full.
  ///
  /// Throws `CancellationError` when the client has gone, the server stops or the task is
  /// cancelled.
  public func write(_ bytes: some Collection<UInt8> & Sendable) async throws {
    try await stream.write(ArraySlice(bytes))
  }

  /// Writes an event.
  ///
  /// Throws as `write(_:)`.
  public func write(_ event: ServerSentEvent) async throws {
    try await write(event.bytes)
  }
}
