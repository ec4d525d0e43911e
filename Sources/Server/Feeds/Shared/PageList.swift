import RectoPageModel
import RectoPipeline

/// The facts of all pages of a publication.
struct PageList: Sendable {
  /// One page.
  struct Entry: Sendable {
    let index: Int
    /// The facts of the page; if it cannot be read, those of the page before, or of a letter sheet.
    let facts: PageFacts
    /// The reason why it cannot be read; nil where it can.
    let problem: String?
  }

  let entries: [Entry]

  /// Asks each page. One that cannot be read does not stop the others.
  ///
  /// Throws `busy` and `cancelled`.
  init(_ publication: OpenPublication) async throws(PageError) {
    var entries: [Entry] = []
    let all = publication.inOrder(0..<publication.pageCount) { index throws(PageError) in
      try await publication.facts(ofPage: index, .thumbnail)
    }
    for await page in all {
      entries.append(try Self.entry(page.page, page.result, after: entries.last?.facts))
    }
    self.entries = entries
  }

  /// One page alone.
  ///
  /// Throws as above, and `noSuchPage`.
  static func entry(
    _ index: Int, of publication: OpenPublication
  ) async throws(PageError) -> Entry {
    let result: Result<PageFacts, PageError>
    do throws(PageError) {
      result = .success(try await publication.facts(ofPage: index))
    } catch {
      guard error.code != .noSuchPage else { throw error }
      result = .failure(error)
    }
    return try entry(index, result, after: nil)
  }

  private static func entry(
    _ index: Int, _ result: Result<PageFacts, PageError>, after last: PageFacts?
  ) throws(PageError) -> Entry {
    switch result {
    case .success(let facts): return Entry(index: index, facts: facts, problem: nil)
    case .failure(let error):
      // Not the page's fault: the next request may succeed.
      if error.code == .busy || error.code == .cancelled { throw error }
      let facts = PageFacts(
        index: index, label: "\(index + 1)", rotation: last?.rotation ?? .none,
        boxes: last?.boxes ?? PageBoxes(Size(width: 612, height: 792)), spreadPosition: .automatic)
      return Entry(index: index, facts: facts, problem: error.message)
    }
  }
}
