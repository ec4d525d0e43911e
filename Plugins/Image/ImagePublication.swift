import RectoPageModel

/// Page images in their order.
class ImagePublication: Publication {
  let store: any PageStore
  private let format: String
  fileprivate let comicInfo: ComicInfo
  private var headers: [Int: Result<ImageHeader, PageError>] = [:]
  private var warnings: [PageWarning] = []
  let keptRows = KeptRows()
  let keptSources = KeptSources()
  let keptDrawing = KeptDrawing()
  private(set) lazy var spreads = DoublePages(pageCount: pageCount) { [unowned self] index in
    try? header(ofPage: index).upright
  }

  /// Throws what the store throws, for a single file its image's error.
  init(_ store: any PageStore) throws(PageError) {
    self.store = store
    warnings = store.warnings
    if let name = store.format {
      format = name
    } else {
      // The one file: opening it is opening its image.
      let image = try store.image(ofPage: 0)
      let header = try Self.header(image, page: 0, frame: 0, keptDrawing)
      format = "\(header.format.name) image"
    }
    var found = ComicInfo()
    do {
      if let bytes = try store.comicInfo() { found = try ComicInfo(bytes) }
    } catch {
      warnings.append(
        PageWarning(
          code: "damaged-metadata", message: "\(ComicInfo.fileName) is not used: \(error.message)"))
    }
    comicInfo = found
  }

  /// With a table of contents where there is one. Throws as `init`.
  static func open(_ store: any PageStore) throws(PageError) -> ImagePublication {
    let publication = try ImagePublication(store)
    return publication.comicInfo.bookmarks.isEmpty
      ? publication : try OutlinedImagePublication(store)
  }

  var pageCount: Int { store.pageCount }

  /// The warnings are those found so far: reading the pages may add to them.
  var info: PublicationInfo {
    PublicationInfo(
      format: format, metadata: comicInfo.metadata, direction: comicInfo.direction,
      capabilities: (store.hasSidecars ? [.text, .search] : [])
        + (comicInfo.bookmarks.isEmpty ? [] : [.outline]) + [.images], warnings: warnings)
  }

  /// Throws `noSuchPage`, and for an image whose header cannot be read `damaged`, `unsupported`,
  /// `limit` or `notInstalled`, with its name.
  func page(at index: Int) throws(PageError) -> any Page {
    guard (0..<pageCount).contains(index) else {
      throw PageError.noPage(at: index, of: pageCount)
    }
    let bytes: FileBytes
    do {
      bytes = try store.image(ofPage: index)
    } catch {
      throw failed(located(error, page: index), page: index)
    }
    let header = try header(ofPage: index, bytes: bytes)
    return store.hasSidecars
      ? SearchableImagePage(index: index, header: header, bytes: bytes, publication: self)
      : ImagePage(index: index, header: header, bytes: bytes, publication: self)
  }

  /// Adds a warning unless it is there already.
  func warn(code: String, page: Int, _ message: String) {
    let warning = PageWarning(code: code, page: page, message: message)
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// An error with the image's name before it, if there is more than one file.
  func located(_ error: PageError, page: Int) -> PageError {
    store.name(ofPage: page).map { error.prefixed("\($0.printable): ") } ?? error
  }

  private func header(
    ofPage index: Int, bytes: FileBytes? = nil
  ) throws(PageError) -> ImageHeader {
    if let known = headers[index] { return try known.get() }
    do {
      let bytes = if let bytes { bytes } else { try store.image(ofPage: index) }
      var header = try Self.header(
        bytes, page: index, frame: store.frame(ofPage: index), keptDrawing)
      if store.frame(ofPage: index) == 0, let first { header.agree(with: first) }
      headers[index] = .success(header)
      return header
    } catch {
      throw failed(located(error, page: index), page: index)
    }
  }

  /// The header of the first page, whose size the others' resolutions are judged by; nil where it cannot
  /// be read.
  private lazy var first: ImageHeader? = {
    guard pageCount > 1, let bytes = try? store.image(ofPage: 0) else { return nil }
    return try? Self.header(bytes, page: 0, frame: store.frame(ofPage: 0), keptDrawing)
  }()

  private static func header(
    _ bytes: FileBytes, page: Int, frame: Int, _ keptDrawing: KeptDrawing
  ) throws(PageError) -> ImageHeader {
    guard let format = bytes.format, format == .svg || format == .bmp else {
      return try ImageHeader(bytes, page: frame)
    }
    do {
      return format == .svg
        ? ImageHeader(try keptDrawing.drawing(ofPage: page, bytes))
        : ImageHeader(try BMPHeader(bytes))
    } catch {
      throw error.about(format)
    }
  }

  /// Remembers and warns of a page that cannot be read.
  private func failed(_ error: PageError, page: Int) -> PageError {
    headers[page] = .failure(error)
    warn(code: "unreadable-page", page: page, error.message)
    return error
  }
}

/// Page images with bookmarks.
final class OutlinedImagePublication: ImagePublication, OutlinedPublication {
  /// An entry for each bookmark of an image that is there.
  func outline() throws(PageError) -> [OutlineItem] {
    comicInfo.bookmarks.compactMap { bookmark in
      store.firstPage(ofFile: bookmark.image).map { page in
        OutlineItem(title: bookmark.title, target: .page(page, nil))
      }
    }
  }
}
