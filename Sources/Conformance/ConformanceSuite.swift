import RectoPageModel

/// The rules for every backend, checked on a publication that it opened: a valid one, since
/// unreadable pages are findings too.
///
///     for finding in ConformanceSuite().findings(in: publication) { print(finding) }
public struct ConformanceSuite: Sendable {
  private let publicationChecks: [any PublicationCheck]
  private let pageChecks: [any PageCheck]

  /// `pagesHoldOnlyText` is for publications made for these checks: only their text leaves ink,
  /// all of which must then be inside the boxes of words.
  public init(pagesHoldOnlyText: Bool = false) {
    publicationChecks = [InfoCheck(), PageRangeCheck(), CapabilitiesCheck(), OutlineCheck()]
    pageChecks =
      [
        BoxesCheck(), SpreadPositionCheck(), RenderCheck(), RegionCheck(), RotationCheck(),
        TextTreeCheck(), QuadCheck(),
        StabilityCheck(), WordInkCheck(), LinksCheck(), LocatorCheck(),
      ]
      + (pagesHoldOnlyText ? [StrayInkCheck()] : [])
  }

  /// Runs every check on the publication and on its `pages`; on all pages if that is nil.
  ///
  /// Returns no findings for a backend that keeps its promises. Renders each page some 15 times,
  /// at half a megapixel or less.
  public func findings(in publication: any Publication, pages: Range<Int>? = nil) -> [Finding] {
    var findings = publicationChecks.flatMap { check in
      complaints(of: check.name, page: nil) { () throws(PageError) in
        try check.problems(of: publication)
      }
    }
    for index in (pages ?? 0..<publication.pageCount).clamped(to: 0..<publication.pageCount) {
      do throws(PageError) {
        let page = try publication.page(at: index)
        findings += pageChecks.flatMap { check in
          complaints(of: check.name, page: index) { () throws(PageError) in
            try check.problems(of: page, in: publication)
          }
        }
      } catch {
        findings.append(
          Finding(check: "page", page: index, sentence: "it cannot be read: \(error.message)"))
      }
    }
    return findings
  }

  private func complaints(
    of check: String, page: Int?, _ body: () throws(PageError) -> [String]
  ) -> [Finding] {
    do throws(PageError) {
      return try body().map { Finding(check: check, page: page, sentence: $0) }
    } catch {
      return [Finding(check: check, page: page, sentence: "it fails: \(error.message)")]
    }
  }
}

/// One promise of a publication as a whole. Each complaint is a sentence; an error that a check
/// lets through counts as one.
protocol PublicationCheck: Sendable {
  var name: String { get }
  func problems(of publication: any Publication) throws(PageError) -> [String]
}

/// One promise of each page.
protocol PageCheck: Sendable {
  var name: String { get }
  func problems(
    of page: any Page, in publication: any Publication
  ) throws(PageError) -> [String]
}
