import PageModel

/// The page engine: a list of backends and the limits that they work under.
///
///     let recto = Recto(backends: [PDFBackend()])
///     let issue = try await recto.open("issue.pdf")
///     let cover = try await issue.render(page: 0, RenderRequest(scale: .pixelsPerPoint(2)))
public struct Recto: Sendable {
  public let backends: [any PageBackend]
  public let limits: Limits

  public init(backends: [any PageBackend], limits: Limits = Limits()) {
    self.backends = backends
    self.limits = limits
  }

  /// Opens a file, a folder, or `-` for standard input.
  ///
  /// Throws `notFound`, `unreadable`, `unsupported` where no backend knows the source, and what
  /// the backend throws.
  public func open(
    _ path: String, options: OpenOptions = OpenOptions()
  ) async throws(PageError) -> OpenPublication {
    let source = try readSource(path, limits: limits)
    let backend = try recognize(source)
    let thread = PublicationThread()
    let publication = try await PublicationOpener(thread: thread)
      .open(source, with: backend, options: options)
    return try OpenPublication(
      publication, source: source.path, backend: backend.info, limits: limits, thread: thread)
  }

  /// The backend that is surest of the source; of equally sure ones the first in the list.
  func recognize(_ source: Source) throws(PageError) -> any PageBackend {
    let probe = SourceProbe(source)
    var best: (backend: any PageBackend, confidence: Confidence)?
    for backend in backends {
      let confidence = backend.recognizes(probe)
      if confidence > best?.confidence ?? .none { best = (backend, confidence) }
    }
    if let best { return best.backend }
    if probe.isFolder {
      throw PageError(
        .unsupported,
        probe.entries.isEmpty
          ? "the folder is empty" : "the folder has no pages: no page images are in it")
    }
    if probe.head.isEmpty { throw PageError(.damaged, "the file is empty") }
    throw PageError(
      .unsupported,
      backends.isEmpty
        ? "no backend is built in that could read it"
        : "the format is not known: Recto reads \(knownFormats)")
  }

  private var knownFormats: String {
    backends.map { $0.info.fileExtensions.joined(separator: ", ") }.joined(separator: ", ")
  }
}
