import RectoPageModel

/// A rendered page.
public struct PageImage: Sendable {
  /// The page's index.
  public let page: Int
  /// Its pixels, in memory of its own.
  public let bitmap: Bitmap
  /// Pixels per point.
  public let scale: Double
}

extension OpenPublication {
  /// Renders pages in their order, several at a time, but no more of them ahead of the reader
  /// than there are threads.
  ///
  ///     for try await image in issue.render(pages: 0..<8, request) { show(image.bitmap) }
  ///
  /// Throws the first error, in the order of the pages. Leaving the loop, or cancelling the task,
  /// cancels unfinished pages.
  public func render(
    pages: some Sequence<Int>, _ request: RenderRequest = RenderRequest(),
    _ requestOptions: RequestOptions = .export
  ) -> AsyncThrowingMapSequence<PagesInOrder<PageImage>, PageImage> {
    inOrder(pages) { [self] index throws(PageError) in
      let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
      let scale = try await render(page: index, request, into: bitmap, requestOptions)
      return PageImage(page: index, bitmap: bitmap, scale: scale)
    }.map { element in try element.result.get() }
  }
}
