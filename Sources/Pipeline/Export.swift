import PageModel
import Raster

/// Many pages, or spreads, to many files.
public struct Export: Sendable {
  /// One image to make.
  public enum Item: Sendable, Hashable {
    case page(Int)
    case spread(Spread)

    /// The first page in it, by which it is named and reported.
    public var page: Int {
      switch self {
      case .page(let index): index
      case .spread(let spread): min(spread.left ?? .max, spread.right ?? .max)
      }
    }
  }

  public enum Event: Sendable {
    case started(Item)
    case finished(Item)
    case failed(Item, PageError)
  }

  public var request: RenderRequest
  public var options: EncodeOptions
  /// Images encoded at once while the next is rendered; each holds one bitmap.
  public var jobs: Int

  public init(request: RenderRequest, options: EncodeOptions, jobs: Int) {
    self.request = request
    self.options = options
    self.jobs = max(1, jobs)
  }

  /// Renders in order, encodes beside it, and hands each file's bytes to `write`, which may be
  /// called from several threads. One that fails does not stop the others.
  ///
  /// Gives the failures in page order. Cancelling the task ends it after the page at hand.
  public func run(
    _ items: [Item], of publication: OpenPublication,
    write: @escaping @Sendable (Item, UnsafeRawBufferPointer) throws(PageError) -> Void,
    onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) async -> [(item: Item, error: PageError)] {
    var failures: [(item: Item, error: PageError)] = []
    var idle = (0...jobs).map { _ in Bench() }
    func fail(_ item: Item, _ error: PageError) {
      failures.append((item, error))
      onEvent(.failed(item, error))
    }
    await withTaskGroup(of: Encoded.self) { group in
      func collect(_ encoded: Encoded?) {
        guard let encoded else { return }
        idle.append(encoded.bench)
        if let error = encoded.error {
          fail(encoded.item, error)
        } else {
          onEvent(.finished(encoded.item))
        }
      }
      for item in items {
        if Task.isCancelled { break }
        // One bench is being rendered on while all the others are encoded from.
        if idle.count == 1 { collect(await group.next()) }
        guard let bench = idle.popLast() else { break }
        onEvent(.started(item))
        do throws(PageError) {
          let scale = try await render(item, of: publication, into: bench.bitmap)
          group.addTask { encode(item, on: bench, scale: scale, write: write) }
        } catch {
          idle.append(bench)
          fail(item, error)
        }
      }
      for await encoded in group { collect(encoded) }
    }
    return failures.sorted { $0.item.page < $1.item.page }
  }

  private struct Encoded: Sendable {
    let item: Item
    let bench: Bench
    let error: PageError?
  }

  private func encode(
    _ item: Item, on bench: Bench, scale: Double,
    write: (Item, UnsafeRawBufferPointer) throws(PageError) -> Void
  ) -> Encoded {
    var options = options
    options.dotsPerInch = scale * 72
    do throws(PageError) {
      try bench.encoder.encode(bench.bitmap, options) { file throws(PageError) in
        try write(item, file)
      }
      return Encoded(item: item, bench: bench, error: nil)
    } catch { return Encoded(item: item, bench: bench, error: error) }
  }

  private func render(
    _ item: Item, of publication: OpenPublication, into bitmap: Bitmap
  ) async throws(PageError) -> Double {
    switch item {
    case .page(let index): try await publication.render(page: index, request, into: bitmap)
    case .spread(let spread): try await publication.render(spread: spread, request, into: bitmap)
    }
  }

  /// The memory that one image in the making needs; there are `jobs + 1` of them, however many
  /// pages there are.
  private struct Bench: Sendable {
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    let encoder = ImageEncoder()
  }
}
