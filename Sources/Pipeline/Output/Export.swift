import RectoPageModel
import RectoRaster

/// Renders many pages or spreads to files.
public struct Export: Sendable {
  /// One image to make.
  public enum Item: Sendable, Hashable {
    /// A page, by its index from 0.
    case page(Int)
    /// The two pages of a spread in one image, or the one that it has.
    case spread(Spread)

    /// The first page in it, by which it is named and reported.
    public var page: Int {
      switch self {
      case .page(let index): index
      case .spread(let spread): min(spread.left ?? .max, spread.right ?? .max)
      }
    }
  }

  /// The result of one item. Events come in the order of completion.
  public enum Event: Sendable {
    /// `write` has taken its file.
    case finished(Item)
    /// Rendering, encoding or `write` threw.
    case failed(Item, PageError)
  }

  /// The part and the size of each page. A region is refused for spreads.
  public var request: RenderRequest
  /// The format of the files. Pixels per inch are set to the rendered resolution.
  public var options: EncodeOptions
  /// The options of the requests for the images; see `RequestOptions`.
  public var requestOptions = RequestOptions.export

  /// An export in the background; set `requestOptions` otherwise.
  public init(request: RenderRequest, options: EncodeOptions) {
    self.request = request
    self.options = options
  }

  /// Takes cached files, renders as many others at a time as the publication has threads, encodes
  /// them in parallel, and passes each file's bytes to `write`, which may be called from several
  /// threads. One that fails does not stop the others.
  ///
  /// Returns the failures in page order. Cancelling the task cancels unfinished items.
  public func run(
    _ items: [Item], of publication: OpenPublication,
    write: @escaping @Sendable (Item, UnsafeRawBufferPointer) throws(PageError) -> Void,
    onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) async -> [(item: Item, error: PageError)] {
    var failures: [(item: Item, error: PageError)] = []
    // One image is encoded and written while every thread renders another.
    var idle = (0...publication.concurrency).map { _ in RenderScratch() }
    await withTaskGroup(of: Made.self) { group in
      func collect(_ made: Made?) {
        guard let made else { return }
        idle.append(made.scratch)
        guard let error = made.error else { return onEvent(.finished(made.item)) }
        failures.append((made.item, error))
        onEvent(.failed(made.item, error))
      }
      for item in items {
        if idle.isEmpty { collect(await group.next()) }
        if Task.isCancelled { break }
        guard let scratch = idle.popLast() else { break }
        group.addTask { await make(item, of: publication, on: scratch, write: write) }
      }
      for await made in group { collect(made) }
    }
    return failures.sorted { $0.item.page < $1.item.page }
  }

  private struct Made: Sendable {
    let item: Item
    let scratch: RenderScratch
    let error: PageError?
  }

  private func make(
    _ item: Item, of publication: OpenPublication, on scratch: RenderScratch,
    write: @Sendable (Item, UnsafeRawBufferPointer) throws(PageError) -> Void
  ) async -> Made {
    do throws(PageError) {
      let cached = publication.cached
      let key = cached?.key(item, request, options)
      if let key, let file = cached?.file(key) {
        try lend(file, of: item, to: write)
        return Made(item: item, scratch: scratch, error: nil)
      }
      var options = options
      let scale = try await publication.render(item, request, into: scratch.bitmap, requestOptions)
      options.dotsPerInch = scale * 72
      // An image smaller than requested is not cached, so that the next command also warns about
      // it.
      let isWhole = request.scale.isMet(by: scale)
      try scratch.encoder.encode(scratch.bitmap, options) { file throws(PageError) in
        if let key, isWhole { cached?.store(file, key) }
        try write(item, file)
      }
      return Made(item: item, scratch: scratch, error: nil)
    } catch { return Made(item: item, scratch: scratch, error: error) }
  }

  private func lend(
    _ file: [UInt8], of item: Item,
    to write: (Item, UnsafeRawBufferPointer) throws(PageError) -> Void
  ) throws(PageError) {
    let outcome = file.withUnsafeBytes { bytes in
      Result { () throws(PageError) in try write(item, bytes) }
    }
    try outcome.get()
  }

  /// The memory that one image in the making needs; there is one more of them than threads, however
  /// many pages there are.
  private struct RenderScratch: Sendable {
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    let encoder = ImageEncoder()
  }
}
