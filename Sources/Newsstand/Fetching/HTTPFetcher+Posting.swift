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
    var wanted = TransferRequest(url: url, namedBy: request.isNamedByPerson ? nil : stranger)
    wanted.fields = request.fields
    wanted.body = request.body
    wanted.mostSeconds = policy.answerSeconds
    return try await retrying { [wanted] transfer throws(TransferFailure) in
      let receiver = StatusReceiver()
      try transfer.perform(wanted, receiver)
      return receiver.status
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
