import RectoPageModel
import RectoPipeline
import RectoPluginKit
import RectoRaster

/// Makes an issue of a publication: opens it, has it checked, packs it, and makes its pictures.
struct IssueMaker: Sendable {
  let recto: Recto
  let check: PublishCheck
  let store: ContentStore
  let paidContent: PaidContent

  /// The box of a cover in pixels: about as high as a shelf shows it on the best of screens. A spread
  /// may be twice as wide as it is high.
  private static let coverBox = PixelSize(width: 1_600, height: 800)
  private static let thumbnailBox = PixelSize(width: 400, height: 200)

  /// Throws `badContent` with a sentence for a publisher, and `cannotWrite`.
  func entry(
    _ item: PublishableSources.Item, publicationTitle: String, previous: PreviousCatalog?
  ) async throws(NewsstandError) -> PublishedCatalog.Entry {
    let said = try item.description()
    let publication = try await open(item.path)
    for complaint in try await complaints(publication, item.path).prefix(1) {
      throw NewsstandError(.badContent, complaint)
    }
    let isPaid = !Self.isFree(said)
    if isPaid, paidContent == .undecided {
      throw NewsstandError(
        .badContent,
        "it has to be bought\(said.price.map { " (\($0.text))" } ?? ""), but anyone with its URL could "
          + "download it: use --paid FOLDER to have recto serve --store protect it, or --open to publish "
          + "it anyway"
      )
    }
    var content = try await pack(item, publication.pageCount, isPaid: isPaid)
    content.mediaType = MediaTypes(recto.backends).type(ofFile: content.url)
    let earlier = Self.earlier(item, said, content, previous)
    let id: IssueID
    if let known = said.id ?? earlier?.issue.id { id = known } else { id = try Self.id(item.title) }
    var entry = PublishedCatalog.Entry(
      issue: Issue(id: id, title: item.title), modified: Timestamp(seconds: 0), source: item.name)
    try await fill(&entry.issue, said, publication, item, publicationTitle)
    entry.issue.content = [content]
    try await setPictures(&entry, publication, earlier)
    return entry
  }

  /// The earlier publication of it: with its id, else from the same file or folder, else with the
  /// same content, so that an issue keeps its id when its file is renamed.
  private static func earlier(
    _ item: PublishableSources.Item, _ said: IssueDescription, _ content: IssueAsset,
    _ previous: PreviousCatalog?
  ) -> PublishedCatalog.Entry? {
    let entries = previous?.entries ?? []
    if let id = said.id { return entries.first { $0.issue.id == id } }
    return entries.first { $0.source == item.name }
      ?? entries.first { $0.issue.content.first?.sha256 == content.sha256 }
  }

  /// A name as an id.
  private static func id(_ name: String) throws(NewsstandError) -> IssueID {
    if let id = try? IssueID(name) { return id }
    return try IssueID("issue-\(digest(of: name).prefix(16))")
  }

  private func open(_ path: String) async throws(NewsstandError) -> OpenPublication {
    do throws(PageError) {
      let publication = try await recto.open(path)
      guard publication.pageCount > 0 else { throw PageError(.damaged, "it has no pages") }
      return publication
    } catch {
      throw NewsstandError(.badContent, error.message)
    }
  }

  private func complaints(
    _ publication: OpenPublication, _ path: String
  ) async throws(NewsstandError) -> [String] {
    do {
      return try await check(publication, path)
    } catch let error as NewsstandError {
      throw error
    } catch {
      throw NewsstandError(.badContent, "it cannot be checked: \(error)")
    }
  }

  /// A file stays as it is; a folder becomes a ZIP, which has to show the same pages.
  private func pack(
    _ item: PublishableSources.Item, _ pageCount: Int, isPaid: Bool
  ) async throws(NewsstandError) -> IssueAsset {
    let slug = Self.slug(item.title)
    guard item.isFolder else {
      let type = fileExtension(ofName: item.name)
      return try store.add(
        item.path, named: slug, fileExtension: type.isEmpty ? "" : Self.slug(type), isPaid: isPaid)
    }
    let type = FolderPacker.fileExtension(ofPacked: item.path)
    let packed = try store.scratchPath("\(slug).\(type)")
    try FolderPacker.pack(item.path, to: packed)
    let found = try await open(packed).pageCount
    guard found == pageCount else {
      throw NewsstandError(
        .badContent,
        "it has \(found) pages when packed but \(pageCount) as a folder: pack it yourself")
    }
    return try store.add(packed, named: slug, fileExtension: type, isPaid: isPaid)
  }

  /// Letters, digits and hyphens that any server and any system takes for a name.
  private static func slug(_ text: String) -> String {
    let letters = text.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value))
        ? Character(scalar).lowercased() : "-"
    }
    let slug = letters.joined().split(separator: "-").joined(separator: "-")
    return slug.isEmpty ? "issue" : String(slug.prefix(60))
  }

  // MARK: Its description

  private func fill(
    _ issue: inout Issue, _ said: IssueDescription, _ publication: OpenPublication,
    _ item: PublishableSources.Item, _ publicationTitle: String
  ) async throws(NewsstandError) {
    let metadata: Metadata
    let outline: [OutlineItem]
    do throws(PageError) {
      metadata = try await publication.info.metadata
      outline = try await publication.outline()
    } catch {
      throw NewsstandError(.badContent, error.message)
    }
    issue.title = said.title ?? shownLine(metadata.title) ?? item.title
    issue.titles = said.titles
    issue.publication = said.publication ?? publicationTitle
    issue.number = said.number
    issue.date = said.date ?? metadata.created.flatMap { IssueDate(String($0.prefix(10))) }
    issue.summary = said.summary ?? shownSummary(metadata.subject)
    issue.authors = said.authors ?? Self.parts(metadata.author, by: ";")
    issue.language = said.language ?? LanguageTag(metadata.language)?.text
    issue.subjects = said.subjects ?? Self.parts(metadata.keywords, by: ",;")
    issue.contents = said.contents ?? shownLines(outline.prefix(200).map(\.title))
    issue.price = said.price?.text
    issue.productID = said.productID
    issue.isFree = Self.isFree(said)
  }

  private static func isFree(_ said: IssueDescription) -> Bool {
    said.isFree ?? ((said.price?.amount ?? 0) == 0 && said.productID == nil)
  }

  private static func parts(_ text: String?, by separators: String) -> [String] {
    var seen: Set<String> = []
    return shownLines((text ?? "").split { separators.contains($0) }.prefix(50).map(String.init))
      .filter { seen.insert($0).inserted }
  }

  // MARK: Pictures

  /// The pictures of the cover, or of the first page. Those of unchanged content are not made again.
  private func setPictures(
    _ entry: inout PublishedCatalog.Entry, _ publication: OpenPublication,
    _ earlier: PublishedCatalog.Entry?
  ) async throws(NewsstandError) {
    if let earlier, earlier.issue.content.first?.sha256 == entry.issue.content.first?.sha256,
      let cover = earlier.issue.cover, let thumbnail = earlier.issue.thumbnail,
      cover.sha256 != nil, thumbnail.sha256 != nil,
      let coverSize = earlier.coverSize, let thumbnailSize = earlier.thumbnailSize,
      store.has(cover), store.has(thumbnail)
    {
      (entry.issue.cover, entry.coverSize) = (cover, coverSize)
      (entry.issue.thumbnail, entry.thumbnailSize) = (thumbnail, thumbnailSize)
      return
    }
    let slug = Self.slug(entry.issue.id.text)
    let (cover, thumbnail) = try await pictures(of: publication)
    entry.issue.cover = try store.add(cover.bytes, size: cover.size, named: slug)
    entry.issue.thumbnail = try store.add(thumbnail.bytes, size: thumbnail.size, named: slug)
    (entry.coverSize, entry.thumbnailSize) = (cover.size, thumbnail.size)
  }

  private typealias Picture = (bytes: [UInt8], size: PixelSize)

  private func pictures(
    of publication: OpenPublication
  ) async throws(NewsstandError) -> (cover: Picture, thumbnail: Picture) {
    do throws(PageError) {
      if let own = try await recto.cover(of: publication) {
        return (
          try await picture(of: own, in: Self.coverBox),
          try await picture(of: own, in: Self.thumbnailBox)
        )
      }
    } catch  where [.busy, .cancelled].contains(error.code) {
      // The first page in its place would stay in the catalog.
      throw NewsstandError(.badContent, "its cover cannot be shown now: \(error.message)")
    } catch {}
    do throws(PageError) {
      return (
        try await picture(of: publication, in: Self.coverBox),
        try await picture(of: publication, in: Self.thumbnailBox)
      )
    } catch {
      throw NewsstandError(.badContent, "its first page cannot be shown: \(error.message)")
    }
  }

  private func picture(
    of publication: OpenPublication, in box: PixelSize
  ) async throws(PageError) -> Picture {
    let bitmap = try await publication.render(
      page: 0, RenderRequest(scale: .fit(box), isDeterministic: true), .export)
    var bytes: [UInt8] = []
    try ImageEncoder().encode(bitmap, EncodeOptions(format: .jpeg)) { bytes = Array($0) }
    return (bytes, bitmap.size)
  }
}
