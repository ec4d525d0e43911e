import Glibc
import RectoPageModel

/// An open folder of the cache, which only its owner can read; closed with the last reference.
final class CacheFolder: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// False after another process has removed it: new files in it would be lost.
  var isThere: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// The folder `name` in the folder at `path`.
  ///
  /// If `makes`, missing folders are made, with those above them, for their owner alone (0700);
  /// otherwise returns nil if one is missing. Throws `cannotWrite` if one of the two is a symbolic
  /// link, is not a folder, or belongs to another user, who would control its content.
  static func open(_ name: String, in path: String, makes: Bool) throws(PageError) -> CacheFolder? {
    // With a slash at the end, a link would be followed in spite of `O_NOFOLLOW`.
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

  /// Marks a new folder as a cache, which backup programs can leave out (Cache Directory Tagging
  /// Specification). Not used for an existing folder, which may contain other files.
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
    // Linux returns `ENOTDIR` for a link if `O_NOFOLLOW` and `O_DIRECTORY` are set.
    case ELOOP, ENOTDIR: "it is not a folder, or it is a symbolic link"
    default: String(cString: strerror(code))
    }
  }

  private static func unusable(_ path: String, _ reason: String) -> PageError {
    PageError(.cannotWrite, "\(path) cannot be used as the cache: \(reason)")
  }
}
