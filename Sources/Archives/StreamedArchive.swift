import CRectoArchive
import Glibc
import RectoPageModel

/// A RAR, 7z or tar archive over bytes in memory, read by libarchive from its first entry to its
/// last.
///
/// No other format is recognized, and nothing that compresses the archive as a whole.
struct StreamedArchive: ~Copyable {
  private let pointer: OpaquePointer
  /// libarchive reads these.
  private let bytes: FileBytes
  /// The one that names are read in: libarchive has them from UTF-16 by way of the thread's locale,
  /// and from the C locale only ASCII. Nil if the system has none, and then it is the thread's.
  private let locale: locale_t?

  /// The header of the current entry.
  struct Entry: Sendable {
    let name: String
    let size: Int
    /// False for links, devices, pipes and folders.
    let isFile: Bool
  }

  /// Throws `damaged`. Calls `archive_read_open_memory`.
  init(_ bytes: FileBytes) throws(PageError) {
    pointer = try Self.open(bytes)
    self.bytes = bytes
    locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
  }

  private static func open(_ bytes: FileBytes) throws(PageError) -> OpaquePointer {
    guard let pointer = archive_read_new() else {
      throw PageError(.limit, "the archive cannot be read: out of memory")
    }
    archive_read_support_format_rar(pointer)
    archive_read_support_format_rar5(pointer)
    archive_read_support_format_7zip(pointer)
    archive_read_support_format_tar(pointer)
    let status = bytes.withBytes {
      archive_read_open_memory(pointer, $0.baseAddress, $0.count)
    }
    guard status == ARCHIVE_OK else {
      defer { archive_read_free(pointer) }
      throw failure(pointer)
    }
    return pointer
  }

  deinit {
    archive_read_free(pointer)
    if let locale { freelocale(locale) }
  }

  /// Goes on to the next entry; nil at the end.
  ///
  /// Throws `damaged`, and `unsupported` for an archive that is encrypted, which libarchive undoes
  /// in none of these formats. Calls `archive_read_next_header`.
  mutating func next() throws(PageError) -> Entry? {
    let threadLocale = locale.flatMap { uselocale($0) }
    defer { if let threadLocale { uselocale(threadLocale) } }
    var entry: OpaquePointer?
    let status = archive_read_next_header(pointer, &entry)
    guard archive_read_has_encrypted_entries(pointer) <= 0 else { throw Self.encrypted }
    if status == ARCHIVE_EOF { return nil }
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
      throw Self.failure(pointer)
    }
    guard archive_entry_is_encrypted(entry) == 0 else { throw Self.encrypted }
    guard let name = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry) else {
      throw PageError(.damaged, "the archive is damaged: an entry has no name")
    }
    let isFile =
      UInt32(archive_entry_filetype(entry)) == Self.regularFile
      && archive_entry_hardlink(entry) == nil && archive_entry_symlink(entry) == nil
    guard !isFile || archive_entry_size_is_set(entry) != 0 else {
      throw PageError(.unsupported, "the archive does not say how long its entries are")
    }
    return Entry(
      name: String(cString: name), size: max(0, Int(clamping: archive_entry_size(entry))),
      isFile: isFile)
  }

  /// The content of the entry that it has come to.
  ///
  /// Throws `damaged`, also if there is more or less of it than is stated, and where its
  /// checksum is wrong, except for what RAR 1.5 to 4 stores: libarchive 3.6 does not compare that.
  /// Calls `archive_read_data`.
  mutating func content(of entry: Entry) throws(PageError) -> FileBytes {
    let content = try FileBytes(count: entry.size) { memory throws(PageError) in
      var filled = 0
      while filled < memory.count, let start = memory.baseAddress {
        let count = archive_read_data(pointer, start + filled, memory.count - filled)
        guard count >= 0 else { throw Self.failure(pointer) }
        guard count > 0 else { break }
        filled += count
      }
      // The checksum is compared when the end is read.
      var beyond: UInt8 = 0
      let rest = archive_read_data(pointer, &beyond, 1)
      guard rest >= 0 else { throw Self.failure(pointer) }
      guard filled == memory.count, rest == 0 else {
        throw PageError(.damaged, "an entry of the archive does not have its stated size")
      }
    }
    bytes.releasePages()
    return content
  }

  private static let regularFile: UInt32 = 0o100_000

  private static let encrypted = PageError(
    .unsupported,
    "the archive is encrypted: only encrypted ZIP archives are supported: unpack it, and pack it as ZIP"
  )

  private static func failure(_ pointer: OpaquePointer) -> PageError {
    let text = archive_error_string(pointer).map { String(cString: $0) } ?? "it ends too early"
    let sentence = (text.prefix(1).lowercased() + text.dropFirst()).printable
    return PageError(.damaged, "the archive is damaged: \(sentence)")
  }
}
