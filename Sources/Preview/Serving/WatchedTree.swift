import Glibc
import RectoPageModel

/// The folders that are watched, by the numbers that inotify gave them. It belongs to one thread.
struct WatchedTree {
  /// Deeper and more than any issue has.
  private static let maximumDepth = 16
  private static let maximumFolders = 5000

  let queue: Int32
  private let root: String
  /// Nil if all files matter.
  private let onlyName: String?
  private let isDeep: Bool
  private var folders: [Int32: (path: String, depth: Int)] = [:]
  /// True if the root went away; it is polled until it is back.
  private(set) var isLost = false

  init(queue: Int32, scope: ProofServer.Scope) {
    self.queue = queue
    switch scope {
    case .file(let path):
      root = folder(ofFile: path)
      onlyName = fileName(ofPath: path)
      isDeep = false
    case .folder(let path, let isDeep):
      root = path
      onlyName = nil
      self.isDeep = isDeep
    }
  }

  /// Watches the root and everything below it. Calls `inotify_add_watch`.
  mutating func begin() -> Bool {
    isLost = !add(root, depth: 0)
    return !isLost
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
    // Too much happened at once to be told of.
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
    guard let folder = folders[event.wd] else { return false }
    if event.mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
      folders[event.wd] = nil
      if folder.depth == 0 {
        inotify_rm_watch(queue, event.wd)
        isLost = true
      }
      return true
    }
    // Files that editors keep beside an open file.
    if name.hasPrefix(".") || name.hasSuffix("~") { return false }
    if event.mask & UInt32(IN_ISDIR) != 0 {
      guard isDeep else { return false }
      add("\(folder.path)/\(name)", depth: folder.depth + 1)
      return true
    }
    return onlyName.map { $0 == name } ?? true
  }

  @discardableResult
  private mutating func add(_ path: String, depth: Int) -> Bool {
    guard depth <= Self.maximumDepth, folders.count < Self.maximumFolders else { return false }
    let events =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF
    // A link below the root may lead round in a circle.
    let kinds = depth == 0 ? IN_ONLYDIR : IN_ONLYDIR | IN_DONT_FOLLOW
    let number = inotify_add_watch(queue, path, UInt32(events) | UInt32(kinds))
    guard number >= 0 else { return false }
    folders[number] = (path, depth)
    guard isDeep, let names = try? folderEntries(of: path) else { return true }
    for name in names { add("\(path)/\(name)", depth: depth + 1) }
    return true
  }
}
