import RectoPageModel
import Testing

@testable import RectoPipeline

struct BitmapPoolTests {
  private struct Refused: Error {}

  private let pool = BitmapPool()

  private func lend(_ side: Int, fails: Bool = false) async throws -> ObjectIdentifier {
    try await pool.lend { bitmap in
      bitmap.reset(size: PixelSize(width: side, height: side), format: .bgrx)
      if fails { throw Refused() }
      return ObjectIdentifier(bitmap)
    }
  }

  @Test func theNextImageHasTheMemoryOfTheLast() async throws {
    let first = try await lend(256)
    #expect(try await lend(512) == first)
  }

  @Test func failedBitmapsAreNotReused() async throws {
    let first = try await pool.lend { $0 }
    await #expect(throws: Refused.self) { _ = try await lend(256, fails: true) }
    // Held, so that no other can have its place in memory.
    #expect(try await lend(256) != ObjectIdentifier(first))
  }

  @Test func largeMemoryIsNotKept() async throws {
    let first = try await pool.lend { bitmap in
      bitmap.reset(size: PixelSize(width: 2048, height: 1024), format: .bgrx)
      return bitmap
    }
    #expect(try await lend(16) != ObjectIdentifier(first))
  }

  @Test func aPoolForLargeImagesKeepsTheirMemory() {
    let pool = BitmapPool(largestBytes: 8 << 20)
    let first = pool.take()
    first.reset(size: PixelSize(width: 2048, height: 1024), format: .bgrx)
    pool.giveBack(first)
    #expect(pool.take() === first)
    #expect(pool.take() !== first)
  }

  @Test func twoAtATimeHaveOneEach() async throws {
    try await pool.lend { outer in
      let inner = try await lend(16)
      #expect(inner != ObjectIdentifier(outer))
    }
  }
}
