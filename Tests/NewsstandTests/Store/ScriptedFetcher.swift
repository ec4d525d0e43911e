import RectoNewsstand
import Synchronization
import TestSupport

/// Answers what a test says, and writes down what it was asked.
final class ScriptedFetcher: Fetching {
  private struct State {
    var answers: [String: Result<FetchedAnswer, NewsstandError>] = [:]
    var requests: [FetchRequest] = []
    var running = 0
    var mostRunning = 0
    var gate: Gate?
  }

  private let state = Mutex(State())
  /// The URLs of all requests so far, for those who wait for them.
  let arrivals = Log<String>()

  /// From now on `url` answers these bytes, or that they are unchanged to who has the tag.
  func set(_ url: String, _ bytes: [UInt8], tag: String? = nil, type: String? = nil) {
    let answer = FetchedAnswer(
      bytes: bytes, url: url, mediaType: type, validators: FetchValidators(entityTag: tag))
    state.withLock { $0.answers[url] = .success(answer) }
  }

  func set(_ url: String, _ text: String, tag: String? = nil) {
    set(url, Array(text.utf8), tag: tag)
  }

  func fail(_ url: String, _ code: NewsstandError.Code = .unreachable) {
    state.withLock { $0.answers[url] = .failure(NewsstandError(code, "there is no network")) }
  }

  /// Answers wait at the gate.
  func hold(at gate: Gate) { state.withLock { $0.gate = gate } }

  /// Forgets what it was asked, and gives it.
  @discardableResult
  func takeRequests() -> [FetchRequest] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }

  var mostRunning: Int { state.withLock { $0.mostRunning } }

  func fetch(_ request: FetchRequest) async throws(NewsstandError) -> FetchedAnswer {
    let (answer, gate) = state.withLock { state in
      state.requests.append(request)
      state.running += 1
      state.mostRunning = max(state.mostRunning, state.running)
      return (state.answers[request.url], state.gate)
    }
    arrivals.append(request.url)
    try? await gate?.pass()
    await Task.yield()
    state.withLock { $0.running -= 1 }
    guard let answer else { throw NewsstandError(.notFound, "\(request.url) is not there") }
    var found = try answer.get()
    guard found.bytes.count <= request.mostBytes else {
      throw NewsstandError(.tooLarge, "\(request.url) is too large")
    }
    if let tag = found.validators.entityTag, tag == request.validators?.entityTag {
      found.bytes = []
      found.isUnchanged = true
    }
    return found
  }
}
