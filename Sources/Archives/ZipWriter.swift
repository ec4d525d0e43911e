import CRectoZip
import RectoPageModel

/// Writes a ZIP archive from files of the disk, one after the other and never in memory as a whole.
/// The same files under the same names give the same bytes, whenever it is written.
package struct ZipWriter: ~Copyable {
  private let pointer: OpaquePointer
  private let path: String
  private var isClosed = false

  /// Midnight of the first day that ZIP knows, 1980-01-01.
  private static let date: UInt16 = 1 << 5 | 1

  /// Throws `cannotWrite`. Calls `zip_open`.
  package init(_ path: String) throws(PageError) {
    var code: Int32 = 0
    guard let opened = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code) else {
      throw PageError(.cannotWrite, "\(path) cannot be written: no archive can be made there")
    }
    pointer = opened
    self.path = path
  }

  deinit { if !isClosed { zip_discard(pointer) } }

  /// Adds a file under a name. Throws `cannotWrite`, and `unreadable`. Calls `zip_file_add`.
  package func add(_ file: String, as name: String, isCompressed: Bool) throws(PageError) {
    guard let source = zip_source_file(pointer, file, 0, -1) else {
      throw PageError(.unreadable, "\(file) cannot be read: \(sentence)")
    }
    let index = zip_file_add(pointer, name, source, UInt32(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else {
      zip_source_free(source)
      throw failure
    }
    let method = isCompressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE
    let mode = UInt32(0o100_644) << 16
    guard zip_set_file_compression(pointer, UInt64(index), Int32(method), 9) == 0,
      zip_file_set_dostime(pointer, UInt64(index), 0, Self.date, 0) == 0,
      zip_file_set_external_attributes(
        pointer, UInt64(index), 0, UInt8(ZIP_OPSYS_UNIX), mode) == 0
    else { throw failure }
  }

  /// Writes the archive, which appears whole or not at all. Throws `cannotWrite`, also where one of
  /// the files cannot be read any longer. Calls `zip_close`.
  package consuming func finish() throws(PageError) {
    guard zip_close(pointer) == 0 else { throw failure }
    isClosed = true
  }

  private var failure: PageError {
    PageError(.cannotWrite, "\(path) cannot be written: \(sentence)")
  }

  private var sentence: String {
    let text = String(cString: zip_error_strerror(zip_get_error(pointer)))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
