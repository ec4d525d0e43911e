import Glibc
import RectoJSON
import RectoPageModel
import RectoPluginKit
import RectoRaster

/// The image files of one open publication in the cache, and the index of its text.
///
/// Nothing is stored from a source that has changed since it was opened: its new pixels would get
/// the key of its old content.
struct CachedPublication: Sendable {
  private let cache: ResultCache
  private let source: DigestedSource
  private let backend: BackendVersion
  /// The engine that draws the pages that the backend cannot.
  private let substitute: BackendVersion?
  private let fonts: FontSet
  /// Other parts of its keys: the digests of the files beside the source, its layout and its
  /// engines.
  private let others: [String]
  /// The digest of the source with the files beside it, such as the pictures of a story. Clients
  /// cache images forever whose URLs contain it.
  let sourceDigest: String
  /// False for a source that needs a password: its pages are not stored on the disk.
  private let isOnDisk: Bool

  private let companions: [(path: String, digest: String)]

  private static let noCompanion = "none"

  private static func digest(ofCompanion path: String, memo: ResultCache) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return noCompanion }
    defer { close(descriptor) }
    return SourceDigest(file: descriptor, memo: memo)?.hex ?? noCompanion
  }

  /// Returns nil for a source without a digest, such as a folder that is being written to.
  init?(
    _ cache: ResultCache, source: Source, backend: any PageBackend, version: String,
    fonts: FontSet, options: OpenOptions, substitute: BackendVersion? = nil
  ) {
    guard let digested = DigestedSource(source, memo: cache) else { return nil }
    self.cache = cache
    self.source = digested
    self.backend = BackendVersion(id: backend.id, version: version)
    self.substitute = substitute
    self.fonts = fonts
    companions = backend.companions(ofSourceAt: source.path).map { path in
      (path, Self.digest(ofCompanion: path, memo: cache))
    }
    let digests = companions.map(\.digest)
    let isAlone = digests.allSatisfy { $0 == Self.noCompanion }
    sourceDigest =
      isAlone ? digested.digest.hex : CacheKey(parts: [digested.digest.hex] + digests).hex
    let layout = JSONWriter.bytes(of: options.layout, isExact: true)
    // With two engines, a page's image depends on both; for a package, on the preferred one.
    others =
      digests + [String(decoding: layout, as: UTF8.self)]
      + (substitute.map { ["substitute", $0.id, $0.version] } ?? [])
      + (options.engine.map { ["engine", $0] } ?? [])
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

  /// True while the source and the files beside it are unchanged since it was opened.
  private var isUnchanged: Bool {
    source.isUnchanged
      && companions.allSatisfy { path, digest in
        Self.digest(ofCompanion: path, memo: cache) == digest
      }
  }

  func store(_ file: UnsafeRawBufferPointer, _ key: CacheKey) {
    if isUnchanged { cache.store(file, for: key, onDisk: isOnDisk) }
  }

  /// The file of a key. Concurrent calls make it only once.
  func file(
    _ key: CacheKey, make: @escaping @Sendable () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    try await cache.bytes(for: key, onDisk: isOnDisk) { [self] in
      let file = try await make()
      guard isUnchanged else {
        throw PageError(.unreadable, "the source has changed since it was opened: open it again")
      }
      return file
    }
  }

  // MARK: Engines

  /// The reason why the other engine draws a page, from an earlier attempt; nil if it does not.
  func reasonForSubstitute(ofPage index: Int) -> String? {
    substituteKey(index).flatMap { cache.bytes(for: $0) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  func rememberSubstitute(ofPage index: Int, because reason: String) {
    guard let key = substituteKey(index), isUnchanged else { return }
    cache.store(Array(reason.utf8), for: key, onDisk: isOnDisk)
  }

  private func substituteKey(_ index: Int) -> CacheKey? {
    substitute.map { CacheKey(substitute: $0, ofPage: index, of: source.digest, backend: backend) }
  }

  // MARK: The index

  /// The index of an earlier search; nil if there is none or it cannot be read.
  func searchIndex() -> SearchIndex? {
    guard let bytes = cache.bytes(for: indexKey) else { return nil }
    return try? SearchIndex(jsonBytes: bytes)
  }

  func store(_ index: SearchIndex) {
    guard isUnchanged else { return }
    cache.store(JSONWriter.bytes(of: index, isExact: true), for: indexKey, onDisk: isOnDisk)
  }

  private var indexKey: CacheKey {
    CacheKey(searchIndexOf: source.digest, backend: backend, fonts: fonts, others: others)
  }
}
