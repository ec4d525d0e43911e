import CRectoMobi
import RectoPageModel

/// Books of Mobipocket and Kindle (MOBI, PRC, AZW, AZW3), which libmobi takes apart into the files of
/// an EPUB.
enum MobiBook {
  /// The kind and the maker of a PalmDB file; the second is that of PalmDOC.
  private static let signatures = ["BOOKMOBI", "TEXtREAd"]
  private static let signatureOffset = 60

  static var libraryVersion: String { String(cString: cmobi_version()) }

  static func isPresent(in head: [UInt8]) -> Bool {
    signatures.contains { head.dropFirst(signatureOffset).starts(with: $0.utf8) }
  }

  /// The book as files of an EPUB.
  ///
  /// Throws `unsupported` for a book that is copy-protected or a picture of printed pages, `damaged`,
  /// and `limit`.
  static func files(_ bytes: FileBytes) throws(PageError) -> MemoryFiles {
    var status = CMOBI_DAMAGED
    let book = bytes.withBytes { bytes in
      bytes.baseAddress.flatMap { cmobi_open($0, bytes.count, &status) }
    }
    guard let book else { throw failure(status) }
    defer { cmobi_close(book) }
    var files: [String: FileBytes] = [:]
    var package: String?
    var file = cmobi_file()
    var index = 0
    while index < BookLimits.items, cmobi_file_at(book, index, &file) {
      index += 1
      let name = withUnsafeBytes(of: file.name) { name in
        String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      }
      let content = UnsafeRawBufferPointer(start: file.bytes, count: file.count)
      if file.is_package {
        package = String(decoding: content, as: UTF8.self)
      } else {
        // libmobi returns UTF-8, and HTML that does not state its encoding is read as Latin-1.
        let mark: [UInt8] = file.is_markup && !cmobi_is_kf8(book) ? [0xEF, 0xBB, 0xBF] : []
        files[name] = FileBytes(mark + content)
      }
    }
    guard let package else { throw failure(CMOBI_DAMAGED) }
    return MemoryFiles(files.merging(container(package, isKF8: cmobi_is_kf8(book))) { $1 })
  }

  /// The files that say where the others are. Documents of older books are HTML: libmobi calls them
  /// XHTML.
  private static func container(_ package: String, isKF8: Bool) -> [String: FileBytes] {
    let stated =
      isKF8
      ? package
      : package.split(separator: "<", omittingEmptySubsequences: false).map { tag in
        tag.hasPrefix("item ") && tag.contains("\"part")
          ? String(tag.replacing("application/xhtml+xml", with: "text/html")) : String(tag)
      }.joined(separator: "<")
    return ConvertedBook.containerFiles(package: stated)
  }

  private static func failure(_ status: cmobi_status) -> PageError {
    switch status {
    case CMOBI_ENCRYPTED:
      PageError(
        .unsupported, "the book is copy-protected (DRM): only the seller's programs can open it")
    case CMOBI_UNSUPPORTED:
      PageError(
        .unsupported, "the Kindle book is of a kind that cannot be read: get it as EPUB or PDF")
    case CMOBI_NO_MEMORY:
      PageError(.limit, "the Kindle book takes too much memory", remedy: .memory)
    default:
      PageError(.damaged, "the Kindle book is damaged: download it again, or get it as EPUB")
    }
  }
}
