import Glibc
import RectoPageModel

/// A file or folder to serve.
struct ServedRoot: Sendable, Hashable {
  /// Absolute, and without links.
  let path: String
  let isFolder: Bool

  /// Throws `notFound` or `unreadable`. Calls `realpath`.
  init(_ given: String) throws(PageError) {
    guard given != "-" else {
      throw PageError(.badRequest, "standard input cannot be served: name a file or a folder")
    }
    guard let real = realpath(given, nil) else {
      throw errno == ENOENT || errno == ENOTDIR
        ? PageError(
          .notFound,
          given.hasReplacedBytes
            ? "\(given.printable): its name is not UTF-8: rename it"
            : "\(given.printable): no such file or folder")
        : PageError(
          .unreadable, "\(given.printable) cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { free(real) }
    path = String(cString: real)
    isFolder = RectoPageModel.isFolder(path)
    guard access(path, isFolder ? R_OK | X_OK : R_OK) == 0 else {
      throw PageError(
        .unreadable, "\(given.printable) cannot be read: \(String(cString: strerror(errno)))")
    }
  }

  /// The last part of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? "files" }

  /// True if a path without links is below the root.
  func contains(_ path: String) -> Bool {
    path == self.path || path.hasPrefix(self.path == "/" ? "/" : self.path + "/")
  }
}
