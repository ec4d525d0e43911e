import RectoPageModel
import RectoPipeline
import RectoRaster
import Synchronization

/// Keeps the sizes of pages, so that a cached tile is served without a worker, even after its
/// publication was closed and opened again.
final class PageGeometry: Sendable {
  private enum Key: Hashable {
    /// By the page's key in the cache.
    case content(CacheKey)
    case open(ObjectIdentifier, page: Int)
  }

  private struct Known {
    weak var publication: OpenPublication?
    let facts: PageFacts
    let pixelsPerPoint: Double?
  }

  /// The number of pages that are remembered, at some bytes each.
  private static let capacity = 50_000

  private let known = Mutex(BoundedCache<Key, Known>(capacity: capacity))

  /// The facts of a page. Throws as `OpenPublication.facts(ofPage:_:)`.
  func facts(
    ofPage index: Int, in publication: OpenPublication
  ) async throws(PageError) -> PageFacts {
    try await geometry(index, publication).facts
  }

  /// The pixels per point of a page that is a single picture; nil for other pages, which have no
  /// resolution of their own.
  func ownPixelsPerPoint(
    ofPage index: Int, in publication: OpenPublication
  ) async throws(PageError) -> Double? {
    try await geometry(index, publication).pixelsPerPoint
  }

  private func geometry(_ index: Int, _ publication: OpenPublication) async throws(PageError)
    -> Known
  {
    let name = publication.imageKey(of: .page(index), RenderRequest(), EncodeOptions())
    let key = name.map { Key.content($0) } ?? .open(ObjectIdentifier(publication), page: index)
    // A new publication may have the address of one that was closed.
    if let known = known.withLock({ $0[key] }), name != nil || known.publication === publication {
      return known
    }
    let facts = try await publication.facts(ofPage: index)
    var pixelsPerPoint: Double?
    if publication.sourceTraits.pagesArePictures, facts.size.width > 0 {
      let pictures = try await publication.images(ofPage: index)
      if pictures.count == 1, let pixels = pictures[0].pixelSize {
        pixelsPerPoint = Double(pixels.width) / facts.size.width
      }
    }
    let fresh = Known(publication: publication, facts: facts, pixelsPerPoint: pixelsPerPoint)
    known.withLock { $0[key] = fresh }
    return fresh
  }
}
