import Glibc
import RectoPageModel

/// The folders that are watched, by the numbers that inotify gave them. It belongs to one thread.
struct WatchedTree {
  private struct Folder {
    let path: String
    /// 0 for the root.
    let depth: Int
    /// Nil if all files matter.
    var names: Set<String>?
    /// True if it has the target of a link, and is not below the root.
    var isElsewhere = false
  }

  /// Deeper and more than any issue has.
  private static let maximumDepth = 16
  private static let maximumFolders = 5000

  let queue: Int32
  private let root: String
  /// The source, where it is a file, which may be a link to another.
  private let file: String?
  /// Nil if all files of the root matter.
  private let names: Set<String>?
  private let isDeep: Bool
  private var folders: [Int32: Folder] = [:]
  /// True if the root went away.
  private var isLost = false
  /// True if the source is a link, and the file that it leads to went away with its folder.
  private var isTargetLost = false

  /// True if something went away that cannot be watched: `find` is to be called until it is back.
  var isIncomplete: Bool { isLost || isTargetLost }

  init(queue: Int32, scope: ProofServer.Scope) {
    self.queue = queue
    switch scope {
    case .file(let path):
      root = folder(ofFile: path)
      names = [fileName(ofPath: path)]
      file = path
      isDeep = false
    case .filesBeside(let path):
      root = folder(ofFile: path)
      names = nil
      file = path
      isDeep = false
    case .folder(let path, let isDeep):
      root = path
      names = nil
      file = nil
      self.isDeep = isDeep
    }
  }

  /// Watches the root and everything below it, and the target of a file that is a link, in place of
  /// what was watched before. Calls `inotify_add_watch`.
  mutating func begin() -> Bool {
    forget { _ in true }
    isLost = !add(root, depth: 0)
    watchTarget()
    return !isLost
  }

  /// Watches again what went away; returns true if all of it is back.
  mutating func find() -> Bool {
    if isLost { return begin() }
    watchTarget()
    return !isTargetLost
  }

  /// Reads the pending events; returns true if one concerns the source.
  mutating func takeEvents() -> Bool {
    var hasChanged = false
    let room = 64 << 10
    withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { buffer in
      while case let count = read(queue, buffer.baseAddress, room), count > 0 {
        var offset = 0
        while offset < count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let bytes = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
          if take(event, String(decoding: bytes, as: UTF8.self)) { hasChanged = true }
          offset = start + Int(event.len)
        }
      }
    }
    return hasChanged
  }

  private mutating func take(_ event: inotify_event, _ name: String) -> Bool {
    func has(_ kinds: Int32...) -> Bool { kinds.contains { event.mask & UInt32($0) != 0 } }
    // Events were dropped, and with them folders that are new, gone or renamed.
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      _ = begin()
      return true
    }
    guard let folder = folders[event.wd] else { return false }
    let isRoot = folder.depth == 0 && !folder.isElsewhere
    // The folder above told of the move of a folder below the root.
    if has(Int32(IN_MOVE_SELF)), !isRoot, !folder.isElsewhere { return true }
    if has(Int32(IN_IGNORED), Int32(IN_DELETE_SELF), Int32(IN_MOVE_SELF)) {
      // With the root, everything below it is elsewhere or gone.
      forget { isRoot ? !$0.isElsewhere : $0.path == folder.path }
      if isRoot { isLost = true }
      if folder.isElsewhere { isTargetLost = true }
      return true
    }
    // Files that editors keep beside an open file.
    if folder.names?.contains(name) != true, name.hasPrefix(".") || name.hasSuffix("~") {
      return false
    }
    if has(Int32(IN_ISDIR)) {
      guard isDeep else { return false }
      let path = "\(folder.path)/\(name)"
      if has(Int32(IN_MOVED_FROM), Int32(IN_DELETE)) {
        // It keeps its number where it goes, under a path that is not known yet.
        forget { $0.path == path || $0.path.hasPrefix(path + "/") }
      } else {
        add(path, depth: folder.depth + 1)
      }
      return true
    }
    let matters = folder.names.map { $0.contains(name) } ?? true
    if matters, isRoot, let file, fileName(ofPath: file) == name { watchTarget() }
    return matters
  }

  /// Watches the file that the source leads to, in place of an earlier one. Calls `realpath`.
  private mutating func watchTarget() {
    guard let file, !isLost else { return }
    forget(\.isElsewhere)
    isTargetLost = true
    guard let resolved = realpath(file, nil) else { return }
    defer { free(resolved) }
    let target = String(cString: resolved)
    let number = inotify_add_watch(
      queue, folder(ofFile: target), UInt32(Self.events | IN_ONLYDIR))
    guard number >= 0 else { return }
    isTargetLost = false
    let name = fileName(ofPath: target)
    if folders[number] != nil {
      // The link leads to the folder that it is in.
      folders[number]?.names?.insert(name)
    } else {
      folders[number] = Folder(
        path: folder(ofFile: target), depth: 0, names: [name], isElsewhere: true)
    }
  }

  /// Calls `inotify_rm_watch`.
  private mutating func forget(_ isForgotten: (Folder) -> Bool) {
    for (number, folder) in folders where isForgotten(folder) {
      inotify_rm_watch(queue, number)
      folders[number] = nil
    }
  }

  private static let events =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
    | IN_MOVE_SELF

  @discardableResult
  private mutating func add(_ path: String, depth: Int) -> Bool {
    guard depth <= Self.maximumDepth, folders.count < Self.maximumFolders else { return false }
    // Sources do not read what links below the root lead to.
    let kinds = depth == 0 ? IN_ONLYDIR : IN_ONLYDIR | IN_DONT_FOLLOW
    let number = inotify_add_watch(queue, path, UInt32(Self.events | kinds))
    guard number >= 0 else { return false }
    folders[number] = Folder(path: path, depth: depth, names: depth == 0 ? names : nil)
    guard isDeep, let names = try? folderEntries(of: path) else { return true }
    for name in names { add("\(path)/\(name)", depth: depth + 1) }
    return true
  }
}
