import Glibc
import PageModel
import PluginKit
import Synchronization

/// What workers of one source need to know of it; several workers may have the same.
public struct WorkerSite: Sendable {
  /// Names the source's content, and the backend that reads it, for the quarantine.
  let identity: String
  private let backend: any PageBackend
  private let source: Source
  private let options: OpenOptions
  private let isSandboxed: Bool
  private let handle: SourceHandle?
  private let counted = CountedPages()
  /// Where counts of pages are kept for another time; nil where they are not.
  let memo: (any PaginationMemo)?

  /// Throws `unreadable` where the source's descriptor cannot be had.
  public init(
    _ source: Source, backend: any PageBackend, options: OpenOptions, isSandboxed: Bool,
    memo: (any PaginationMemo)? = nil
  ) throws(PageError) {
    self.memo = memo
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

  /// Of the source's file, lent; nil for a folder.
  var descriptor: Int32? { handle?.descriptor }

  /// What the first worker has counted, for those after it; see `PaginatingPublication`.
  var pagination: [Int]? {
    get { counted.pages.withLock { $0 } }
    nonmutating set { counted.pages.withLock { $0 = newValue } }
  }

  /// The first job of every worker.
  func opening(_ limits: WorkerLimits) -> Packet {
    var options = options
    options.callSeconds = limits.seconds
    return Packet(kind: .open, payload: OpenOrder(options: options).orderBytes)
  }

  func order(_ limits: WorkerLimits) throws(PageError) -> [UInt8] {
    let path = source.path == "-" ? "-" : absolutePath(source.path)
    var readable = backend.readablePaths
    if case .folder = source.content {
      readable.append(path)
    } else if path != "-" {
      // A link beside the source could lead the worker anywhere.
      readable += backend.companions(ofSourceAt: path).filter(isRegularFile)
    }
    let plugin = (backend as? PluginBackend)?.manifestPath
    let order = WorkerOrder(
      backend: plugin.map { .plugin($0) } ?? .builtIn(backend.id), path: path,
      isFolder: handle == nil, readablePaths: readable,
      isSandboxed: isSandboxed, memoryMiB: limits.memoryMiB, sourceBytes: handle?.count ?? 0,
      processorSeconds: Int(limits.seconds.rounded(.up)) * (limits.jobs + 1))
    return order.orderBytes
  }
}

/// Whether the path itself, and not what it may link to, is a file. Calls `lstat`.
private func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// What all copies of a site share.
private final class CountedPages: Sendable {
  let pages = Mutex<[Int]?>(nil)
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
