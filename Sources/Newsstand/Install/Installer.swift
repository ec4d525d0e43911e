import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoRaster

/// Makes all files of an installed issue, in a folder that is not visible yet.
struct Installer: Sendable {
  let recto: Recto
  let folder: LibraryFolder
  let options: InstallOptions

  /// Checks the content in a worker and puts it into the staging folder, with its pictures and its
  /// table of contents.
  ///
  /// The files keep the names that they have beside the new ones. Throws `badContent` where it cannot
  /// be opened or its first page not be shown, `noSpace`, `cannotWrite`, `cancelled`.
  func stage(
    _ issue: Issue, store: String?, key: PublisherKey?, files: [DownloadedFile], cover: [UInt8]?,
    at time: Double
  ) async throws(NewsstandError) -> StagedIssue {
    try checkRoom(for: files, of: issue.id)
    let staging = folder.staging(of: issue.id)
    try DurableFiles.makeEmptyFolder(staging)
    let stored = try place(files, of: issue, in: staging)
    guard let first = stored.first else {
      throw NewsstandError(.badContent, "the issue \(printable(issue.id.text)) has no content")
    }
    let open = try await publication(at: "\(staging)/\(first.name)", of: issue)
    try await makePictures(of: open, issue, cover: cover, in: staging)
    let contents = try await contents(
      of: open, issue, store: store, key: key, files: stored, installed: time)
    try DurableFiles.write(
      JSONWriter.bytes(of: contents, isExact: true), to: "\(staging)/\(InstalledIssue.fileName)")
    let texts = try await texts(of: open)
    try DurableFiles.sync(folder: staging)
    return StagedIssue(folder: staging, contents: contents, texts: texts)
  }

  // MARK: Files

  /// Content that is only given another name takes no room.
  private func checkRoom(
    for files: [DownloadedFile], of id: IssueID
  ) throws(NewsstandError) {
    guard let room = DurableFiles.room(in: folder.staging) else { return }
    let content = files.reduce(0) { $0 + $1.bytes }
    // Pictures, and texts for the index: seldom a tenth of the content.
    let needed = options.leastRoom + min(content / 10, 64 << 20)
    guard room >= needed else {
      throw NewsstandError(
        .noSpace,
        "installing the issue \(printable(id.text)) needs \(needed >> 20) MiB and \(room >> 20) MiB are left in \(folder.path): make room and try again"
      )
    }
  }

  private func place(
    _ files: [DownloadedFile], of issue: Issue, in staging: String
  ) throws(NewsstandError) -> [StoredFile] {
    let kind = ContentKind(recto.backends)
    var stored: [StoredFile] = []
    for (number, file) in files.enumerated() {
      let asset = issue.content.indices.contains(number) ? issue.content[number] : nil
      let type = kind.fileExtension(ofFile: file.path, hint: kind.hint(of: asset, file))
      let name = number == 0 ? "content.\(type)" : "part-\(number + 1).\(type)"
      try DurableFiles.link(file.path, to: "\(staging)/\(name)")
      stored.append(StoredFile(name: name, size: file.bytes, sha256: file.sha256))
    }
    return stored
  }

  // MARK: What is in it

  func publication(
    at path: String, of issue: Issue
  ) async throws(NewsstandError) -> OpenPublication {
    let open = try await badContent(of: issue) { () async throws(PageError) in
      try await recto.open(path)
    }
    guard open.pageCount > 0 else {
      throw NewsstandError(.badContent, "the issue \(printable(issue.id.text)) has no pages")
    }
    return open
  }

  /// The cover and the small pictures of the first pages, in a folder that has none of them yet.
  func makePictures(
    of open: OpenPublication, _ issue: Issue, cover: [UInt8]?, in staging: String
  ) async throws(NewsstandError) {
    // The first page has to be shown, whatever the cover becomes.
    let first = try await badContent(of: issue) { () async throws(PageError) in
      try await picture(ofPage: 0, of: open, in: options.coverSize)
    }
    var own = await catalogCover(cover, in: staging)
    if own == nil, let cover = try? await recto.cover(of: open) {
      own = try? await picture(ofPage: 0, of: cover, in: options.coverSize)
    }
    try checkCancellation()
    try DurableFiles.write(own ?? first, to: "\(staging)/\(InstalledIssue.cover)")
    let thumbnails = "\(staging)/\(InstalledIssue.thumbnails)"
    try DurableFiles.makeEmptyFolder(thumbnails)
    let pages = 0..<min(options.thumbnails, open.pageCount)
    let size = options.thumbnailSize
    let pictures = open.inOrder(pages) { page throws(PageError) in
      try await picture(ofPage: page, of: open, in: size)
    }
    for await element in pictures {
      // A page that cannot be drawn has none.
      guard case .success(let picture) = element.result else { continue }
      try DurableFiles.write(picture, to: "\(thumbnails)/\(element.page + 1).jpg")
    }
    try checkCancellation()
    try DurableFiles.sync(folder: thumbnails)
  }

  private func picture(
    ofPage page: Int, of open: OpenPublication, in size: PixelSize
  ) async throws(PageError) -> [UInt8] {
    try await open.image(
      of: .page(page), RenderRequest(scale: .fit(size)),
      EncodeOptions(format: .jpeg, quality: options.quality), .export)
  }

  /// The catalog's cover in the form of the shelf; nil if it is not a picture. A worker reads it.
  private func catalogCover(_ cover: [UInt8]?, in staging: String) async -> [UInt8]? {
    guard let cover, !cover.isEmpty else { return nil }
    let path = "\(staging)/offered-cover"
    defer { try? DurableFiles.remove(path) }
    do {
      try DurableFiles.write(cover, to: path)
      let open = try await recto.open(path)
      return try await picture(ofPage: 0, of: open, in: options.coverSize)
    } catch {
      return nil
    }
  }

  func contents(
    of open: OpenPublication, _ issue: Issue, store: String?, key: PublisherKey?,
    files: [StoredFile], installed: Double
  ) async throws(NewsstandError) -> InstalledIssue {
    let format = try await badContent(of: issue) { () async throws(PageError) in
      try await open.info.format
    }
    // An issue with a broken table of contents can still be read.
    let outline = (try? await open.outline()) ?? []
    return InstalledIssue(
      issue: issue, store: store, key: key, files: files, pageCount: open.pageCount, format: format,
      outline: outline, installed: installed)
  }

  /// One text a page, cut where it is longer than any page's; empty for a page that cannot be read, and
  /// where all together are longer than those of any issue.
  func texts(of open: OpenPublication) async throws(NewsstandError) -> [String] {
    let longest = options.textBytes
    let pages = open.inOrder(0..<open.pageCount) { page throws(PageError) in
      let text = TextSearch.running(try await open.text(ofPage: page, .export))
      return String(decoding: text.utf8.prefix(longest), as: UTF8.self)
    }
    var texts: [String] = []
    var bytesLeft = options.allTextBytes
    for await element in pages {
      let text = (try? element.result.get()) ?? ""
      bytesLeft -= text.utf8.count
      texts.append(bytesLeft < 0 ? "" : text)
    }
    try checkCancellation()
    return texts
  }

  private func checkCancellation() throws(NewsstandError) {
    if Task.isCancelled { throw NewsstandError(.cancelled, "installing was cancelled") }
  }

  /// Turns an error of the page engine into one of the library.
  private func badContent<Result>(
    of issue: Issue, _ body: () async throws(PageError) -> Result
  ) async throws(NewsstandError) -> Result {
    do throws(PageError) {
      return try await body()
    } catch {
      let name = "the issue \(printable(issue.id.text))"
      switch error.code {
      case .cancelled: throw NewsstandError(.cancelled, "installing \(name) was cancelled")
      case .busy: throw NewsstandError(.notNow, "\(name) cannot be checked now: \(error.message)")
      case .unreadable, .notFound, .cannotWrite:
        throw NewsstandError(.cannotWrite, "\(name) cannot be checked: \(error.message)")
      case .unsupported where error.remedy == .knownFormat:
        // Its list of formats is for people who can choose another file.
        throw NewsstandError(
          .badContent,
          "\(name) cannot be shown: it is not a publication that Recto knows; tell the publisher")
      default: throw NewsstandError(.badContent, "\(name) cannot be shown: \(error.message)")
      }
    }
  }
}

/// The files to make when an issue is installed, and their sizes.
public struct InstallOptions: Sendable {
  /// The size that covers fit into, in pixels.
  public var coverSize = PixelSize(width: 900, height: 1200)
  /// The size that thumbnails fit into, in pixels.
  public var thumbnailSize = PixelSize(width: 240, height: 320)
  /// The number of first pages that get a thumbnail.
  public var thumbnails = 8
  /// The JPEG quality of covers and thumbnails, from 1 to 100.
  public var quality = 82
  /// The maximum number of bytes of a page's text that are indexed.
  public var textBytes = 256 << 10
  /// The maximum number of bytes of all indexed text, which is in memory until it is in the
  /// index.
  public var allTextBytes = 32 << 20
  /// The number of bytes that must stay free on the disk, besides those that the content needs.
  public var leastRoom = 16 << 20

  /// The defaults.
  public init() {}
}

/// An issue that only needs its name to be installed.
struct StagedIssue: Sendable {
  let folder: String
  let contents: InstalledIssue
  /// One a page.
  let texts: [String]
}
