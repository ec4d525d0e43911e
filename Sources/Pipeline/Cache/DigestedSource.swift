import Glibc
import RectoPageModel

/// A source with the digest that it had when it was opened.
final class DigestedSource: Sendable {
  let digest: SourceDigest
  private let descriptor: Int32
  /// Nil for a folder, which is digested each time.
  private let identity: FileIdentity?

  init?(_ source: Source, memo: ResultCache) {
    let descriptor: Int32
    let digest: SourceDigest?
    switch source.content {
    case .file(let bytes):
      guard let file = try? bytes.makeDescriptor() else { return nil }
      descriptor = file
      identity = FileIdentity(file)
      digest = SourceDigest(file: file, memo: memo)
    case .folder:
      descriptor = open(source.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      identity = nil
      digest = descriptor < 0 ? nil : SourceDigest(folder: descriptor)
    // Part of a source that is cached as a whole.
    case .files: return nil
    }
    guard let digest else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    self.descriptor = descriptor
    self.digest = digest
  }

  deinit { close(descriptor) }

  var isUnchanged: Bool {
    if let identity { return FileIdentity(descriptor) == identity }
    return SourceDigest(folder: descriptor) == digest
  }
}
