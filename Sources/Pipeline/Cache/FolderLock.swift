import Glibc
import RectoPageModel

/// The right to change what a cache folder holds, among threads and processes, with the count of
/// what that is. Given back with the value, and by the kernel when the process ends.
///
/// The count stands in the lock's own file: 8 bytes, and the same 8 bytes inverted.
struct FolderLock: ~Copyable {
  static let fileName = "lock"

  private let descriptor: Int32

  /// Waits for at most 50 ms and gives nil after that: a process that was stopped while it held
  /// the lock must not hold up the others' pages. Calls `flock`.
  init?(_ folder: CacheFolder) {
    let file = openat(
      folder.descriptor, Self.fileName,
      O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    var tries = 0
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      tries += 1
      guard errno == EWOULDBLOCK || errno == EINTR, tries <= 100 else {
        close(file)
        return nil
      }
      blocking { _ = usleep(500) }
    }
    descriptor = file
  }

  deinit {
    // Said outright: a process that was forked meanwhile shares the lock and would keep it.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The bytes in the folder; nil if they were not counted yet.
  var count: Int? {
    var words: (UInt64, UInt64) = (0, 0)
    let isWhole = withUnsafeMutableBytes(of: &words) {
      pread(descriptor, $0.baseAddress, $0.count, 0) == $0.count
    }
    guard isWhole, words.0 == ~words.1 else { return nil }
    return Int(exactly: UInt64(littleEndian: words.0))
  }

  /// False if the file cannot be written.
  func setCount(_ count: Int) -> Bool {
    let word = UInt64(count).littleEndian
    return withUnsafeBytes(of: (word, ~word)) {
      pwrite(descriptor, $0.baseAddress, $0.count, 0) == $0.count
    }
  }
}
