import Glibc
import RectoPageModel
import RectoPipeline

/// The folder of one issue's downloads, which only this process changes while the value exists.
///
/// Its name is the SHA-256 of the issue's id, and those of its files that of the promised content:
/// no name comes from outside, and another promise is another file. A file has its name
/// only when it is whole and verified; before, it ends in `.part`.
struct DownloadEntry: ~Copyable {
  private static let lockName = "lock"

  let path: String
  private let lock: Int32

  static func path(_ id: IssueID, in folder: String) -> String {
    "\(folder)/\(digest(id.text))"
  }

  /// Makes it if it is missing. Throws `notNow` if another download has it, `noSpace`,
  /// `cannotWrite`.
  init(_ id: IssueID, in folder: String) throws(NewsstandError) {
    try self.init(path: Self.path(id, in: folder), of: "the issue \(printable(id.text))")
  }

  init(path: String, of what: String) throws(NewsstandError) {
    lock = try Self.takeLock(path, of: what)
    self.path = path
  }

  /// Calls `flock`.
  private static func takeLock(_ path: String, of what: String) throws(NewsstandError) -> Int32 {
    // The folder may vanish while the lock is being taken, if its present owner removes it.
    while true {
      errno = 0
      do throws(PageError) { try makeFolder(path) } catch {
        if errno == ENOSPC || errno == EDQUOT { throw diskFailure(path) }
        throw NewsstandError(.cannotWrite, error.message)
      }
      let lock = open("\(path)/\(lockName)", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
      if lock < 0 && errno == ENOENT { continue }
      guard lock >= 0 else { throw diskFailure(path) }
      guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
        close(lock)
        throw NewsstandError(.notNow, "\(what) is being downloaded already: wait for that to end")
      }
      var status = stat()
      if fstat(lock, &status) == 0, status.st_nlink > 0 { return lock }
      close(lock)
    }
  }

  deinit {
    // Said outright: a process that was forked meanwhile shares the lock and would keep it.
    flock(lock, LOCK_UN)
    close(lock)
  }

  /// The path of an asset's file, whether it exists or not.
  func file(_ asset: IssueAsset) -> String { Self.file(asset, in: path) }

  static func file(_ asset: IssueAsset, in path: String) -> String {
    let promise = [asset.url, asset.size.map { "\($0)" } ?? "", asset.sha256 ?? ""]
    return "\(path)/\(digest(promise.joined(separator: "\n")))"
  }

  /// Removes files that belong to none of the assets, such as those promised before.
  func removeAll(but assets: [IssueAsset]) throws(NewsstandError) {
    let kept = assets.flatMap { asset in
      let file = file(asset)
      return [file, AssetDownload.journal(file)]
    }
    for name in allNames(inFolder: path) where name != Self.lockName {
      let file = "\(path)/\(name)"
      if !kept.contains(file) { try onDisk(file) { unlink(file) } }
    }
  }

  /// Removes it with all that is in it. What an interruption leaves is useful for a later download.
  func remove() throws(NewsstandError) {
    for name in allNames(inFolder: path) where name != Self.lockName {
      try onDisk(path) { unlink("\(path)/\(name)") }
    }
    try onDisk(path) { unlink("\(path)/\(Self.lockName)") }
    // Another one may have made its lock by now, and stays.
    rmdir(path)
  }
}

/// In hexadecimal digits.
private func digest(_ text: String) -> String {
  var sha256 = SHA256()
  var text = text
  text.withUTF8 { sha256.update(UnsafeRawBufferPointer($0)) }
  return sha256.digest().hex
}
