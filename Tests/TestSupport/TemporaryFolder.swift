import Foundation

/// A new empty folder, removed with all that is in it when the last reference goes.
public final class TemporaryFolder: Sendable {
  public let path: String

  init(_ path: String) {
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something inside.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, with the folders above it, and gives its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// All files and folders below, hidden ones too, sorted.
  public func entries() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }
}

/// A folder below the system's folder for temporary files.
public func temporaryFolder() throws -> TemporaryFolder {
  let path = FileManager.default.temporaryDirectory.path + "/recto-test-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  return TemporaryFolder(path)
}

/// The content of a file.
public func bytes(ofFile path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}
