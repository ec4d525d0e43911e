import RectoPageModel

extension OpenPublication {
  /// A page's label, boxes and rotation. Draws and reads nothing.
  ///
  /// Throws `noSuchPage`, `busy`, `cancelled`, `limit`, and what the backend throws for a page that
  /// cannot be read.
  public func facts(
    ofPage index: Int, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> PageFacts {
    try await withEngines([index], requestOptions) {
      publication, requestOptions throws(PageError) in
      try await publication.ask(page: index, requestOptions) { PageFacts($0) }
    }
  }

  /// Renders a page into `bitmap`, whose memory is used again, and gives its pixels per point.
  ///
  /// Throws `badRequest`, `noSuchPage`, `limit`, `busy`, `cancelled` and what the backend throws.
  @discardableResult
  public func render(
    page index: Int, _ request: RenderRequest, into bitmap: Bitmap,
    _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> Double {
    try await withEngines([index], requestOptions) {
      publication, requestOptions throws(PageError) in
      let renderer = PageRenderer(limits: limits, photographs: publication.photographs)
      let scale = try await publication.ask(page: index, requestOptions) { page throws(PageError) in
        try renderer.render(page, request, into: bitmap)
      }
      reduced.note([index], at: scale, request)
      return scale
    }
  }

  /// Renders a page into a bitmap of its own, which belongs to the caller.
  ///
  /// Throws as `render(page:_:into:_:)`.
  public func render(
    page index: Int, _ request: RenderRequest, _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> Bitmap {
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    try await render(page: index, request, into: bitmap, requestOptions)
    return bitmap
  }

  /// Renders the two pages of a spread side by side; see `SpreadRenderer`.
  @discardableResult
  public func render(
    spread: Spread, _ request: RenderRequest, into bitmap: Bitmap,
    _ requestOptions: RequestOptions = .visible
  ) async throws(PageError) -> Double {
    for index in [spread.left, spread.right] { try index.map(check) }
    let pages = [spread.left, spread.right].compactMap(\.self)
    return try await withEngines(pages, requestOptions) {
      publication, requestOptions throws(PageError) in
      let renderer = SpreadRenderer(
        pages: PageRenderer(limits: limits, photographs: publication.photographs))
      let scale = try await publication.ask(requestOptions) { publication throws(PageError) in
        let left = try spread.left.map { i throws(PageError) in try publication.page(at: i) }
        let right = try spread.right.map { i throws(PageError) in try publication.page(at: i) }
        return try renderer.render(left: left, right: right, request, into: bitmap)
      }
      reduced.note(pages, at: scale, request)
      return scale
    }
  }

  /// The spreads of the whole publication. A page that cannot be read lies where the count puts
  /// it.
  public func spreads() async throws(PageError) -> [Spread] {
    let pageCount = try await countPages()
    return try await ask { publication in
      let info = publication.info
      return Spread.layout(
        positions: publication.spreadPositions(ofPages: 0..<pageCount), direction: info.direction,
        hasCoverAlone: info.hasCoverAlone)
    }
  }
}
