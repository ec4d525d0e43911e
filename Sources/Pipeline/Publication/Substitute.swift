import RectoPageModel
import Synchronization

/// Another engine that has the same source, for pages that the first one cannot draw. It opens the
/// source when it is needed first.
final class Substitute: Sendable {
  /// The engine's version, known without opening anything.
  let backend: BackendVersion
  /// The name of its engine.
  let engine: String
  private let opening: @Sendable () async throws(PageError) -> OpenPublication
  private let task = Mutex<Task<Result<OpenPublication, PageError>, Never>?>(nil)
  private let reasons = Mutex<[Int: String]>([:])

  init(
    _ backend: BackendVersion, engine: String,
    opening: @escaping @Sendable () async throws(PageError) -> OpenPublication
  ) {
    self.backend = backend
    self.engine = engine
    self.opening = opening
  }

  /// The source as this engine has it, opened once. Throws what opening throws, and opens it again at
  /// the next call if another attempt may succeed.
  func publication() async throws(PageError) -> OpenPublication {
    let opening = opening
    let running = task.withLock { task in
      if let task { return task }
      let fresh = Task { await Result { () async throws(PageError) in try await opening() } }
      task = fresh
      return fresh
    }
    do throws(PageError) {
      return try await running.value.get()
    } catch {
      if error.isOfTheMoment { task.withLock { if $0 == running { $0 = nil } } }
      throw error
    }
  }

  /// The reason why it draws a page; nil for one that it does not draw.
  func reason(ofPage index: Int) -> String? { reasons.withLock { $0[index] } }

  /// From now on it draws these pages.
  func take(_ pages: [Int], since reason: String) {
    reasons.withLock { reasons in
      for page in pages where reasons[page] == nil { reasons[page] = reason }
    }
  }

  /// One for each page that it draws.
  var warnings: [PageWarning] {
    reasons.withLock { $0 }.sorted { $0.key < $1.key }.map { page, reason in
      PageWarning(
        code: PageWarning.otherEngine, page: page,
        message: "drawn by \(engine), since another engine failed: \(reason)")
    }
  }
}

extension PageWarning {
  /// The code of warnings that another engine stands in.
  static let otherEngine = "other-engine"
}

extension PageError {
  /// True if an engine failed on a page, so that another one may not: it refused the page, crashed,
  /// or passed its limit of time or memory. An invalid request is invalid for all engines.
  var isOfEngine: Bool {
    switch code {
    case .damaged, .unsupported: true
    case .limit: remedy == .time || remedy == .memory
    default: false
    }
  }
}

extension PageError {
  /// True if the same request may succeed later, when the machine has less to do.
  fileprivate var isOfTheMoment: Bool {
    switch code {
    case .busy, .cancelled: true
    case .limit: remedy == .time || remedy == .memory
    default: false
    }
  }
}

extension Result where Failure == PageError {
  fileprivate init(_ body: () async throws(PageError) -> Success) async {
    do throws(PageError) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

/// The number of pages and spreads drawn by another engine than the one that opened them.
final class SubstitutionCount: Sendable {
  private let total = Atomic(0)

  var value: Int { total.load(ordering: .relaxed) }

  func add() { total.add(1, ordering: .relaxed) }
}
