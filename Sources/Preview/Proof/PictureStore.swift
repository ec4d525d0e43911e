import RectoPageModel
import RectoPipeline

/// Files of a proof that are named by a digest of their content: a changed picture has another
/// name, so that no browser shows an old one.
struct PictureStore: Sendable {
  /// The proof's folder.
  let folder: String

  /// Writes a file, and gives its path below the proof's folder. Throws `cannotWrite`.
  func keep(
    _ bytes: UnsafeRawBufferPointer, _ subfolder: String, _ name: String, _ suffix: String
  ) throws(PageError) -> String {
    var hash = SHA256()
    hash.update(bytes)
    let path = "\(subfolder)/\(name)-\(hash.digest().hex.prefix(16)).\(suffix)"
    try writeFile(bytes, to: "\(folder)/\(path)")
    return path
  }
}
