import RectoPageModel
import Testing

/// The order of a book's pages; no page is laid out for it.
struct PageDirectionTests {
  private func direction(_ language: String, _ attributes: String = "") throws -> ReadingDirection {
    try Fixture(["1": "<p>x</p>"], spineAttributes: attributes, language: language)
      .publication.info.direction
  }

  @Test func theLanguageDecidesWhereThePackageDoesNot() throws {
    #expect(try direction("ar") == .rightToLeft)
    #expect(try direction("he", "page-progression-direction='default'") == .rightToLeft)
    #expect(try direction("en") == .leftToRight)
  }

  @Test func thePackageDecidesWhereItStatesADirection() throws {
    #expect(try direction("ar", "page-progression-direction='ltr'") == .leftToRight)
    #expect(try direction("en", "page-progression-direction='rtl'") == .rightToLeft)
  }
}
