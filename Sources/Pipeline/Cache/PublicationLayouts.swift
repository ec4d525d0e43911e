import RectoPageModel
import Synchronization

/// The layouts of one open publication: in the cache, or in memory where it has none. Small ones
/// are in memory in any case, so that the workers of a book share its page counts where the disk is
/// full.
///
/// The cache is first asked with the first layout, which publications of fixed pages never want.
final class PublicationLayouts: LayoutStore {
  private enum Cache {
    case unopened
    case opened(CachedLayouts?)
  }

  private struct State {
    var cache = Cache.unopened
    var entries: [LayoutName: [UInt8]] = [:]
    var bytes = 0
  }

  /// The most bytes of a publication, half of what the cache keeps: a hostile source must not drive
  /// out all other books.
  private static let capacity = 128 << 20
  /// A number for each of ten thousand chapters.
  private static let small = 64 << 10
  private static let overhead = 128

  private let openCache: @Sendable () -> CachedLayouts?
  private let state = Mutex(State())

  init(_ openCache: @escaping @Sendable () -> CachedLayouts?) { self.openCache = openCache }

  private var cache: CachedLayouts? {
    state.withLock { state in
      if case .opened(let cache) = state.cache { return cache }
      let cache = openCache()
      state.cache = .opened(cache)
      return cache
    }
  }

  func layout(_ name: LayoutName) -> [UInt8]? {
    state.withLock { $0.entries[name] } ?? cache?.layout(name)
  }

  func keep(_ bytes: [UInt8], as name: LayoutName, isLasting: Bool) {
    let cache = isLasting ? cache : nil
    let size = bytes.count + Self.overhead
    let isKept = state.withLock { state in
      guard state.bytes + size <= Self.capacity else { return false }
      let isInMemory = cache == nil || bytes.count <= Self.small
      if isInMemory, state.entries[name] != nil { return false }
      if isInMemory { state.entries[name] = bytes }
      state.bytes += size
      return true
    }
    if isKept { cache?.keep(bytes, as: name) }
  }
}
