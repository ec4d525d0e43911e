import CRectoLinux
import Glibc
import RectoPageModel
import RectoPipeline

/// A folder that appears whole or not at all: it is filled beside its place, and takes it in one
/// step. A folder that was not put in its place is removed.
final class ProofFolder: Sendable {
  /// A file that only folders have which were made here.
  static let marker = ".recto-proof"

  /// The path where it is filled.
  let path: String

  /// A temporary folder for a proof, in the system's folder for temporary files. Throws
  /// `cannotWrite`.
  static func temporary() throws(PageError) -> ProofFolder {
    try ProofFolder(prefix: "\(temporaryFolder)/recto-proof-", mode: 0o700)
  }

  /// A folder beside `destination`, which is looked at first: it may be a proof, an empty folder or
  /// nothing.
  ///
  /// Throws `cannotWrite` otherwise, and where the folder above cannot be written to.
  convenience init(for destination: String) throws(PageError) {
    let destination = trimmed(destination)
    try Self.checkReplaceable(destination)
    if let slash = destination.lastIndex(of: "/"), slash > destination.startIndex {
      try makeFolder(String(destination[..<slash]))
    }
    try self.init(prefix: "\(destination).", mode: 0o755)
  }

  private init(prefix: String, mode: mode_t) throws(PageError) {
    path = try makeUniqueFolder(prefix)
    chmod(path, mode)
    try writeFile([], to: "\(path)/\(Self.marker)")
  }

  deinit { removeTree(path) }

  /// Puts the folder in its place; an older proof there is removed. Throws `cannotWrite`.
  ///
  /// - Parameter exchange: Has two paths trade places, as `linux_exchange` does (`renameat2`).
  func commit(
    to destination: String, exchange: (String, String) -> Int32 = { linux_exchange($0, $1) }
  ) throws(PageError) {
    let destination = trimmed(destination)
    try Self.checkReplaceable(destination)
    if rename(path, destination) == 0 { return }
    // An older proof trades places with this one, and goes with it.
    if exchange(path, destination) == 0 { return }
    // NFS, SMB, exFAT and others cannot do that in one step.
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else { throw Self.error(destination) }
    try replace(destination)
  }

  /// Puts the folder in the place of an older proof, in two steps; the old one is back if the second
  /// fails.
  private func replace(_ destination: String) throws(PageError) {
    let aside = try makeUniqueFolder("\(destination).")
    guard rename(destination, aside) == 0 else {
      let error = Self.error(destination)
      rmdir(aside)
      throw error
    }
    guard rename(path, destination) == 0 else {
      let error = Self.error(destination)
      rename(aside, destination)
      throw error
    }
    removeTree(aside)
  }

  private static func error(_ destination: String) -> PageError {
    PageError(
      .cannotWrite, "\(destination) cannot be written: \(String(cString: strerror(errno)))")
  }

  /// Removes it now, even if it is still referenced.
  func removeAll() { removeTree(path) }

  /// Removes a file of it.
  func remove(_ name: String) { unlink("\(path)/\(name)") }

  private static func checkReplaceable(_ destination: String) throws(PageError) {
    var status = stat()
    guard lstat(destination, &status) == 0 else { return }
    let isOwn =
      status.st_mode & S_IFMT == S_IFDIR
      && (access("\(destination)/\(marker)", F_OK) == 0 || allNames(inFolder: destination).isEmpty)
    guard isOwn else {
      throw PageError(
        .cannotWrite,
        "\(destination) exists and is not a proof made by Recto: name another folder, or remove it"
      )
    }
  }
}

/// A path without slashes at its end.
private func trimmed(_ path: String) -> String {
  let trimmed = String(path.reversed().drop { $0 == "/" }.reversed())
  return trimmed.isEmpty ? "/" : trimmed
}
