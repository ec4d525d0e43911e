import PageModel
import PluginKit
import Synchronization
import Workers

/// How many pages the chapters of one publication have, in the cache: another time it is not laid
/// out to count them.
final class CachedPagination: PaginationMemo {
  private let cache: ResultCache
  private let source: Source
  private let backend: String
  private let fonts: FontSet
  private let layout: LayoutOptions
  /// The source as it was before its pages were counted; nil before anyone asked.
  private let digested = Mutex<DigestedSource?>(nil)

  init(
    _ cache: ResultCache, source: Source, backend: any PageBackend, fonts: FontSet,
    options: OpenOptions
  ) {
    self.cache = cache
    self.source = source
    self.backend = backend.id
    self.fonts = fonts
    layout = options.layout
  }

  func pagination(version: String) -> [Int]? {
    guard let digested = DigestedSource(source, memo: cache) else { return nil }
    self.digested.withLock { $0 = digested }
    guard let bytes = cache.memo(for: key(digested, version)) else { return nil }
    return try? JSONDocument(bytes).root.elements { count throws(JSONError) in
      try count.integer()
    }
  }

  func remember(_ pagination: [Int], version: String) {
    guard let digested = digested.withLock({ $0 }), digested.isUnchanged else { return }
    var json = JSONWriter(isExact: true)
    json.array(pagination) { $0.value($1) }
    cache.remember(json.bytes, for: key(digested, version))
  }

  private func key(_ source: DigestedSource, _ version: String) -> CacheKey {
    CacheKey(
      paginationOf: source.digest, backend: BackendVersion(id: backend, version: version),
      fonts: fonts, layout: layout)
  }
}
