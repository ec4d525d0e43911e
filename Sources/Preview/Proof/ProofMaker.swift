import RectoPageModel
import RectoPipeline

/// Makes a proof of a publication.
///
///     let maker = ProofMaker(source: "issue.pdf", options) { layout in
///       try await recto.open("issue.pdf", options: OpenOptions(layout: layout))
///     }
///     let failures = try await maker.write(to: "proof")
public struct ProofMaker: Sendable {
  /// The progress of making a proof.
  public enum Event: Sendable {
    /// A layout's pages come next.
    case began(pageCount: Int)
    /// A page is there.
    case made(page: Int)
    /// Something has shown to be less than well with the layout that a device has.
    case warned(device: String, PageWarning)
    /// The layout is done.
    case ended
  }

  /// The name of the source in messages.
  public let source: String
  public let options: ProofOptions
  /// Opens the publication in a layout.
  let open: @Sendable (LayoutOptions) async throws(PageError) -> OpenPublication

  /// A maker that opens the publication separately for each layout.
  public init(
    source: String, _ options: ProofOptions,
    open: @escaping @Sendable (LayoutOptions) async throws(PageError) -> OpenPublication
  ) {
    self.source = source
    self.options = options
    self.open = open
  }

  /// Writes a proof into a folder that browsers open without a server. The folder appears whole
  /// or not at all, and replaces only an earlier proof.
  ///
  /// Returns the failures, each page once. Throws `cannotWrite`, `cancelled`, `badRequest`, and
  /// what opening throws.
  public func write(
    to destination: String, onEvent: @Sendable (Event) -> Void = { _ in }
  ) async throws(PageError) -> [ProofFailure] {
    let folder = try ProofFolder(for: destination)
    let proof = try await make(in: folder, onEvent: onEvent)
    try folder.commit(to: destination)
    return proof.failures
  }

  /// Makes the whole of a proof in a folder.
  func make(
    in folder: ProofFolder, onEvent: @Sendable (Event) -> Void
  ) async throws(PageError) -> Proof {
    let site = ProofSite(folder: folder.path)
    try site.writeFiles()
    let publication = try await open(options.layout)
    var proof = try await frame(publication)
    var made: [ProofEdition] = []
    for edition in proof.editions {
      let opened = made.isEmpty ? publication : nil
      if let edition = try await fill(
        edition, opened, own: made.first, in: folder, onEvent: onEvent)
      {
        made.append(edition)
      }
    }
    proof.editions = made
    proof.findings = try await findings(in: publication)
    try site.write(proof)
    return proof
  }

  /// A proof whose editions have no pages yet.
  func frame(_ publication: OpenPublication) async throws(PageError) -> Proof {
    let info = try await publication.info
    let name = fileName(ofPath: source)
    var proof = Proof(
      title: info.metadata.title ?? name, source: name, info: info, devices: options.devices,
      options: options,
      editions: [ProofEdition(key: ProofEdition.own, layout: options.layout)])
    guard info.isReflowable else { return proof }
    for device in options.devices {
      let layout = options.layout(on: device)
      guard !proof.editions.contains(where: { $0.layout == layout }) else { continue }
      proof.editions.append(ProofEdition(key: device.name, layout: layout))
    }
    return proof
  }

  /// An edition with its pages; nil if they are those of `own`, since the publication has no other
  /// for such a device. One that cannot be laid out says so, unless it is the publication's own.
  func fill(
    _ edition: ProofEdition, _ opened: OpenPublication?, own: ProofEdition?,
    before: ProofEdition? = nil, in folder: ProofFolder, onEvent: (Event) -> Void = { _ in },
    onPage: (ProofPage) -> Void = { _ in }
  ) async throws(PageError) -> ProofEdition? {
    do throws(PageError) {
      let publication = if let opened { opened } else { try await open(edition.layout) }
      if let own, await hasPages(of: own, publication) { return nil }
      let maker = EditionMaker(
        publication: publication, options: options, store: PictureStore(folder: folder.path))
      onEvent(.began(pageCount: publication.pageCount))
      defer { onEvent(.ended) }
      let made = try await maker.fill(edition, before: before) { page in
        onEvent(.made(page: page.index))
        onPage(page)
      }
      if edition.key != ProofEdition.own {
        for warning in try await publication.info.warnings {
          onEvent(.warned(device: edition.key, warning))
        }
      }
      return made
    } catch {
      let isOfProof = [.cancelled, .cannotWrite].contains(error.code)
      guard edition.key != ProofEdition.own, !isOfProof else { throw error }
      var edition = edition
      edition.failure = error
      return edition
    }
  }

  /// True if the pages are as large as an edition's: a device asks for nothing but their size.
  private func hasPages(of edition: ProofEdition, _ publication: OpenPublication) async -> Bool {
    guard publication.pageCount == edition.pageCount else { return false }
    for page in edition.pages {
      let facts = try? await publication.facts(ofPage: page.index, .export)
      guard let facts, facts == page.facts else { return false }
    }
    return true
  }

  /// The findings of preflight, or a note that it did not finish.
  func findings(in publication: OpenPublication) async throws(PageError) -> [PreflightFinding] {
    guard let profile = options.preflight else { return [] }
    do {
      return try await Preflight(profile: profile).findings(
        in: publication, pages: try options.shownPages(of: publication.pageCount))
    } catch let error as PageError where error.code != .cancelled {
      return [
        PreflightFinding(
          rule: "preflight", severity: .warning, message: "preflight did not finish",
          advice: error.message)
      ]
    } catch {
      throw PageError(.cancelled, "the proof was cancelled")
    }
  }
}
