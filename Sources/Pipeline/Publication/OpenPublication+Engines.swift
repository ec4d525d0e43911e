import RectoPageModel

extension OpenPublication {
  /// The part of the time for a page that the first engine has, where another one could draw it.
  private static let firstShare = 2.0 / 3

  /// Has `body` done by the engine that opened the publication and, where that fails, by the other
  /// one in the remaining time. A page that the other one drew once stays with it, with a cache
  /// also after another opening, so that the same file gives the same pictures.
  ///
  /// Throws as `body` does for the first engine, where the other one fails as well.
  func withEngines<Result: Sendable>(
    _ pages: [Int], _ requestOptions: RequestOptions,
    _ body: (OpenPublication, RequestOptions) async throws(PageError) -> Result
  ) async throws(PageError) -> Result {
    guard let substitute else { return try await body(self, requestOptions) }
    for page in pages where substitute.reason(ofPage: page) == nil {
      if let known = cached?.reasonForSubstitute(ofPage: page) {
        substitute.take([page], since: known)
      }
    }
    if pages.contains(where: { substitute.reason(ofPage: $0) != nil }) {
      return try await body(try await substitute.publication(), requestOptions)
    }
    let seconds = requestOptions.seconds ?? workerSeconds
    let start = ContinuousClock.now
    var first = requestOptions
    first.seconds = seconds.map { $0 * Self.firstShare }
    do throws(PageError) {
      return try await body(self, first)
    } catch {
      let error = error.within(seconds)
      guard error.isOfEngine else { throw error }
      var rest = requestOptions
      rest.seconds = seconds.map { seconds in
        max(seconds * (1 - Self.firstShare), seconds - (ContinuousClock.now - start).inSeconds)
      }
      guard let other = try? await substitute.publication(), other.pageCount == pageCount,
        let result = try? await body(other, rest)
      else { throw error }
      substitute.take(pages, since: error.message)
      for page in pages { cached?.rememberSubstitute(ofPage: page, because: error.message) }
      count.add()
      return result
    }
  }
}

extension PageError {
  /// The same of an engine that had a part of the time: all of it has passed.
  fileprivate func within(_ seconds: Double?) -> PageError {
    guard remedy == .time, let seconds else { return self }
    return PageError(
      code, "the limit was reached: it took longer than \(briefSeconds(seconds)) s", remedy: remedy)
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
