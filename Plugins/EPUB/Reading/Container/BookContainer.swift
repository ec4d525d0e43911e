import RectoArchives
import RectoMarkup
import RectoPageModel

/// The files of a book as they lie in its ZIP archive or unpacked folder (EPUB 3.3, 4).
public final class BookContainer: Sendable {
  private let files: any SourceFiles
  /// The encrypted files, with their algorithms.
  let encryption: Encryption
  /// The package documents, the default one first.
  public let packagePaths: [RelativePath]
  let warnings: BookWarnings
  /// The name of the format; nil for an EPUB, which states its version itself.
  let convertedFrom: String?

  static let mediaType = "application/epub+zip"

  /// Opens an archive, or a folder with the content of one, or a book of another format converted
  /// to an EPUB.
  ///
  /// Throws `damaged` if there is no `META-INF/container.xml` that names a package document, or a
  /// compression that EPUB does not know (EPUB RS 3.3, OCF ZIP container); what `ArchiveFiles` throws,
  /// and `unsupported` for a container that is encrypted as a whole.
  public convenience init(_ source: Source, password: String? = nil) throws(PageError) {
    switch source.content {
    case .file(let bytes):
      if let converted = try OtherBooks.files(bytes) {
        try self.init(
          files: converted.files, convertedFrom: converted.format, warning: converted.warning)
        return
      }
      let files = try ArchiveFiles(bytes, password: password)
      if let path = files.unusuallyCompressed {
        throw PageError(
          .damaged,
          "\(path.printable) is compressed by another method than Deflate, the only one of EPUB")
      }
      try self.init(files: files)
    case .folder(let entries):
      try self.init(files: FolderFiles(path: source.path, entries: entries))
    case .files(let files):
      try self.init(files: files)
    }
  }

  /// Throws as above.
  public convenience init(files: any SourceFiles) throws(PageError) {
    try self.init(files: files, convertedFrom: nil)
  }

  private init(
    files: any SourceFiles, convertedFrom: String?, warning: String? = nil
  ) throws(PageError) {
    self.files = files
    self.convertedFrom = convertedFrom
    var warnings = BookWarnings()
    if let warning { warnings.add(.damagedContainer, warning) }
    packagePaths = try ContainerDocument.packagePaths(in: files)
    encryption = try Encryption(in: files)
    if let complaint = Self.mediaTypeComplaint(in: files) {
      warnings.add(.damagedContainer, complaint)
    }
    self.warnings = warnings
  }

  /// True if the file exists; `read` throws `notFound` otherwise.
  public func contains(_ path: RelativePath) -> Bool { files.contains(path) }

  /// The size of a file in bytes, if it is known without reading the file.
  func byteCount(of path: RelativePath) -> Int? { files.byteCount(of: path) }

  /// The bytes of a file as they are stored.
  ///
  /// Throws `notFound`, `damaged`, `unreadable`, `limit`, and `unsupported` for encrypted files
  /// except obfuscated fonts; its sentence begins with the path.
  func storedBytes(of path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    if case .unknown(let algorithm) = encryption.method(of: path) {
      throw PageError(
        .unsupported,
        "\(path.text.printable) is encrypted (\(algorithm.printable)): \(encryption.advice)")
    }
    return try files.read(path, limit: limit)
  }

  /// A document of the book's own structure, without byte order mark trouble: libxml2 knows UTF-16.
  func document(at path: RelativePath) throws(PageError) -> FileBytes {
    try storedBytes(of: path, limit: BookLimits.documentBytes)
  }

  /// The problem with the file `mimetype`; nil if it is valid.
  private static func mediaTypeComplaint(in files: any SourceFiles) -> String? {
    guard let path = try? RelativePath("mimetype"),
      let bytes = try? files.read(path, limit: 1 << 10)
    else { return "the file mimetype is missing: it must say \(mediaType)" }
    let text = String(decoding: bytes.prefix(1 << 10), as: UTF8.self)
    return text.trimmed == mediaType
      ? nil : "the file mimetype says \(text.printable) and not \(mediaType)"
  }
}

extension SourceFiles {
  /// A file of the folder `META-INF`; nil where it is not there. Throws as `read` does.
  func metaInformation(_ name: String) throws(PageError) -> FileBytes? {
    guard hasMetaInformation(name), let path = Self.metaInformationPath(name) else { return nil }
    return try read(path, limit: BookLimits.documentBytes)
  }

  func hasMetaInformation(_ name: String) -> Bool {
    Self.metaInformationPath(name).map(contains) ?? false
  }

  private static func metaInformationPath(_ name: String) -> RelativePath? {
    try? RelativePath("META-INF/\(name)")
  }
}

extension PageError {
  /// The same with a path before the sentence.
  func about(_ path: String) -> PageError { PageError(code, "\(path.printable): \(message)") }
}
