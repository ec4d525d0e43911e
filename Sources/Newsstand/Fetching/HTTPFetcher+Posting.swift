/// A message for a server.
struct PostRequest: Sendable {
  var url: String
  var body: [UInt8]
  /// Further fields of the header.
  var fields: [(name: String, value: String)] = []
  /// True if the person at this machine named the URL; a stranger's leads to public addresses only.
  var isNamedByPerson: Bool
}

extension HTTPFetcher {
  /// Sends a body, and returns the status of the answer, whose body is ignored.
  /// Statuses of the moment (429, 5xx) are retried by the policy.
  ///
  /// Throws `refused`, `unreachable`, `stalled`, `badAnswer`, `cancelled`.
  func post(_ request: PostRequest) async throws(NewsstandError) -> Int {
    let url = try FetchURL(request.url)
    // No host has this name (RFC 6761, section 6.4).
    let stranger = try FetchURL("https://stranger.invalid/")
    let policy = policy
    return try await pool.run(urgency: 0) { session, cancellation throws(NewsstandError) in
      let transfer = Transfer(session: session, policy: policy, cancellation: cancellation)
      var retries = Retries(policy)
      while true {
        do throws(TransferFailure) {
          let receiver = StatusReceiver()
          var wanted = TransferRequest(
            url: url, namedBy: request.isNamedByPerson ? nil : stranger)
          wanted.fields = request.fields
          wanted.body = request.body
          wanted.mostSeconds = policy.answerSeconds
          try transfer.perform(wanted, receiver)
          return receiver.status
        } catch {
          guard let wait = retries.wait(after: error, broughtMore: false) else { throw error.error }
          try session.wait(seconds: wait, cancellation)
        }
      }
    }
  }
}

/// Keeps the status of an answer.
private final class StatusReceiver: AnswerReceiver {
  /// The most of a body that is waited for.
  private static let mostBytes = 64 << 10

  private(set) var status = 0
  private var count = 0

  func begin(_ head: AnswerHead, from url: FetchURL) throws(TransferFailure) {
    status = head.status
    // These failures pass with time.
    if head.status == 429 || head.status >= 500, let failure = head.failure(for: url) {
      throw failure
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
    count += bytes.count
    guard count <= Self.mostBytes else {
      throw TransferFailure(
        error: NewsstandError(.tooLarge, "the answer to a message is longer than 64 KiB"))
    }
  }
}
