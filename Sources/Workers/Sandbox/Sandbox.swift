import Glibc
import RectoPageModel

/// The rights that a process keeps while it reads untrusted input; it drops all others
/// permanently.
///
/// Everything not named here is refused: other files, writing, the network, other processes and
/// programs. Open descriptors stay usable, except that no file can be written to by them.
public struct Sandbox: Sendable, Hashable {
  /// The folders in which everything may be read and listed; a file among them may be read, and
  /// paths that do not exist are left out. A given link stands for its target; a link below a
  /// folder that leads out of all of them cannot be followed.
  public var readableFolders: [String]
  /// The files that may be read; paths that do not exist are left out.
  public var readableFiles: [String]
  /// The address space in bytes in addition to that of the process when it enters the sandbox.
  /// The default is the limit on a worker's memory of 512 MiB, and as much again for what takes
  /// address space but no memory: libraries, shared pixels, the source, 64 MiB for each of
  /// glibc's arenas.
  public var memoryBytes: Int
  /// The processor time in seconds of all threads since the process started. It ends a worker
  /// whose host no longer watches it; the default is the time that 100 jobs of 20 s may use.
  public var processorSeconds: Int
  /// The maximum number of open descriptors, including those that the process was given.
  /// Renderers need a handful.
  public var openFiles: Int

  /// The needs of libraries and fonts, with the given files and folders in their place or beside
  /// them.
  public init(
    readableFolders: [String] = SystemPaths.folders + FontPaths.paths(),
    readableFiles: [String] = SystemPaths.files, memoryBytes: Int = 1 << 30,
    processorSeconds: Int = 2000, openFiles: Int = 128
  ) {
    self.readableFolders = readableFolders
    self.readableFiles = readableFiles
    self.memoryBytes = memoryBytes
    self.processorSeconds = processorSeconds
    self.openFiles = openFiles
  }

  /// Compiles the system call filter, which every sandbox has, for this process and all that it
  /// forks from now on. Otherwise a process compiles it when it prepares its first sandbox.
  ///
  /// Throws `notInstalled` if that fails.
  public static func preload() throws(PageError) { _ = try CallFilter.shared() }

  /// Prepares the parts that all processes share: a zygote prepares, its children apply.
  ///
  /// Throws `notInstalled` if the system lacks a layer, and `badRequest` for a limit below 1 or a
  /// folder among the files.
  public func prepare() throws(PageError) -> PreparedSandbox {
    try PreparedSandbox(self)
  }

  /// Puts this process into the sandbox permanently. Prepares and applies.
  ///
  /// Throws what `prepare` and `PreparedSandbox.apply` throw.
  public func apply(parent: pid_t? = nil) throws(PageError) {
    try prepare().apply(parent: parent)
  }
}
