import RectoPageModel
import Testing

@Suite struct LocatorTests {
  private func locator(_ change: (inout Locator) -> Void = { _ in }) -> Locator {
    var locator = Locator(href: "a.md", mediaType: "text/markdown")
    change(&locator)
    return locator
  }

  @Test func aPathIsARelativeURL() {
    #expect(Locator.href(ofPath: "a-b_c.~/9Z.md") == "a-b_c.~/9Z.md")
    #expect(Locator.href(ofPath: "a b#c?d%e:f.md") == "a%20b%23c%3Fd%25e%3Af.md")
    #expect(Locator.href(ofPath: "é岸") == "%C3%A9%E5%B2%B8")
  }

  @Test func everyPageIsFoundByItsOwnLocator() {
    for count in [1, 3, 7, 40, 1000] {
      for index in 0..<count {
        var place = Locator(page: index, of: count, href: "a", mediaType: "b")
        #expect(place.fixedPage(of: count) == index)
        place.fragments = []
        #expect(place.fixedPage(of: count) == index)
        place.position = nil
        #expect(place.fixedPage(of: count) == index)
      }
    }
  }

  @Test func aMissingPageIsNil() {
    #expect(locator().fixedPage(of: 3) == nil)
    for number in ["0", "4", "-1", "x", "99999999999999999999"] {
      #expect(locator { $0.fragments = ["page=\(number)"] }.fixedPage(of: 3) == nil)
    }
    #expect(locator { $0.position = Int.max }.fixedPage(of: 3) == nil)
    #expect(locator { $0.position = Int.min }.fixedPage(of: 3) == nil)
    #expect(locator { $0.position = 1 }.fixedPage(of: 0) == nil)
    #expect(locator { $0.totalProgression = 0.5 }.fixedPage(of: 0) == nil)
    #expect(locator { $0.totalProgression = .nan }.fixedPage(of: 3) == nil)
    #expect(locator { $0.totalProgression = 1 }.fixedPage(of: 3) == 2)
  }

  @Test func anInvalidPlaceIsABadRequest() {
    let long = String(repeating: "x", count: 4097)
    let changes: [(inout Locator) -> Void] = [
      { $0.href = "" }, { $0.href = long }, { $0.mediaType = long }, { $0.title = long },
      { $0.fragments = [long] }, { $0.fragments = Array(repeating: "a", count: 17) },
      { $0.progression = 1.1 }, { $0.progression = .nan }, { $0.totalProgression = -0.1 },
      { $0.position = 0 }, { $0.textBefore = long }, { $0.textHighlight = long },
      { $0.textAfter = long },
    ]
    #expect(throws: Never.self) { try locator().check() }
    for change in changes {
      let error = #expect(throws: PageError.self) { try locator(change).check() }
      #expect(error?.code == .badRequest)
    }
  }
}
