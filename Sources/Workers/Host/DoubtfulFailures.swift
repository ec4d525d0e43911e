import RectoPageModel
import RectoPluginKit

/// Decides whether a failure may be the worker's and not the source's.
///
/// A library that broke over one request may fail every later one: Cairo's fonts keep an error for
/// as long as they live. So a failure of a worker that has served other requests is doubtful, and
/// the request is done once more in a fresh worker, whose answer holds.
struct DoubtfulFailures {
  /// A request to a worker.
  enum Subject: Hashable {
    case request(PublicationRequest)
    /// Counting all pages.
    case counting
    case paint(page: Int, RenderRequest, PixelGrid)
  }

  /// Requests that failed in a fresh worker as well. One that is forgotten is checked once more.
  private var confirmed = BoundedCache<Subject, Bool>(capacity: capacity)

  /// True if the request must be repeated in a fresh worker. `served` is the number of requests
  /// that the worker has served before.
  func isDoubtful(_ error: PageError, of subject: Subject, served: Int) -> Bool {
    served > 0 && Self.codes.contains(error.code) && !confirmed.contains(subject)
  }

  /// Notes the failure of a fresh worker.
  mutating func confirm(_ error: PageError, of subject: Subject) {
    guard Self.codes.contains(error.code) else { return }
    confirmed[subject] = true
  }

  /// The error codes that a broken library produces.
  private static let codes: Set<PageError.Code> = [.damaged, .bug]
  private static let capacity = 1_000
}
