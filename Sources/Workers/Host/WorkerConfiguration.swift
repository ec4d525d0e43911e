import Glibc
import RectoPageModel
import RectoPluginKit
import Synchronization

/// The configuration of workers for one source; several workers may share it.
public struct WorkerConfiguration: Sendable {
  /// Identifies the source's content, and the backend that reads it, for the quarantine.
  let identity: String
  private let backend: any PageBackend
  private let source: Source
  private let options: OpenOptions
  private let isSandboxed: Bool
  private let handle: SourceHandle?
  /// The layouts that its workers share; see `PaginatingPublication`.
  let layouts: any LayoutStore
  private let paginating = PaginatingWorkers()

  /// Throws `unreadable` if the source's descriptor cannot be duplicated.
  public init(
    _ source: Source, backend: any PageBackend, options: OpenOptions, isSandboxed: Bool,
    layouts: any LayoutStore
  ) throws(PageError) {
    self.layouts = layouts
    self.source = source
    self.backend = backend
    self.options = options
    self.isSandboxed = isSandboxed
    switch source.content {
    case .file(let bytes):
      let handle = SourceHandle(owning: try bytes.makeDescriptor())
      self.handle = handle
      identity = "\(backend.id) \(handle.identity)"
    case .folder:
      handle = nil
      identity = "\(backend.id) \(absolutePath(source.path))"
    case .files:
      throw PageError(.unsupported, "a folder in memory cannot be handed to another process")
    }
  }

  /// The borrowed descriptor of the source's file; nil for a folder.
  var descriptor: Int32? { handle?.descriptor }

  /// True if only a part of the publication is opened.
  var isExcerpt: Bool { options.layout.excerpt != nil }

  /// Calls `body` for a worker that counts all pages. `isHelping` is true if another worker is
  /// doing so already.
  func countAll<Failure: Error>(
    _ body: (_ isHelping: Bool) throws(Failure) -> Void
  ) throws(Failure) {
    let others = paginating.count.withLock { count in
      count += 1
      return count - 1
    }
    defer { paginating.count.withLock { $0 -= 1 } }
    try body(others > 0)
  }

  /// Sets a function that is called, once, when laying the publication out takes long. It should
  /// make another worker count all pages, which then takes over a part of the work.
  public func onLongPagination(_ start: @escaping @Sendable () -> Void) {
    // An excerpt has too few parts to share.
    if !isExcerpt { paginating.callForHelp.withLock { $0 = start } }
  }

  /// Sets a function that is called with the share of the text that the workers have laid out, from
  /// 0 to 1, whenever it grows.
  public func onProgress(_ report: @escaping @Sendable (Double) -> Void) {
    paginating.progress.withLock { $0.report = report }
  }

  func addLaidOut(_ share: Double) {
    let (report, sum) = paginating.progress.withLock { progress in
      progress.sum = min(1, progress.sum + max(0, share))
      return (progress.report, progress.sum)
    }
    report?(sum)
  }

  func callForHelp() {
    let start = paginating.callForHelp.withLock { start in
      defer { start = nil }
      return start
    }
    start?()
  }

  /// The quarantine's subject for a request about a page, or about the publication.
  func subject(page: Int?) -> Quarantine.Subject {
    Quarantine.Subject(source: identity, layout: options.layout, page: page)
  }

  /// The first job of every worker.
  func opening(_ limits: WorkerLimits) -> Packet {
    var options = options
    options.callSeconds = limits.seconds
    return Packet(kind: .open, payload: OpenRequest(options: options).wireBytes)
  }

  func request(_ limits: WorkerLimits, _ pace: WorkPace) throws(PageError) -> [UInt8] {
    let path = source.path == "-" ? "-" : absolutePath(source.path)
    var readable = backend.readablePaths
    if case .folder = source.content {
      readable.append(path)
    } else if path != "-" {
      // A link beside the source could lead the worker anywhere.
      readable += backend.companions(ofSourceAt: path).filter(isRegularFile)
    }
    let plugin = (backend as? PluginBackend)?.manifestPath
    let request = WorkerRequest(
      backend: plugin.map { .plugin($0) } ?? .builtIn(backend.id), path: path,
      isFolder: handle == nil, readablePaths: readable,
      isSandboxed: isSandboxed, memoryMiB: limits.memoryMiB, sourceBytes: handle?.count ?? 0,
      processorSeconds: Int(limits.seconds.rounded(.up)) * (limits.jobs + 1),
      pace: pace,
      isFollowedByReadyWorker: limits.keepsReadyWorkers && backend is any StartableBackend)
    return request.wireBytes
  }
}

/// True if the path itself, not a link's target, is a file. Calls `lstat`.
private func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// The workers that lay a publication out; shared by all copies of a configuration.
private final class PaginatingWorkers: Sendable {
  /// The number of workers that count pages now.
  let count = Mutex(0)
  /// The share of the text that they have laid out, and the function that reports it.
  let progress = Mutex<(sum: Double, report: (@Sendable (Double) -> Void)?)>((0, nil))
  /// Starts another worker; nil after the call.
  let callForHelp = Mutex<(@Sendable () -> Void)?>(nil)
}

/// Owns the descriptor of a source.
private final class SourceHandle: Sendable {
  let descriptor: Int32
  let count: Int
  /// Device, file, size and time of change.
  let identity: String

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    fstat(descriptor, &status)
    count = Int(status.st_size)
    identity =
      "\(status.st_dev):\(status.st_ino):\(status.st_size):"
      + "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }

  deinit { close(descriptor) }
}
