import Glibc
import RectoPageModel

/// The rights that a process keeps while it reads untrusted input; it drops all others for good.
///
/// Everything not named here is refused: other files, writing, the network, other processes and
/// programs. Descriptors that are open already stay as usable as they were, save that nothing can
/// be written to a file by them.
public struct Sandbox: Sendable, Hashable {
  /// Folders below which all may be read and listed; a file among them may be read, and paths that
  /// do not exist are left out. A link that is given stands for its target; one below a folder that
  /// leads out of all of them leads nowhere.
  public var readableFolders: [String]
  /// Files that may be read; one that does not exist is left out.
  public var readableFiles: [String]
  /// Bytes of address space beyond what the process has when it enters the sandbox. The default
  /// is the limit on a worker's memory of 512 MiB, and as much again for what costs address
  /// space and no memory: libraries, shared pixels, the source, 64 MiB for each of glibc's arenas.
  public var memoryBytes: Int
  /// Seconds of processor time of all its threads, from the process's beginning. It ends a worker
  /// whose host does not watch it any more; the default is what 100 jobs of 20 s may use.
  public var processorSeconds: Int
  /// Descriptors it may have open at once, those it was given included. Renderers have a handful.
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

  /// Compiles the filter of system calls, which every sandbox has, for this process and all that it
  /// forks from now on. A process that has not done so does it when it prepares its first sandbox.
  ///
  /// Throws `notInstalled` where it cannot be made.
  public static func preload() throws(PageError) { _ = try CallFilter.shared() }

  /// Prepares the parts that all processes share: a zygote prepares, its children apply.
  ///
  /// Throws `notInstalled` where the system lacks a layer, and `badRequest` for a limit below 1 or
  /// a folder among the files.
  public func prepare() throws(PageError) -> PreparedSandbox {
    try PreparedSandbox(self)
  }

  /// Puts this process in the sandbox, for good. Prepares and applies.
  ///
  /// Throws what `prepare` and `PreparedSandbox.apply` throw.
  public func apply(parent: pid_t? = nil) throws(PageError) {
    try prepare().apply(parent: parent)
  }
}
