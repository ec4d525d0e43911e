import CRectoZip
import RectoPageModel

/// A ZIP archive in memory, read by libzip.
struct ZipArchive: ~Copyable {
  private let pointer: OpaquePointer
  /// The archive file, which libzip reads as long as the archive is open.
  private let bytes: FileBytes

  /// The central directory's record of one entry.
  struct Entry: Sendable {
    let index: UInt64
    let name: String
    let size: Int
    let compressedSize: Int
    let isEncrypted: Bool
    /// True if it is stored uncompressed or compressed by Deflate.
    let isDeflated: Bool
    /// False for links, devices, pipes and folders.
    let isFile: Bool
  }

  /// Throws `damaged`. Calls `zip_source_buffer_create` and `zip_open_from_source`.
  init(_ bytes: FileBytes, password: String?) throws(PageError) {
    self.bytes = bytes
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    let source = bytes.withBytes {
      zip_source_buffer_create($0.baseAddress, UInt64($0.count), 0, &error)
    }
    guard let source else {
      throw PageError(.damaged, "the archive cannot be read: \(Self.sentence(&error))")
    }
    guard let opened = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      zip_source_free(source)
      throw PageError(.damaged, "the archive is damaged: \(Self.sentence(&error))")
    }
    pointer = opened
    if let password { zip_set_default_password(opened, password) }
  }

  deinit { zip_discard(pointer) }

  /// The size of the archive file.
  var byteCount: Int { bytes.count }

  var count: Int { max(0, Int(zip_get_num_entries(pointer, 0))) }

  /// Throws `damaged`. Calls `zip_stat_index`.
  func entry(at index: Int) throws(PageError) -> Entry {
    var stat = zip_stat_t()
    zip_stat_init(&stat)
    guard zip_stat_index(pointer, UInt64(index), 0, &stat) == 0, let name = stat.name else {
      throw PageError(.damaged, "the archive is damaged: entry \(index + 1) cannot be read")
    }
    var system: UInt8 = 0
    var attributes: UInt32 = 0
    zip_file_get_external_attributes(pointer, UInt64(index), 0, &system, &attributes)
    // On Unix the upper half is the file's mode; 0 means that the producer did not set it.
    let kind = system == UInt8(ZIP_OPSYS_UNIX) ? attributes >> 28 : 0
    let text = String(cString: name)
    return Entry(
      index: UInt64(index), name: text, size: Int(clamping: stat.size),
      compressedSize: Int(clamping: stat.comp_size),
      isEncrypted: stat.encryption_method != UInt16(ZIP_EM_NONE),
      isDeflated: [ZIP_CM_STORE, ZIP_CM_DEFLATE].contains(Int32(stat.comp_method)),
      isFile: !text.hasSuffix("/") && !text.hasSuffix("\\") && (kind == 0 || kind == 8))
  }

  /// Decompresses an entry and checks its checksum. Throws `damaged`, also if its size is not the one
  /// in the directory, and `needsPassword`. Calls `zip_fopen_index`.
  func content(of entry: Entry) throws(PageError) -> FileBytes {
    guard let file = zip_fopen_index(pointer, entry.index, 0) else {
      throw Self.error(zip_get_error(pointer))
    }
    defer {
      zip_fclose(file)
      // Else reading all entries would keep an archive of gigabytes in memory.
      bytes.releasePages()
    }
    return try FileBytes(count: entry.size) { memory throws(PageError) in
      var filled = 0
      while filled < memory.count, let start = memory.baseAddress {
        let read = zip_fread(file, start + filled, UInt64(memory.count - filled))
        guard read >= 0 else { throw Self.error(zip_file_get_error(file)) }
        guard read > 0 else { break }
        filled += Int(read)
      }
      // libzip compares the checksum when the end is read.
      var beyond: UInt8 = 0
      let rest = zip_fread(file, &beyond, 1)
      guard rest >= 0 else { throw Self.error(zip_file_get_error(file)) }
      guard filled == memory.count, rest == 0 else {
        throw PageError(.damaged, "an entry does not have the size that the archive states")
      }
    }
  }

  /// The first 32 bytes of an entry, or all of a shorter one; nil if they cannot be read. Calls
  /// `zip_fopen_index`.
  func head(of entry: Entry) -> [UInt8]? {
    guard let file = zip_fopen_index(pointer, entry.index, 0) else { return nil }
    defer { zip_fclose(file) }
    var bytes = [UInt8](repeating: 0, count: min(32, max(0, entry.size)))
    let count = zip_fread(file, &bytes, UInt64(bytes.count))
    return count < 0 ? nil : Array(bytes.prefix(Int(count)))
  }

  /// Checks that the password opens an entry. Throws `needsPassword` if it does not.
  func checkPassword(_ entry: Entry) throws(PageError) {
    guard let file = zip_fopen_index(pointer, entry.index, 0) else {
      throw Self.error(zip_get_error(pointer))
    }
    zip_fclose(file)
  }

  private static func error(_ error: UnsafeMutablePointer<zip_error_t>) -> PageError {
    let code = zip_error_code_zip(error)
    return code == ZIP_ER_NOPASSWD || code == ZIP_ER_WRONGPASSWD
      ? PageError(
        .needsPassword,
        code == ZIP_ER_NOPASSWD
          ? "the archive is encrypted" : "the password is wrong")
      : PageError(.damaged, "the archive's entry cannot be read: \(sentence(error))")
  }

  private static func sentence(_ error: UnsafeMutablePointer<zip_error_t>) -> String {
    let text = String(cString: zip_error_strerror(error))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
