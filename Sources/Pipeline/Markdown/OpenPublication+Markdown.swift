import RectoPageModel
import RectoWorkers

/// Markdown of a publication, or of some of its pages, with the pages that could not be read.
public struct PublicationMarkdown: Sendable {
  public let markdown: MappedMarkdown
  public let failures: [Failure]

  /// A page that is missing.
  public struct Failure: Sendable {
    public let page: Int
    public let error: PageError
  }
}

extension OpenPublication {
  /// The number of pages on each side that are read with a page: a running head is recognized by
  /// other pages that have it, and a heading by the size of the text around it.
  private static let context = 4

  /// The articles of the publication, one after the other, as Markdown with a map. Pages that belong to
  /// no article, such as those that are only a picture, are not in it.
  ///
  /// Throws as `articles(_:)`.
  public func markdown(
    _ requestOptions: RequestOptions = .neighbor
  ) async throws(PageError) -> PublicationMarkdown {
    let found = try await articlesAndFailures(requestOptions)
    return PublicationMarkdown(
      markdown: MappedMarkdown(found.articles), failures: found.failures)
  }

  /// The same of some pages, in their order in the publication, with all that is on them but running
  /// heads and page numbers. A sentence goes on from one page to the next, and is cut where the next one
  /// is not wanted.
  ///
  /// Throws `cancelled` and `busy`, `noSuchPage`, and the error of the first page if none can be read.
  public func markdown(
    ofPages wanted: [Int], _ requestOptions: RequestOptions = .neighbor
  ) async throws(PageError) -> PublicationMarkdown {
    for page in wanted { try check(page) }
    let chosen = Set(wanted)
    // The publication may have more pages than an estimate says.
    let end = max(pageCount, (chosen.max() ?? -1) + 1)
    let around = Set(
      chosen.flatMap { page in
        max(0, page - Self.context)..<min(end, page + Self.context + 1)
      })
    var read = try await articlePages(around.sorted(), requestOptions)
    read.failures.removeAll { !chosen.contains($0.page) }
    if let first = read.failures.first, read.failures.count == chosen.count { throw first.error }
    let (pages, info) = (read.pages, try await info)
    let markdown = WorkPace.current.perform {
      MappedMarkdown(ArticleReader(pages, info: info, only: chosen).sections([]))
    }
    return PublicationMarkdown(markdown: markdown, failures: read.failures)
  }
}
