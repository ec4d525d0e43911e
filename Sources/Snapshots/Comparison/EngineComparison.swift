import RectoPageModel
import RectoPipeline

/// Compares pages as two engines draw and read them: as pictures of two rasterizers, and by their
/// words.
public struct EngineComparison: Sendable {
  /// The comparison of one page.
  public struct Page: Sendable {
    /// The differences of the pictures and the words; `broken` if an engine cannot draw the page.
    public var outcome: PageOutcome
    /// The words that only the first engine reads, at most 100.
    public var onlyFirst: [String] = []
    /// The words that only the second engine reads, at most 100.
    public var onlySecond: [String] = []
  }

  private let first: OpenPublication
  private let second: OpenPublication
  private let dotsPerInch: Double?
  private let keepsPictures: Bool

  /// The usual pixels per inch.
  private static let usualDotsPerInch = 96.0

  /// Both publications are opened from the same source, each with its own engine and without a
  /// substitute. Without `dotsPerInch` pictures have 96 pixels per inch, or as many as a picture
  /// can have. With `keepsPictures` the outcome of a page that differs has both pictures.
  public init(
    first: OpenPublication, second: OpenPublication, dotsPerInch: Double? = nil,
    keepsPictures: Bool = false
  ) {
    self.first = first
    self.second = second
    self.dotsPerInch = dotsPerInch
    self.keepsPictures = keepsPictures
  }

  /// The most words that are listed.
  private static let mostWords = 100

  /// Compares a page by its index.
  ///
  /// Throws errors that no engine caused, such as a cancelled request; the failure of an engine is
  /// a result.
  public func page(_ index: Int) async throws(PageError) -> Page {
    let scale: RenderRequest.Scale =
      dotsPerInch.map { .pixelsPerPoint($0 / 72) } ?? .upTo(Self.usualDotsPerInch / 72)
    let request = RenderRequest(scale: scale, isDeterministic: true)
    do throws(PageError) {
      let before = try await snapshot(of: first, index, request)
      let after = try await snapshot(of: second, index, request)
      return try compare(index, before, after)
    } catch {
      guard [.damaged, .unsupported, .limit].contains(error.code) else { throw error }
      return Page(outcome: PageOutcome(page: index, status: .broken(error)))
    }
  }

  private func snapshot(
    of publication: OpenPublication, _ index: Int, _ request: RenderRequest
  ) async throws(PageError) -> PageSnapshot {
    do throws(PageError) {
      return try await publication.snapshot(ofPage: index, request)
    } catch {
      throw PageError(
        error.code, "\(publication.engine ?? publication.backend.id): \(error.message)",
        remedy: error.remedy)
    }
  }

  private func compare(
    _ index: Int, _ before: PageSnapshot, _ after: PageSnapshot
  ) throws(PageError) -> Page {
    let onlyFirst = words(of: before, without: after)
    let onlySecond = words(of: after, without: before)
    // The engines measure words each in their way: one's words serve for both pictures.
    var redrawn = after
    redrawn.text = before.text
    var result = before.compare(with: redrawn, ComparisonOptions(.rasterization))
    let isAlike = result.verdict.passes && onlyFirst.isEmpty && onlySecond.isEmpty
    result.changes += onlyFirst.map { Change(.textRemoved($0)) }
    result.changes += onlySecond.map { Change(.textAdded($0)) }
    var outcome = PageOutcome(page: index, status: isAlike ? .passed : .failed)
    outcome.result = result
    if keepsPictures, !isAlike {
      try outcome.keepPictures(golden: before.picture, current: after.picture)
    }
    return Page(outcome: outcome, onlyFirst: onlyFirst, onlySecond: onlySecond)
  }

  /// However often a page has a word, each counts.
  private func words(of page: PageSnapshot, without other: PageSnapshot) -> [String] {
    var known: [String: Int] = [:]
    for word in all(other) { known[word, default: 0] += 1 }
    var missing: [String] = []
    for word in all(page) {
      if let count = known[word], count > 0 {
        known[word] = count - 1
      } else if missing.count < Self.mostWords {
        missing.append(word)
      }
    }
    return missing
  }

  private func all(_ page: PageSnapshot) -> [String] {
    page.text?.blocks.flatMap(\.lines).flatMap(\.words).map(\.text) ?? []
  }
}

extension PageOutcome {
  fileprivate init(page: Int, status: Status) {
    self.init(page: page, device: SnapshotDevice.page.name, status: status)
  }
}
