import RectoJSON
import RectoPageModel

/// The layouts of one publication in the cache, where all its workers and other days find them.
///
/// Entries are named by the digest of the source. Nothing is kept of one that changes while it is
/// open.
final class CachedLayouts: Sendable {
  private let cache: ResultCache
  private let digested: DigestedSource
  /// All that a layout depends on beside the source.
  private let surroundings: [String]

  /// Nil for a source that cannot be named, such as a folder that is being written to.
  init?(
    _ cache: ResultCache, source: Source, backend: any PageBackend, fonts: FontSet,
    options: OpenOptions
  ) {
    guard let digested = DigestedSource(source, memo: cache) else { return nil }
    self.cache = cache
    self.digested = digested
    // A chapter is laid out the same in an excerpt.
    let layout = options.layout.withoutExcerpt
    surroundings = [
      backend.id, backend.info.version, fonts.hex,
      String(decoding: JSONWriter.bytes(of: layout, isExact: true), as: UTF8.self),
    ]
  }

  func layout(_ name: LayoutName) -> [UInt8]? { cache.layout(for: key(name)) }

  func keep(_ bytes: [UInt8], as name: LayoutName) {
    if digested.isUnchanged { cache.keepLayout(bytes, for: key(name)) }
  }

  private func key(_ name: LayoutName) -> CacheKey {
    CacheKey(layout: name.text, of: digested.digest, surroundings: surroundings)
  }
}
