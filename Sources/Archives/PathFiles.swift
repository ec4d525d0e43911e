import RectoPageModel

/// The files of an archive by their paths, whatever kind of archive it is.
package protocol PathFiles: AnyObject, Sendable {
  /// The paths of all files, hidden ones too, in no order.
  var paths: [String] { get }

  /// The content of one of `paths`.
  ///
  /// Throws `damaged`, also if there is more or less of it than the archive says, or
  /// `needsPassword`; `notFound` for another path.
  func content(at path: String) throws(PageError) -> FileBytes

  /// The first 32 bytes of one of `paths`, or all of a shorter file; nil if they cannot be read, or not
  /// without the files before it.
  func head(at path: String) -> [UInt8]?

  /// Throws `needsPassword` if one of `paths` is encrypted and the password does not open it.
  func checkPassword(at path: String) throws(PageError)
}

extension ArchiveFiles: PathFiles {}
