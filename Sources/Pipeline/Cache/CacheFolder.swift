import Glibc
import RectoPageModel

/// An open folder that only its owner may look into; closed with the last reference.
final class CacheFolder: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// False after another process removed it: new files in it would be lost.
  var isThere: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// The folder `name` in the folder at `path`.
  ///
  /// With `makes`, missing folders are made, with those above, for their owner alone (0700);
  /// otherwise a missing one gives nil. Throws `cannotWrite` if one of the two is a symbolic link,
  /// not a folder, or another user's: the owner of a folder controls its content.
  static func open(_ name: String, in path: String, makes: Bool) throws(PageError) -> CacheFolder? {
    // A link's name with a slash behind it would be followed all the same.
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard let parent = try openOwn(path, in: AT_FDCWD, makes: makes, shown: path) else {
      return nil
    }
    return try openOwn(name, in: parent.descriptor, makes: makes, shown: "\(path)/\(name)")
  }

  private static func openOwn(
    _ name: String, in parent: Int32, makes: Bool, shown: String
  ) throws(PageError) -> CacheFolder? {
    var descriptor = openFolder(name, in: parent)
    if descriptor < 0, errno == ENOENT {
      guard makes else { return nil }
      try make(name, in: parent, shown: shown)
      descriptor = openFolder(name, in: parent)
    }
    guard descriptor >= 0 else { throw unusable(shown, reason(errno)) }
    let folder = CacheFolder(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unusable(shown, reason(errno)) }
    guard status.st_uid == geteuid() else { throw unusable(shown, "it belongs to another user") }
    // The user may have chosen other rights for the outer folder; the inner one is Recto's own.
    if parent != AT_FDCWD, status.st_mode & 0o077 != 0 { fchmod(descriptor, 0o700) }
    return folder
  }

  private static func openFolder(_ name: String, in parent: Int32) -> Int32 {
    openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  private static func make(_ name: String, in parent: Int32, shown: String) throws(PageError) {
    var made = name.hasPrefix("/") ? "/" : ""
    let parts = name.split(separator: "/")
    for (index, part) in parts.enumerated() {
      made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
      if mkdirat(parent, made, 0o700) == 0 {
        if parent == AT_FDCWD, index == parts.count - 1 { markAsCache(made) }
      } else if errno != EEXIST {
        throw unusable(shown, reason(errno))
      }
    }
  }

  /// Tells backup programs that the new folder can be left out, by the Cache Directory Tagging
  /// Specification. Not for a folder that was there: it may have other things in it.
  private static func markAsCache(_ path: String) {
    let tag = """
      Signature: 8a477f597d28d172789f06886806bc55
      # This folder is a cache of Recto's: all of it can be made again.
      # See https://bford.info/cachedir/

      """
    try? writeFile(Array(tag.utf8), to: "\(path)/CACHEDIR.TAG")
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    // Linux says `ENOTDIR` of a link that is not to be followed where a folder is wanted.
    case ELOOP, ENOTDIR: "it is not a folder, or it is a symbolic link"
    default: String(cString: strerror(code))
    }
  }

  private static func unusable(_ path: String, _ reason: String) -> PageError {
    PageError(.cannotWrite, "\(path) cannot be used as the cache: \(reason)")
  }
}
