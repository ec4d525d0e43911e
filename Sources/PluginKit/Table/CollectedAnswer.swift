import CRectoPlugin

/// The host's end of a `recto_sink`: the bytes that one call appends, up to a limit.
final class CollectedAnswer {
  private(set) var bytes: [UInt8] = []
  private(set) var isOverLimit = false
  private let limit: Int

  private init(limit: Int) {
    self.limit = limit
  }

  /// Lends a sink to `body` and returns its result and the appended bytes.
  static func collect(
    limit: Int, _ body: (UnsafeMutablePointer<recto_sink>) -> Int32
  ) -> (status: Int32, answer: CollectedAnswer) {
    let answer = CollectedAnswer(limit: limit)
    var sink = recto_sink(
      context: Unmanaged.passUnretained(answer).toOpaque(),
      append: { context, bytes, count in
        guard let context else { return }
        Unmanaged<CollectedAnswer>.fromOpaque(context).takeUnretainedValue().append(bytes, count)
      })
    let status = withExtendedLifetime(answer) { body(&sink) }
    return (status, answer)
  }

  private func append(_ start: UnsafeRawPointer?, _ count: Int) {
    guard let start, count != 0 else { return }
    // A `size_t` beyond `Int.max` arrives as a negative number.
    guard count > 0, count <= limit - bytes.count else {
      isOverLimit = true
      return
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
  }
}
