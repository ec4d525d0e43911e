/// Makes a request with its redirects, and hands the answer on as it comes.
struct Transfer {
  let session: CurlSession
  let policy: FetchPolicy
  let cancellation: CancellationToken

  /// Gives the URL that answered in the end. Blocks.
  ///
  /// Throws what `receiver` throws, and why there was no whole answer.
  @discardableResult
  func perform(
    _ request: TransferRequest, _ receiver: any AnswerReceiver
  ) throws(TransferFailure) -> FetchURL {
    if request.url.scheme == .file {
      try LocalFile(request.url, policy).read(receiver, cancellation)
      return request.url
    }
    let deadline = request.mostSeconds.map { SuspendingClock.now + .seconds($0) }
    var gate = AddressGate(policy, first: request.url, namedBy: request.namedBy)
    var url = request.url
    var request = request
    for redirects in 0...policy.mostRedirects {
      let exchange = try exchange(fresh: false) { fresh throws(TransferFailure) in
        let exchange = CurlExchange(
          url, redirects: redirects, gate: gate, receiver: receiver, policy: policy)
        try session.perform(
          exchange, request, policy, until: deadline, cancellation, fresh: fresh)
        return exchange
      }
      guard let head = exchange.head else { throw Self.noAnswer(url) }
      guard head.isRedirect else { return url }
      guard request.body == nil else {
        throw TransferFailure(
          error: NewsstandError(
            .refused, "\(url.shown) redirects elsewhere, which shops are not allowed to do"))
      }
      let next = try Self.next(after: url, head)
      if !next.hasSameOrigin(as: url) { request.secretFields = [] }
      url = next
      gate = exchange.nextGate
    }
    throw TransferFailure(
      error: NewsstandError(
        .refused, "\(request.url.shown) redirects more than \(policy.mostRedirects) times"))
  }

  /// Makes an exchange once more on a new connection, where an old one was the reason to fail.
  private func exchange(
    fresh: Bool, _ make: (_ fresh: Bool) throws(TransferFailure) -> CurlExchange
  ) throws(TransferFailure) -> CurlExchange {
    do throws(TransferFailure) {
      return try make(fresh)
    } catch {
      guard error.isOfKeptConnection, !fresh else { throw error }
      return try exchange(fresh: true, make)
    }
  }

  private static func next(
    after url: FetchURL, _ head: AnswerHead
  ) throws(TransferFailure) -> FetchURL {
    guard let reference = head.headers["Location"], !reference.isEmpty else {
      throw TransferFailure(
        error: NewsstandError(
          .badAnswer, "\(url.shown) has moved, and the server does not say where"))
    }
    let next: FetchURL
    do throws(NewsstandError) { next = try url.resolved(reference) } catch {
      throw TransferFailure(error: error)
    }
    guard next.scheme == url.scheme || next.scheme == .https else {
      throw TransferFailure(
        error: NewsstandError(
          .refused,
          "\(url.shown) redirects from \(url.scheme) to \(next.scheme), which is not followed"))
    }
    return next
  }

  private static func noAnswer(_ url: FetchURL) -> TransferFailure {
    TransferFailure(
      error: NewsstandError(.badAnswer, "\(url.shown) returned an incomplete header"))
  }
}
