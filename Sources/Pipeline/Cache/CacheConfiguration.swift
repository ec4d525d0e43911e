import RectoPageModel

/// The places and the budgets of cached results.
public struct CacheConfiguration: Sendable, Hashable {
  /// The folder for results, made when the first is stored; nil for memory only.
  ///
  /// It must belong to the user that the process runs as, and be no symbolic link; folders above
  /// it may be links.
  public var directory: String?
  /// The budget in memory, in bytes; 0 to keep nothing there.
  public var memoryBytes: Int
  /// The budget on disk for results, in bytes of whole blocks of 4 KiB; 0 to keep nothing there.
  public var diskBytes: Int
  /// The budget on disk for laid-out books, in the same bytes; 0 to keep none.
  public var layoutBytes: Int

  /// The defaults hold some 60 pages at screen size in memory and 500 on disk, of 1 MB each, and
  /// some 20 books of 900 pages.
  public init(
    directory: String? = CacheConfiguration.defaultDirectory, memoryBytes: Int = 64 << 20,
    diskBytes: Int = 512 << 20, layoutBytes: Int = 256 << 20
  ) {
    self.directory = directory
    self.memoryBytes = memoryBytes
    self.diskBytes = diskBytes
    self.layoutBytes = layoutBytes
  }

  /// `$RECTO_CACHE_DIR`, else `recto` in `$XDG_CACHE_HOME` or in `~/.cache`, by the XDG Base
  /// Directory Specification: an empty variable counts as unset, and so does an `XDG_CACHE_HOME`
  /// that is not absolute. Nil if `HOME` is unset too.
  public static var defaultDirectory: String? {
    if let own = environmentVariable("RECTO_CACHE_DIR") { return own }
    if let caches = environmentVariable("XDG_CACHE_HOME"), caches.hasPrefix("/") {
      return "\(caches)/recto"
    }
    return environmentVariable("HOME").map { "\($0)/.cache/recto" }
  }
}
