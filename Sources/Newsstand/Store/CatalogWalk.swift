import RectoPageModel

/// Gets a catalog with all its pages and the feeds that it leads to, and puts their issues together.
struct CatalogWalk: Sendable {
  let url: String
  let fetcher: any Fetching
  /// The parts of an earlier time; used if the server reports them as unchanged.
  let kept: [KeptCatalog.Page]
  /// The publisher's key; nil where no signature is asked for.
  var key: PublisherKey?

  static let accept =
    "application/opds+json, application/atom+xml;profile=opds-catalog;q=0.9, "
    + "application/json;q=0.8, application/xml;q=0.8, */*;q=0.5"

  /// The result of a walk.
  struct Found: Sendable {
    var pages: [KeptCatalog.Page]
    var catalog: Catalog
    /// All requests, also those that failed.
    var parts: [CatalogPart]
    /// Seconds for which the first page stays as it is, by its server's word.
    var freshSeconds: Double?
  }

  /// Rethrows the errors of fetching and reading. A later part that cannot be read, and a feed that is
  /// not answered, are problems of the catalog; such a feed has the issues of an earlier time, if it was
  /// ever answered.
  func run() async throws(NewsstandError) -> Found {
    var pages: [KeptCatalog.Page] = []
    var merge = CatalogMerge()
    var bytesLeft = CatalogLimits.totalBytes
    var failure: NewsstandError?
    while let request = merge.nextRequest() {
      guard pages.count < CatalogLimits.pages else {
        merge.problem("it has more than \(CatalogLimits.pages) pages: the others are left out")
        break
      }
      let page: KeptCatalog.Page
      var isFresh = true
      do throws(NewsstandError) {
        page = try await self.page(
          request.isEmpty ? url : request, at: min(bytesLeft, CatalogLimits.bytes))
      } catch {
        guard let current = merge.current, current.isFeed, error.code != .untrusted,
          error.code != .cancelled, !Task.isCancelled
        else { throw error }
        let earlier = earlier(request)
        // Without the rest of a feed, issues would be missing that are still there.
        guard !current.isNext || earlier != nil else { throw error }
        failure = failure ?? error
        let end = earlier == nil ? "its issues are left out" : "its issues are of an earlier time"
        merge.problem("\(printable(request)): \(error.message): \(end)")
        guard let earlier else { continue }
        page = earlier
        isFresh = false
      }
      bytesLeft -= page.answer.bytes.count
      try merge.add(page, isFresh: isFresh)
      pages.append(page)
      guard bytesLeft > 0 else {
        merge.problem(
          "its pages have more than \(CatalogLimits.totalBytes >> 20) MiB: the others are left out")
        break
      }
    }
    guard let catalog = merge.catalog else {
      throw NewsstandError(.badCatalog, "the catalog is empty: check its address")
    }
    if let failure, catalog.issues.isEmpty { throw failure }
    return Found(
      pages: pages, catalog: catalog, parts: merge.parts,
      freshSeconds: pages.first?.answer.freshSeconds)
  }

  /// The catalog in kept parts, without any request.
  static func catalog(of kept: [KeptCatalog.Page]) -> Catalog? {
    var merge = CatalogMerge()
    for page in kept {
      // Feeds that were not answered have no part.
      while let request = merge.nextRequest(), !request.isEmpty, request != page.request {}
      do throws(NewsstandError) { try merge.add(page) } catch { return nil }
    }
    return merge.catalog
  }

  /// The part of an earlier time, with a signature where there has to be one.
  private func earlier(_ request: String) -> KeptCatalog.Page? {
    kept.first { $0.request == request && (key == nil || $0.isSigned(by: key)) }
  }

  private func page(
    _ request: String, at mostBytes: Int
  ) async throws(NewsstandError) -> KeptCatalog.Page {
    let earlier = earlier(request)
    var answer = try await fetcher.fetch(
      FetchRequest(
        url: request, mostBytes: mostBytes, validators: earlier?.answer.validators,
        accept: Self.accept, namedBy: request == url ? nil : url))
    if answer.isUnchanged {
      guard let earlier else {
        throw NewsstandError(
          .badAnswer,
          "\(printable(request)): the server says that it is unchanged, and was not asked")
      }
      let freshSeconds = answer.freshSeconds
      answer = earlier.answer
      answer.freshSeconds = freshSeconds
      return KeptCatalog.Page(request: request, answer: answer, signature: earlier.signature)
    }
    var page = KeptCatalog.Page(request: request, answer: answer)
    if let key {
      page.signature = try await signature(
        of: answer.bytes, at: request, by: key, notBefore: earlier?.signature?.time)
    }
    return page
  }

  /// Checks the signature beside a part of the catalog. Throws `untrusted`, and the errors of fetching.
  private func signature(
    of content: [UInt8], at request: String, by key: PublisherKey, notBefore earliest: Int?
  ) async throws(NewsstandError) -> KeptCatalog.Signature {
    let place = CatalogSignature.url(of: request)
    let file: [UInt8]
    do throws(NewsstandError) {
      file = try await fetcher.fetch(
        FetchRequest(
          url: place, mostBytes: CatalogSignature.mostBytes,
          namedBy: request == url ? nil : url)
      ).bytes
    } catch {
      guard error.code == .notFound || error.code == .tooLarge else { throw error }
      throw NewsstandError(
        .untrusted,
        "\(printable(request)) is not signed, and its store has the key \(key.name): "
          + error.message)
    }
    guard let signature = CatalogSignature(file) else {
      throw NewsstandError(.untrusted, "\(printable(place)) is not a signature of minisign")
    }
    let time = try signature.check(content, url: request, signedBy: key)
    if let earliest, time < earliest {
      throw NewsstandError(
        .untrusted,
        "\(printable(request)) is an old catalog: it was signed at "
          + "\(Timestamp(seconds: time).iso8601), and the last one at "
          + Timestamp(seconds: earliest).iso8601)
    }
    return KeptCatalog.Signature(key: key.text, time: time)
  }
}
