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
    /// True if it is not the root or below it: it has the target of a link, or a link on the way to
    /// the source.
    var isElsewhere = false
    /// The links in it that lead to the source. A new target of one makes it another source.
    var links: Set<String> = []
  }

  /// Deeper and more than any issue has.
  private static let maximumDepth = 16
  private static let maximumFolders = 5000
  /// The number of links in a path that the system follows.
  private static let maximumLinks = 40

  let queue: Int32
  private let root: String
  private let source: String
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
      source = path
      root = folder(ofFile: path)
      names = [fileName(ofPath: path)]
      file = path
      isDeep = false
    case .filesBeside(let path):
      source = path
      root = folder(ofFile: path)
      names = nil
      file = path
      isDeep = false
    case .folder(let path, let isDeep):
      source = path
      root = path
      names = nil
      file = nil
      self.isDeep = isDeep
    }
  }

  /// Watches the root and everything below it, the target of a file that is a link, and the links
  /// on the way to the source, in place of what was watched before. Calls `inotify_add_watch`.
  mutating func begin() -> Bool {
    forget { _ in true }
    isLost = !add(root, depth: 0)
    watchTarget()
    watchLinks()
    return !isLost
  }

  /// Watches again what went away; returns true if all of it is back.
  mutating func find() -> Bool { begin() && !isTargetLost }

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
    if folder.links.contains(name) {
      _ = begin()
      return true
    }
    let isRoot = folder.depth == 0 && !folder.isElsewhere
    // The folder above told of the move of a folder below the root.
    if has(Int32(IN_MOVE_SELF)), !isRoot, !folder.isElsewhere { return true }
    if has(Int32(IN_IGNORED), Int32(IN_DELETE_SELF), Int32(IN_MOVE_SELF)) {
      if folder.isElsewhere {
        _ = begin()
        return true
      }
      // With the root, everything below it is elsewhere or gone.
      forget { isRoot ? !$0.isElsewhere : $0.path == folder.path }
      if isRoot { isLost = true }
      return true
    }
    // Files that editors keep beside an open file.
    if folder.names?.contains(name) != true, name.hasPrefix(".") || name.hasSuffix("~") {
      return false
    }
    if has(Int32(IN_ISDIR)) {
      guard isDeep, !folder.isElsewhere else { return false }
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
    // A link may have come in the place of the file.
    if matters, isRoot, let file, fileName(ofPath: file) == name { _ = begin() }
    return matters
  }

  /// Watches the file that the source leads to. Calls `realpath`.
  private mutating func watchTarget() {
    isTargetLost = false
    guard let file, !isLost else { return }
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

  /// Watches the links on the way to the source, each in the folder that it is in.
  private mutating func watchLinks() {
    for (folder, name) in linksOnTheWay() {
      // The root, or the folder of a target, may be the same folder, and has these events already.
      let kinds = Self.changes | IN_ONLYDIR | IN_MASK_ADD
      let number = inotify_add_watch(queue, folder, UInt32(kinds))
      guard number >= 0 else { continue }
      var watched = folders[number] ?? Folder(path: folder, depth: 0, names: [], isElsewhere: true)
      watched.links.insert(name)
      folders[number] = watched
    }
  }

  /// The links that the system follows to the source, each with the folder that it is in: those in
  /// the source's path, and those in the targets of others.
  private func linksOnTheWay() -> [(folder: String, name: String)] {
    var links: [(folder: String, name: String)] = []
    var folder = source.hasPrefix("/") ? "/" : "."
    var rest = Array(source.split(separator: "/").reversed())
    while let name = rest.popLast(), links.count < Self.maximumLinks {
      let path = "\(folder)/\(name)"
      guard let target = Self.target(ofLink: path) else {
        folder = path
        continue
      }
      links.append((folder, String(name)))
      if target.hasPrefix("/") { folder = "/" }
      rest += target.split(separator: "/").reversed()
    }
    return links
  }

  /// Returns nil if the path is not a link. Calls `readlink`.
  private static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
      let count = buffer.withMemoryRebound(to: CChar.self) {
        readlink(path, $0.baseAddress!, $0.count)
      }
      return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  /// Calls `inotify_rm_watch`.
  private mutating func forget(_ isForgotten: (Folder) -> Bool) {
    for (number, folder) in folders where isForgotten(folder) {
      inotify_rm_watch(queue, number)
      folders[number] = nil
    }
  }

  /// The events of a folder's names, and of itself.
  private static let changes =
    IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
  private static let events = changes | IN_CLOSE_WRITE

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
