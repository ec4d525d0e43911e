/// Asks sites whether a page of another site may show theirs in a frame.
///
/// No cookie is sent, private addresses and redirects are treated as `FetchPolicy` has it, and nothing
/// of a body is read.
public struct FramePermissions: Sendable {
  private let seconds: Double
  private let policy: FetchPolicy
  private let pool: TransferPool

  /// - Parameters:
  ///   - atOnce: Requests at once; the others wait.
  ///   - seconds: For an answer with its redirects. A browser lets a tap open a tab for some more.
  public init(policy: FetchPolicy = FetchPolicy(), atOnce: Int = 4, seconds: Double = 2) {
    self.policy = policy
    self.seconds = seconds
    pool = TransferPool(atOnce: atOnce)
  }

  /// True if the site at a URL allows being shown in a frame. False also for anything other than
  /// a page of HTML, for a refused URL, and without an answer in time.
  public func allowsFrames(_ text: String) async -> Bool {
    // No host has this name (RFC 6761, section 6.4): a publication names the URL, and no person.
    guard let url = try? FetchURL(text), url.scheme != .file,
      let stranger = try? FetchURL("https://stranger.invalid/")
    else { return false }
    let (policy, seconds) = (policy, seconds)
    let answer = try? await pool.run(urgency: 0) { session, cancellation throws(NewsstandError) in
      let receiver = HeadReceiver()
      var wanted = TransferRequest(url: url, namedBy: stranger)
      wanted.fields = [("Accept", "text/html")]
      wanted.mostSeconds = seconds
      do throws(TransferFailure) {
        let transfer = Transfer(session: session, policy: policy, cancellation: cancellation)
        try transfer.perform(wanted, receiver)
      } catch {
        guard receiver.head != nil else { throw error.error }
      }
      return receiver.head
    }
    guard let head = answer ?? nil else { return false }
    return head.failure(for: url) == nil && head.isHTML && head.mayBeFramed
  }
}

extension AnswerHead {
  /// True if a page of any other site may show this answer in a frame: by `frame-ancestors` (Content
  /// Security Policy 3, section 6.4.2), which overrules `X-Frame-Options` (RFC 7034). Lists of certain
  /// sites count as a refusal.
  var mayBeFramed: Bool {
    let policies = headers.values("Content-Security-Policy").flatMap { $0.split(separator: ",") }
    let lists = policies.compactMap { policy -> [Substring]? in
      let directives = policy.split(separator: ";").map {
        $0.lowercased()[...].split { $0 == " " || $0 == "\t" }
      }
      return directives.first { $0.first == "frame-ancestors" }
    }
    return lists.isEmpty ? headers["X-Frame-Options"] == nil : lists.allSatisfy { $0.contains("*") }
  }
}

/// Keeps the head of an answer, and wants no body.
private final class HeadReceiver: AnswerReceiver {
  private(set) var head: AnswerHead?

  func begin(_ head: AnswerHead, from url: FetchURL) throws(TransferFailure) {
    self.head = head
    throw .cancelled
  }

  func receive(_ bytes: UnsafeRawBufferPointer) {}
}
