import Glibc
import RectoPageModel
import RectoPluginKit

/// Does a worker's jobs: opens the source, answers requests, paints pages.
final class WorkerService {
  private let request: WorkerRequest
  private let backend: any PageBackend
  private let session: (any BackendSession)?
  /// The source's descriptor; -1 for a folder, and once the source is open.
  private var source: Int32
  private var publication: (any Publication)?
  private let pixels = SharedPixels()
  private let layouts: any LayoutStore

  init(
    request: WorkerRequest, backend: any PageBackend, session: (any BackendSession)?, source: Int32,
    layouts: any LayoutStore
  ) {
    self.layouts = layouts
    self.session = session
    self.request = request
    self.backend = backend
    self.source = source
  }

  /// True if another job can be done.
  var isUsable: Bool { session?.isAlive ?? true }

  func perform(_ job: Packet, _ descriptors: [Int32]) -> Result<[UInt8], PageError> {
    Result { () throws(PageError) in
      switch job.kind {
      case .open: return try open(OpenRequest(wire: job.payload).options).wireBytes
      case .ask: return try answer(job)
      case .paint: return try paint(job, descriptors)
      case .paginate: return try paginate(PaginationRequest(wire: job.payload)).wireBytes
      default: throw PageError(.bug, "the worker does not know the job \(job.kind)")
      }
    }
  }

  private func open(_ options: OpenOptions) throws(PageError) -> OpenAnswer {
    let content: Source.Content
    if request.isFolder {
      content = .folder(entries: try folderEntries(of: request.path))
    } else {
      defer { source = -1 }
      content = .file(try FileBytes(owning: source))
    }
    let source = Source(path: request.path, content: content)
    if let session {
      publication = try session.open(source, options: options)
    } else {
      publication = try backend.open(source, options: options)
    }
    let paginating = publication as? any PaginatingPublication
    paginating?.share(layouts)
    return OpenAnswer(
      version: backend.info.version,
      needsPagination: paginating.map { !$0.isPaginated } ?? false)
  }

  private func opened() throws(PageError) -> any Publication {
    guard let publication else { throw PageError(.bug, "the source is not open") }
    return publication
  }

  private func paginate(_ request: PaginationRequest) throws(PageError) -> PaginationAnswer {
    guard let publication = try opened() as? any PaginatingPublication else {
      throw PageError(.bug, "the publication's pages need not be counted")
    }
    if !publication.isPaginated(to: request.goal) {
      try publication.paginate(
        to: request.goal, seconds: request.seconds, isHelping: request.isHelping)
    }
    return PaginationAnswer(
      isDone: publication.isPaginated(to: request.goal), isWhole: publication.isPaginated,
      laidOutShare: publication.laidOutShare)
  }

  private func answer(_ job: Packet) throws(PageError) -> [UInt8] {
    guard let kind = job.payload.first.flatMap(RequestKind.init(number:)) else {
      throw PageError(.bug, "the worker does not know the request")
    }
    let request = PublicationRequest(
      kind, index: Int(job.index), limit: Int(job.limit), detail: Array(job.payload.dropFirst()))
    return try request.packedAnswer(of: try opened())
  }

  private func paint(_ job: Packet, _ descriptors: [Int32]) throws(PageError) -> [UInt8] {
    let painting = try PaintRequest(wire: job.payload)
    for identifier in painting.dropped { pixels.forget(identifier) }
    if let descriptor = descriptors.first {
      try pixels.map(descriptor, as: painting.memory, count: painting.memoryBytes)
    }
    let bitmap = try pixels.bitmap(
      painting.memory, size: painting.grid.size, format: painting.request.pixelFormat)
    try opened().page(at: Int(job.index)).paint(painting.request, on: painting.grid, into: bitmap)
    return []
  }
}
