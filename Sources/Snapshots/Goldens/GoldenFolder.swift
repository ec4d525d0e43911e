import Glibc
import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit
import RectoRaster

/// The goldens of one source: a folder with a manifest, and for each device a folder of pictures
/// and texts.
///
/// Files that are links are neither read nor written, and nothing is written to a folder that is a
/// link.
public struct GoldenFolder: Sendable {
  public let path: String
  private let source: String
  private let limits = Limits()

  /// The text of a page has some hundred kilobytes; a whole book on one page has less than this.
  private static let maximumTextBytes = 64 << 20
  /// The maximum size of a picture's file in bytes, more than the uncompressed size of the
  /// largest picture that is read.
  private static let maximumPictureBytes = 256 << 20

  /// The goldens of `source` in the folder `root`, which may also contain those of other sources.
  /// Makes no folder.
  public init(_ root: String, source: String) {
    self.source = source.split(separator: "/").last.map(String.init) ?? source
    path = "\(root)/\(GoldenNames.folder(ofSource: source))"
  }

  // MARK: Reading

  /// The manifest; an empty one if the file does not exist.
  ///
  /// Throws `damaged` for one that cannot be parsed, and `unreadable`.
  public func manifest() throws(PageError) -> GoldenManifest {
    let file = "\(path)/\(GoldenNames.manifest)"
    guard let bytes = try read(file, atMost: GoldenManifest.maximumBytes) else {
      return GoldenManifest(source: source)
    }
    do throws(JSONError) {
      return try GoldenManifest(jsonBytes: bytes)
    } catch {
      throw PageError(.damaged, "the manifest \(file) is invalid: \(error)")
    }
  }

  /// The page as it was recorded.
  ///
  /// Throws `notFound`, `unreadable`, `damaged` or `limit`, with the file's path.
  public func snapshot(_ entry: GoldenEntry) throws(PageError) -> PageSnapshot {
    let (picture, text) = ("\(path)/\(entry.key.picture)", "\(path)/\(entry.key.text)")
    guard let bytes = try read(picture, atMost: Self.maximumPictureBytes),
      let json = try read(text, atMost: Self.maximumTextBytes)
    else {
      throw PageError(.notFound, "the golden \(picture) or its text is gone: record it again")
    }
    let pixels: PNGPicture
    do throws(PageError) {
      pixels = try PNGPicture(bytes, pixelLimit: limits.pixels)
    } catch {
      throw PageError(error.code, "the golden \(picture) \(error.message)")
    }
    do throws(JSONError) {
      return PageSnapshot(
        picture: Bitmap(pixels), text: try PageTextDocument(jsonBytes: json).text,
        transform: entry.transform)
    } catch {
      throw PageError(.damaged, "the golden \(text) is invalid: \(error)")
    }
  }

  /// Returns nil if the file does not exist.
  private func read(_ file: String, atMost limit: Int) throws(PageError) -> [UInt8]? {
    // `O_NONBLOCK`, so that a pipe without a writer does not block the call.
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      let reason =
        errno == ELOOP
        ? "it is a link, and goldens must be files" : String(cString: strerror(errno))
      throw PageError(.unreadable, "\(file) cannot be read: \(reason)")
    }
    do throws(PageError) {
      let bytes = try FileBytes(owning: descriptor)
      guard bytes.count <= limit else {
        throw PageError(.limit, "is larger than \(limit >> 20) MiB")
      }
      return bytes.prefix(bytes.count)
    } catch {
      throw PageError(error.code, "\(file) \(error.message)")
    }
  }

  /// The paths in the folder of pictures that the manifest does not name.
  public func strayPictures(_ manifest: GoldenManifest) -> [String] {
    let known = Set(manifest.entries.keys.map(\.picture))
    var stray: [String] = []
    for device in (try? folderEntries(of: path)) ?? [] where isPlainFolder("\(path)/\(device)") {
      for name in (try? folderEntries(of: "\(path)/\(device)")) ?? [] where name.hasSuffix(".png") {
        if !known.contains("\(device)/\(name)") { stray.append("\(device)/\(name)") }
      }
    }
    return stray.sorted()
  }

  // MARK: Writing

  /// Writes goldens, pictures first, and then the manifest that names them, under a lock among
  /// processes.
  ///
  /// Throws `cannotWrite`; `busy` if another run holds the lock for ten seconds; and what
  /// `manifest` throws, so that an unreadable manifest is not overwritten.
  public func record(
    _ recordings: [Recording], removing removed: [GoldenKey] = []
  ) throws(PageError) {
    guard !recordings.isEmpty || !removed.isEmpty else { return }
    try makeFolder(path)
    guard isPlainFolder(path) else { throw linked(path) }
    let lock = try GoldenLock(path)
    defer { withExtendedLifetime(lock) {} }
    var manifest = try manifest()
    for recording in recordings {
      let folder = "\(path)/\(recording.entry.key.device)"
      try makeFolder(folder)
      guard isPlainFolder(folder) else { throw linked(folder) }
      try write(recording.picture, to: recording.entry.key.picture)
      try write(recording.text, to: recording.entry.key.text)
      manifest.set(recording.entry)
    }
    for key in removed { manifest.remove(key) }
    try write(JSONWriter.bytes(of: manifest, isExact: true) + [0x0A], to: GoldenNames.manifest)
    for key in removed {
      unlink("\(path)/\(key.picture)")
      unlink("\(path)/\(key.text)")
    }
  }

  /// Records the outcomes of pages. Throws as above.
  public func record(_ outcomes: [PageOutcome]) throws(PageError) {
    try record(outcomes.compactMap(\.recording), removing: outcomes.flatMap(\.superseded))
  }

  /// Records the outcome of a page. Throws as above.
  public func record(_ outcome: PageOutcome) throws(PageError) { try record([outcome]) }

  private func write(_ bytes: [UInt8], to name: String) throws(PageError) {
    let file = "\(path)/\(name)"
    var status = stat()
    if lstat(file, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw linked(file) }
    try writeFile(bytes, to: file)
  }

  private func linked(_ path: String) -> PageError {
    PageError(
      .cannotWrite,
      "\(path) cannot be written: goldens must be regular files in regular folders, not links")
  }

  private func isPlainFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A lock among processes on a folder of goldens.
private struct GoldenLock: ~Copyable {
  private let descriptor: Int32

  /// Calls `flock` on the folder itself.
  init(_ folder: String) throws(PageError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw PageError(
        .cannotWrite, "\(folder) cannot be written: \(String(cString: strerror(errno)))")
    }
    var tries = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      tries += 1
      guard tries <= 1000 else {
        close(descriptor)
        throw PageError(.busy, "another run is writing to \(folder): try again")
      }
      usleep(10_000)
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
