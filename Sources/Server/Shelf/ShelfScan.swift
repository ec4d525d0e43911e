import Glibc
import RectoPageModel

/// Finds the publications in served roots. Hidden files are skipped, and so are links that lead out
/// of the root.
struct ShelfScan: Sendable {
  let roots: [ServedRoot]
  let kinds: SourceKinds

  /// The maximum depth of folders below a root.
  private static let maximumDepth = 16
  static let maximumItems = 20_000

  func contents() -> ShelfContents {
    var collection = ItemCollection()
    for (index, root) in roots.enumerated() {
      if root.isFolder {
        var seen: Set<[UInt64]> = []
        scan(root.path, "", depth: 0, of: root, index, &seen, &collection)
      } else {
        collection.add(root.path, below: root.name, of: root, isNamed: true)
      }
    }
    return collection.contents
  }

  /// `place` is the folder's path below the root, with links unresolved.
  private func scan(
    _ folder: String, _ place: String, depth: Int, of root: ServedRoot, _ index: Int,
    _ seen: inout Set<[UInt64]>, _ collection: inout ItemCollection
  ) {
    guard !collection.isFull else { return collection.warnOfFullness() }
    // Each folder once: links may form a loop.
    guard let status = FileStatus(folder), seen.insert(status.place).inserted else { return }
    guard let entries = try? folderEntries(of: folder) else {
      return collection.warn("\(folder.printable) cannot be read, and is left out")
    }
    if kinds.isPublication(folder: folder, entries: entries) {
      return collection.add(
        folder, below: place.isEmpty ? root.name : place, of: root, isNamed: index == 0)
    }
    guard depth < Self.maximumDepth else {
      return collection.warn(
        "\(folder.printable) lies more than \(Self.maximumDepth) folders deep, and is left out")
    }
    for name in NaturalOrder.sort(entries) {
      let below = place.isEmpty ? name : "\(place)/\(name)"
      let path = "\(folder)/\(name)"
      guard let found = Found(path, in: root) else {
        if name.hasReplacedBytes, FileStatus(path) == nil {
          collection.warn(
            "\(path.printable) is left out, since its name is not UTF-8: rename it")
        }
        continue
      }
      if found.status.isFolder {
        scan(found.path, below, depth: depth + 1, of: root, index, &seen, &collection)
      } else if found.status.isFile, kinds.isPublication(file: name) {
        collection.add(found.path, below: below, of: root, isNamed: index == 0)
      }
    }
  }

  /// The entry at a path below a root, with links followed.
  private struct Found {
    let path: String
    let status: FileStatus

    /// Returns nil for a path that leads out of the root. Calls `realpath` for links.
    init?(_ path: String, in root: ServedRoot) {
      guard let status = FileStatus(path) else { return nil }
      guard status.isLink else {
        self.path = path
        self.status = status
        return
      }
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      let real = String(cString: resolved)
      guard root.contains(real), let status = FileStatus(real) else { return nil }
      self.path = real
      self.status = status
    }
  }
}
