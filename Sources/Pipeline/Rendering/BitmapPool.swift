import RectoPageModel
import Synchronization

/// Bitmaps that images of one publication were drawn in, for its next images: their memory is
/// allocated, and its workers have it mapped. Never shared between publications: a worker keeps its
/// mapping and could read later drawings.
package final class BitmapPool: Sendable {
  /// The number of kept bitmaps.
  private static let count = 4

  private let largestBytes: Int
  private let kept = Mutex<[Bitmap]>([])

  /// Keeps no bitmap of more than `largestBytes`. By default these are tiles and small pages: a large page
  /// takes much longer to draw than its memory to allocate.
  package init(largestBytes: Int = 4 << 20) {
    self.largestBytes = largestBytes
  }

  /// A bitmap whose shape and pixels are undefined. One with which drawing fails is not to be given back: a
  /// worker that was given up may still draw on it.
  package func take() -> Bitmap {
    kept.withLock { $0.popLast() } ?? Bitmap(size: PixelSize(width: 1, height: 1))
  }

  /// Keeps a bitmap for the next image.
  package func giveBack(_ bitmap: Bitmap) {
    guard bitmap.withSharedMemory({ $0?.count ?? .max }) <= largestBytes else { return }
    kept.withLock { if $0.count < Self.count { $0.append(bitmap) } }
  }

  /// Takes a bitmap for the time of `body`, and gives it back if that does not throw.
  func lend<Result>(_ body: (Bitmap) async throws -> Result) async throws -> Result {
    let bitmap = take()
    let result = try await body(bitmap)
    giveBack(bitmap)
    return result
  }
}
