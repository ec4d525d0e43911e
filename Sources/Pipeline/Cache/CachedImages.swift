import Glibc
import PageModel
import Raster

/// The image files of one open publication in the cache.
///
/// A source that changes while it is open is not stored from: its new pixels would lie under the
/// name of its old content.
struct CachedImages: Sendable {
  private let cache: ResultCache
  private let source: DigestedSource
  private let backend: BackendVersion
  private let fonts: FontSet
  /// The digests of the files beside the source, and how it is laid out.
  private let others: [String]
  /// Pages of a source that needs a password are not left on the disk.
  private let isOnDisk: Bool

  /// Nil for a source that cannot be named, such as a folder that is being written to.
  init?(
    _ cache: ResultCache, source: Source, backend: any PageBackend, version: String,
    fonts: FontSet, options: OpenOptions
  ) {
    guard let digested = DigestedSource(source, memo: cache) else { return nil }
    self.cache = cache
    self.source = digested
    self.backend = BackendVersion(id: backend.id, version: version)
    self.fonts = fonts
    let companions = backend.companions(ofSourceAt: source.path).map { path in
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { return "none" }
      defer { close(descriptor) }
      return SourceDigest(file: descriptor, memo: cache)?.hex ?? "none"
    }
    let layout = JSONWriter.bytes(of: options.layout, isExact: true)
    others = companions + [String(decoding: layout, as: UTF8.self)]
    isOnDisk = options.password == nil
  }

  func key(
    _ item: Export.Item, _ request: RenderRequest, _ encoding: EncodeOptions
  ) -> CacheKey {
    switch item {
    case .page(let page):
      CacheKey(
        page: page, of: source.digest, backend: backend, fonts: fonts, request: request,
        encoding: encoding, others: others)
    case .spread(let spread):
      CacheKey(
        spread: spread, of: source.digest, backend: backend, fonts: fonts, request: request,
        encoding: encoding, others: others)
    }
  }

  func file(_ key: CacheKey) -> [UInt8]? { cache.bytes(for: key) }

  func store(_ file: UnsafeRawBufferPointer, _ key: CacheKey) {
    if source.isUnchanged { cache.store(file, for: key, onDisk: isOnDisk) }
  }

  /// The file of a name, made once however many ask for it at the same time.
  func file(
    _ key: CacheKey, make: @escaping @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    try await cache.bytes(for: key, onDisk: isOnDisk) { [source] in
      let file = try await make()
      guard source.isUnchanged else {
        throw PageError(.unreadable, "the source has changed since it was opened: open it again")
      }
      return file
    }
  }
}

/// A source with the digest that it had when it was opened.
private final class DigestedSource: Sendable {
  let digest: SourceDigest
  private let descriptor: Int32
  /// Nil for a folder, which is digested anew.
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
