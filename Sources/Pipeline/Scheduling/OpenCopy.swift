import RectoPageModel
import RectoPluginKit
import RectoWorkers

/// The arguments for opening a publication.
enum Opening: Sendable {
  case inProcess(Source, any PageBackend, OpenOptions, any LayoutStore)
  case worker(WorkerConfiguration, Zygote, WorkerLimits, Quarantine)
}

/// One open copy of a publication, in this process or in a worker. It is opened for its first
/// request, or for the next if that failed. It belongs to one thread.
final class OpenCopy {
  private struct Opened {
    let publication: any Publication
    /// Nil in this process.
    let channel: WorkerChannel?
    let version: String
  }

  private let opening: Opening
  private let pace: WorkPace
  private var opened: Opened?

  init(_ opening: Opening, at pace: WorkPace) {
    self.opening = opening
    self.pace = pace
  }

  /// Lends the publication to `body` for one job.
  func perform<Result>(
    _ job: Job, _ body: (any Publication) throws(PageError) -> Result
  ) throws(PageError) -> Result {
    guard !job.isCancelled else { throw .cancelled }
    let opened = try open(job)
    opened.channel?.job = job
    defer { opened.channel?.job = nil }
    return try body(opened.publication)
  }

  /// The version of the backend that opened it.
  func backendVersion(_ job: Job) throws(PageError) -> String { try open(job).version }

  /// The present properties of the publication, with the warnings of the pages read here; nil if it
  /// is not open.
  func currentInfo() -> PublicationInfo? {
    try? (opened?.publication as? ChannelPublication)?.refreshInfo()
    return opened?.publication.info
  }

  private func open(_ job: Job) throws(PageError) -> Opened {
    if let opened { return opened }
    let fresh: Opened
    switch opening {
    case .inProcess(let source, let backend, let options, let layouts):
      let publication = try backend.open(source, options: options)
      (publication as? any PaginatingPublication)?.share(layouts)
      fresh = Opened(publication: publication, channel: nil, version: backend.info.version)
    case .worker(let configuration, let zygote, let limits, let quarantine):
      let channel = WorkerChannel(
        configuration, zygote: zygote, limits: limits, quarantine: quarantine, pace: pace)
      channel.job = job
      fresh = Opened(
        publication: try ChannelPublication(channel), channel: channel,
        version: channel.backendVersion)
    }
    opened = fresh
    return fresh
  }
}
