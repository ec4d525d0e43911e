import RectoPageModel
import RectoRaster
import RectoWorkers

extension OpenPublication {
  /// The articles of the publication as clean text, in the order of its pages. Reads the text of
  /// every page; a page that cannot be read has none.
  ///
  /// Their limits come from the source's tags and table of contents, and are guessed from the size
  /// and place of the text if it has neither.
  ///
  /// Throws `cancelled`, `busy`, and the errors of `outline()`.
  public func articles(_ requestOptions: RequestOptions = .neighbor) async throws(PageError)
    -> [Article]
  {
    try await articlesAndFailures(requestOptions).articles
  }

  func articlesAndFailures(
    _ requestOptions: RequestOptions
  ) async throws(PageError) -> (articles: [Article], failures: [PublicationMarkdown.Failure]) {
    let outline = try await outline()
    let info = try await info
    let read = try await articlePages(Array(0..<pageCount), requestOptions)
    let articles = WorkPace.current.perform {
      ArticleReader(read.pages, info: info).articles(outline)
    }
    return (articles, read.failures)
  }

  /// The input of articles, and the pages that could not be read. Throws `cancelled` and `busy`.
  func articlePages(
    _ indices: [Int], _ requestOptions: RequestOptions
  ) async throws(PageError) -> (pages: [ArticlePage], failures: [PublicationMarkdown.Failure]) {
    var pages: [ArticlePage] = []
    var failures: [PublicationMarkdown.Failure] = []
    let all = inOrder(indices) { [self] page throws(PageError) in
      try await articlePage(page, requestOptions)
    }
    for await element in all {
      switch element.result {
      case .success(let page): pages.append(page)
      case .failure(let error) where [.cancelled, .busy].contains(error.code): throw error
      case .failure(let error):
        failures.append(PublicationMarkdown.Failure(page: element.page, error: error))
      }
    }
    // A loop that is given up ends like one that is done.
    guard !Task.isCancelled else { throw .cancelled }
    return (pages, failures)
  }

  private func articlePage(
    _ index: Int, _ requestOptions: RequestOptions
  ) async throws(PageError) -> ArticlePage {
    let facts = try await facts(ofPage: index, requestOptions)
    return ArticlePage(
      index: index, size: facts.size, rotation: facts.rotation,
      text: try await text(ofPage: index, requestOptions),
      pictures: try await images(ofPage: index, requestOptions),
      links: try await links(ofPage: index, requestOptions))
  }
}

extension OpenPublication {
  /// The picture of an article, cut from its page, as a JPEG of 144 pixels an inch.
  ///
  /// Throws as `image(of:_:_:_:)`.
  public func picture(
    of block: Article.Block, _ requestOptions: RequestOptions = .neighbor
  ) async throws(PageError) -> [UInt8] {
    try await image(
      of: .page(block.page), RenderRequest(scale: .upTo(2), region: block.box),
      EncodeOptions(format: .jpeg), requestOptions)
  }
}
