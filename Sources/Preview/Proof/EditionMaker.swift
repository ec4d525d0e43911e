import RectoPageModel
import RectoPipeline

/// Makes the pages of one layout.
struct EditionMaker: Sendable {
  let publication: OpenPublication
  let options: ProofOptions
  let store: PictureStore

  /// Fills an edition, page by page. Unchanged parts of `before` are kept, and pages with changed
  /// text come first: they are the edited ones.
  ///
  /// Throws `badRequest` for an invalid choice of pages, `cancelled`, `cannotWrite`, and the errors
  /// of the publication as a whole.
  func fill(
    _ edition: ProofEdition, before: ProofEdition? = nil,
    onPage: (ProofPage) -> Void
  ) async throws(PageError) -> ProofEdition {
    var edition = edition
    edition.pageCount = publication.pageCount
    for folder in ["pages", "thumbnails"] {
      try makeFolder("\(store.folder)/\(folder)/\(edition.key)")
    }
    let chosen = try pages(of: edition)
    let shown = Set(chosen)
    edition.spreads = try await publication.spreads().compactMap { spread in
      let left = spread.left.flatMap { shown.contains($0) ? $0 : nil }
      let right = spread.right.flatMap { shown.contains($0) ? $0 : nil }
      return left == nil && right == nil ? nil : Spread(left: left, right: right)
    }
    // Pages are shown even if the table of contents cannot be read.
    edition.outline = (try? await publication.outline()) ?? []
    let maker = ProofPageMaker(
      publication: publication, dotsPerInch: options.dotsPerInch, store: store,
      edition: edition.key)
    let known = Dictionary(
      (before?.pages ?? []).map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    for await element in publication.inOrder(
      await editedFirst(chosen, known),
      { index throws(PageError) in
        try await maker.page(index, before: known[index])
      })
    {
      let page = try element.result.get()
      edition.pages.append(page)
      onPage(page)
    }
    edition.pages.sort { $0.index < $1.index }
    // A loop that is given up ends like one that is done.
    guard !Task.isCancelled else { throw PageError(.cancelled, "the proof was cancelled") }
    return edition
  }

  /// Text is read sooner than a picture is made.
  private func editedFirst(_ pages: [Int], _ known: [Int: ProofPage]) async -> [Int] {
    guard !known.isEmpty else { return pages }
    var edited: Set<Int> = []
    for await element in publication.inOrder(
      pages,
      { index throws(PageError) in try await publication.text(ofPage: index, .export) })
    where (try? element.result.get()) != known[element.page]?.text {
      edited.insert(element.page)
    }
    return pages.filter(edited.contains) + pages.filter { !edited.contains($0) }
  }

  private func pages(of edition: ProofEdition) throws(PageError) -> [Int] {
    let count = publication.pageCount
    do throws(PageError) {
      return try options.shownPages(of: count)
    } catch {
      // The choice was made for the publication's own pages.
      if edition.key == ProofEdition.own { throw error }
      return Array(0..<count)
    }
  }
}
