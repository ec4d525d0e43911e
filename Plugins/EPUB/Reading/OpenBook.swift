import RectoMarkup
import RectoPageModel

/// An open book: its metadata, and the files that it shows.
public final class OpenBook: Sendable {
  public let book: Book
  /// The name of the format, such as `EPUB 3.0` or `FictionBook 2`.
  public var format: String { container.convertedFrom ?? "EPUB \(book.version)".trimmed }
  private let container: BookContainer

  /// Reads everything but the documents that are shown.
  ///
  /// Throws `damaged` where there is nothing to show, `unsupported` for a book that is
  /// copy-protected, and what `BookContainer` throws.
  public init(_ container: BookContainer) throws(PageError) {
    self.container = container
    book = try BookReader.read(container)
  }

  private init(_ book: Book, in container: BookContainer) {
    self.container = container
    self.book = book
  }

  /// The book with nothing in it but the picture of its cover, as a page of its size; nil for a book
  /// without one.
  public var cover: OpenBook? {
    guard let path = book.coverImage,
      let item = book.manifest.first(where: { $0.path == path })
    else { return nil }
    var cover = book
    var rendition = book.rendition
    rendition.layout = .prePaginated
    cover.spine = [
      SpineItem(
        id: item.id, path: path, statedPath: path, mediaType: item.mediaType, isLinear: true,
        rendition: rendition, properties: [])
    ]
    (cover.contents, cover.pageList, cover.landmarks, cover.overlays) = ([], [], [], [])
    return OpenBook(cover, in: container)
  }

  /// Throws as above.
  public convenience init(_ source: Source, password: String? = nil) throws(PageError) {
    try self.init(BookContainer(source, password: password))
  }

  public func contains(_ path: RelativePath) -> Bool { container.contains(path) }

  /// The size of a file in bytes, if it is known without reading the file.
  public func byteCount(of path: RelativePath) -> Int? { container.byteCount(of: path) }

  /// The bytes of any file of the book, a font without its obfuscation.
  ///
  /// Throws `notFound`, `damaged`, `unreadable`, `limit` above `limit` bytes, and `unsupported` for
  /// an encrypted file; its sentence begins with the path.
  public func content(
    of path: RelativePath, limit: Int = defaultLimit
  ) throws(PageError) -> FileBytes {
    let stored = try container.storedBytes(of: path, limit: limit)
    guard case .obfuscated(let method) = container.encryption.method(of: path) else {
      return stored
    }
    let identifiers =
      [book.metadata.identifier].compactMap(\.self) + book.metadata.identifiers.map(\.value)
    guard let key = method.key(identifiers: identifiers) else {
      throw PageError(
        .damaged,
        "\(path.text.printable) is obfuscated with the book's identifier, which is missing")
    }
    return FileBytes(count: stored.count) { memory in
      stored.withBytes { memory.copyMemory(from: $0) }
      method.apply(key, to: memory)
    }
  }

  /// The media type that the manifest states for a file; nil for one that it does not list.
  public func mediaType(of path: RelativePath) -> String? {
    book.manifest.first { $0.path == path }?.mediaType
  }

  /// Bytes of a file that are read at most, as long as nothing else is said.
  public static var defaultLimit: Int { BookLimits.resourceBytes }
}
