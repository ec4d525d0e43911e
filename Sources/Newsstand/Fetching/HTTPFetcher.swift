/// Fetches small answers, such as catalogs and covers, with libcurl.
public final class HTTPFetcher: Fetching {
  let policy: FetchPolicy
  let pool: TransferPool

  /// - Parameter atOnce: Requests at once; the others wait.
  public init(policy: FetchPolicy = FetchPolicy(), atOnce: Int = 4) {
    self.policy = policy
    pool = TransferPool(atOnce: atOnce)
  }

  /// Fetches a URL; see `Fetching`. Transient failures are retried by the policy. An answer whose
  /// end cannot be told from a broken connection is only taken from a server of HTTP/1.0.
  public func fetch(_ request: FetchRequest) async throws(NewsstandError) -> FetchedAnswer {
    let url = try FetchURL(request.url)
    let namedBy: FetchURL? = if let text = request.namedBy { try FetchURL(text) } else { nil }
    var wanted = TransferRequest(url: url, namedBy: namedBy)
    wanted.fields = Self.fields(request)
    wanted.secretFields = request.account.map { [("Authorization", "Bearer \($0)")] } ?? []
    wanted.body = request.body
    wanted.mayBeCompressed = true
    wanted.mostSeconds = policy.answerSeconds
    return try await retrying { [wanted] transfer throws(TransferFailure) in
      let receiver = MemoryReceiver(request)
      try transfer.perform(wanted, receiver)
      return try receiver.answer
    }
  }

  /// The result of `attempt`, in the pool. Transient failures are retried by the policy.
  func retrying<Answer: Sendable>(
    _ attempt: @escaping @Sendable (Transfer) throws(TransferFailure) -> Answer
  ) async throws(NewsstandError) -> Answer {
    let policy = policy
    return try await pool.run(urgency: 0) { session, cancellation throws(NewsstandError) in
      let transfer = Transfer(session: session, policy: policy, cancellation: cancellation)
      var retries = Retries(policy)
      while true {
        do throws(TransferFailure) {
          return try attempt(transfer)
        } catch {
          guard let wait = retries.wait(after: error, broughtMore: false) else { throw error.error }
          try session.wait(seconds: wait, cancellation)
        }
      }
    }
  }

  private static func fields(_ request: FetchRequest) -> [(name: String, value: String)] {
    [
      ("Accept", request.accept),
      ("Content-Type", request.body == nil ? nil : "application/json"),
      ("If-None-Match", request.validators?.entityTag),
      ("If-Modified-Since", request.validators?.lastModified),
    ].compactMap { name, value in
      // An untrusted value must not become a separate field.
      value.flatMap { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : (name, $0) }
    }
  }
}
