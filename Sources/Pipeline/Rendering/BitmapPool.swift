import RectoPageModel
import Synchronization

/// Bitmaps that images of one publication were drawn in, for its next images: their memory is
/// allocated, and its workers have it mapped. Never shared between publications: a worker keeps its
/// mapping and could read later drawings.
final class BitmapPool: Sendable {
  /// The number of kept bitmaps, and the maximum size of each in bytes: tiles and small pages. A
  /// large page takes much longer to draw than its memory to allocate.
  private static let count = 4
  private static let bytes = 4 << 20

  private let kept = Mutex<[Bitmap]>([])

  /// Lends a bitmap whose shape and pixels are undefined. One with which `body` fails is not used
  /// again: a worker that was given up may still draw on it.
  func lend<Result>(_ body: (Bitmap) async throws -> Result) async throws -> Result {
    let bitmap = kept.withLock { $0.popLast() } ?? Bitmap(size: PixelSize(width: 1, height: 1))
    let result = try await body(bitmap)
    let size = bitmap.withSharedMemory { $0?.count ?? .max }
    if size <= Self.bytes {
      kept.withLock { kept in
        if kept.count < Self.count { kept.append(bitmap) }
      }
    }
    return result
  }
}
