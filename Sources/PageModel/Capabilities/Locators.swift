/// A publication whose places survive a new layout. One whose pages never change need not
/// conform, since page numbers do the same there.
public protocol LocatingPublication: Publication {
  /// The place at which a page begins.
  ///
  /// Throws `noSuchPage`, and what reading the page throws.
  func locator(ofPage index: Int) throws(PageError) -> Locator

  /// The index of the page that has the place; nil if the publication does not have it.
  ///
  /// `page(of: locator(ofPage: index))` is `index`, and after a new layout the page on which the
  /// same text stands.
  func page(of locator: Locator) throws(PageError) -> Int?
}

extension Capability {
  public static let locators = Capability("locators", [.locator, .pageOfLocator]) {
    publication, _ in
    publication is any LocatingPublication.Type
  }
}

extension RequestKind {
  /// The place at which a page begins: `Locator`.
  public static let locator = RequestKind(
    15, "locator", subject: { "the place of page \($0.index &+ 1)" }, isAboutPage: true,
    goal: { .page($0.index) },
    answer: { request, publication throws(PageError) in
      exactJSON(try locating(publication).locator(ofPage: request.index))
    })

  /// The page that has a place, which is the detail: `LocatedPage`.
  public static let pageOfLocator = RequestKind(
    16, "page_of_locator", subject: { _ in "the page of a place" },
    goal: { (try? $0.readDetail()).map { .place($0) } },
    answer: { request, publication throws(PageError) in
      let locator: Locator = try request.readDetail()
      try locator.check()
      return exactJSON(LocatedPage(index: try locating(publication).page(of: locator)))
    })
}

private func locating(
  _ publication: any Publication
) throws(PageError) -> any LocatingPublication {
  guard let locating = publication as? any LocatingPublication else { throw .withoutLocators }
  return locating
}

extension ChannelPublication: LocatingPublication {
  /// Throws `unsupported` where the capability is not there; so does `page(of:)`.
  public func locator(ofPage index: Int) throws(PageError) -> Locator {
    guard offers(.locators) else { throw .withoutLocators }
    return try ask(.locator, index: index)
  }

  public func page(of locator: Locator) throws(PageError) -> Int? {
    guard offers(.locators) else { throw .withoutLocators }
    let request = PublicationRequest(.pageOfLocator, about: locator)
    let located: LocatedPage = try ask(request)
    guard let index = located.index, index >= pageCount, !pageCountSoFar.isEstimated else {
      return located.index
    }
    throw PageError(
      .damaged, "the backend says that a place is on page \(index + 1) of \(pageCount)")
  }
}

extension PageError {
  fileprivate static let withoutLocators = PageError(
    .unsupported, "the backend knows no places but pages")
}
