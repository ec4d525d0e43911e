import PageModel
import PluginKit
import Workers

/// One open copy of a publication on a thread of its own: in this process, or in a worker.
/// Requests run one after the other.
actor PublicationSeat {
  /// How the copy is opened, on the seat's thread at its first request.
  enum Opening: Sendable {
    case inProcess(Source, any PageBackend, OpenOptions)
    case worker(WorkerSite, Zygote, WorkerLimits, Quarantine)
  }

  private struct Copy {
    let publication: any Publication
    /// Nil in this process.
    let channel: WorkerChannel?
    let backendVersion: String
  }

  private let thread = PublicationThread()
  private let opening: Opening
  private var copy: Copy?

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  init(_ opening: Opening) {
    self.opening = opening
  }

  /// Lends the publication to `body` for one job.
  func perform<Result: Sendable>(
    _ job: Job, _ body: @Sendable (any Publication) throws(PageError) -> Result
  ) throws(PageError) -> Result {
    guard !job.isWithdrawn else {
      throw PageError(.cancelled, "the request was withdrawn")
    }
    let copy = try opened(job)
    copy.channel?.job = job
    defer { copy.channel?.job = nil }
    return try body(copy.publication)
  }

  /// The version of the backend that opened it.
  func backendVersion(_ job: Job) throws(PageError) -> String { try opened(job).backendVersion }

  /// What is known of the publication now, with the warnings of the pages that were read here;
  /// nil where it has not been opened.
  func currentInfo() -> PublicationInfo? {
    guard let copy else { return nil }
    try? (copy.publication as? ChannelPublication)?.refreshInfo()
    return copy.publication.info
  }

  private func opened(_ job: Job) throws(PageError) -> Copy {
    if let copy { return copy }
    let fresh: Copy
    switch opening {
    case .inProcess(let source, let backend, let options):
      fresh = Copy(
        publication: try backend.open(source, options: options), channel: nil,
        backendVersion: backend.info.version)
    case .worker(let site, let zygote, let limits, let quarantine):
      let channel = WorkerChannel(site, zygote: zygote, limits: limits, quarantine: quarantine)
      channel.job = job
      fresh = Copy(
        publication: try ChannelPublication(channel), channel: channel,
        backendVersion: channel.backendVersion)
    }
    copy = fresh
    return fresh
  }
}
