import CRectoPlugin
import RectoPageModel

extension RequestDeclaration {
  static let locator = RequestDeclaration(
    subject: { "the place of page \($0.index &+ 1)" }, capability: .locators, isAboutPage: true,
    goal: { .page($0.index) },
    answer: { request, publication throws(PageError) in
      exactJSON(try locating(publication).locator(ofPage: request.index))
    },
    call: { call, request in
      call.ask(call.table.locator, of: Int32(truncatingIfNeeded: request.index))
    },
    export: { table in
      table.locator = { answerExported(PublicationRequest(.locator, index: Int($2)), $1, $3) }
    })

  static let pageOfLocator = RequestDeclaration(
    subject: { _ in "the page of a place" }, capability: .locators,
    goal: { $0.locator.map { .place($0) } },
    answer: { request, publication throws(PageError) in
      guard let locator = request.locator else {
        throw PageError(.bug, "the request names no place")
      }
      try locator.check()
      return exactJSON(LocatedPage(index: try locating(publication).page(of: locator)))
    },
    call: { call, request in call.ask(call.table.page_of_locator, request.locator) },
    export: { table in
      table.page_of_locator = { _, publication, json, count, sink in
        answerExported(publication, sink) { () throws(PageError) in
          PublicationRequest(.pageOfLocator, locator: try Locator(fromHost: json, count))
        }
      }
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
    let request = PublicationRequest(.pageOfLocator, locator: locator)
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
