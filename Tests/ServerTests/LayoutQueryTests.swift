import RectoHTTP
import RectoPageModel
import Testing

@testable import RectoServer

/// Layouts in the URLs that the server gives out.
@Suite struct LayoutQueryTests {
  private func layouts() throws -> [LayoutOptions] {
    var all = [
      LayoutOptions(), LayoutOptions(pageSize: Size(width: 360, height: 540.5), fontScale: 1.2),
      LayoutOptions(margin: 12, theme: "a & b", excerpt: "p 1.xhtml#x"),
    ]
    for setting in ReaderStyle.Setting.allCases {
      var layout = LayoutOptions(fontScale: 1.5)
      let values = setting.choices.isEmpty ? ["#102030", "0.9"] : setting.choices
      for value in values { try? layout.style.set(setting, to: value) }
      try #require(layout.style != ReaderStyle(), "\(setting)")
      all.append(layout)
    }
    return all
  }

  private func target(_ query: String) throws -> HTTPTarget {
    try #require(HTTPTarget("/?\(query)"))
  }

  @Test func theQueryOfALayoutStandsForIt() throws {
    for layout in try layouts() {
      #expect(try QueryParameters(try target(layout.query).query).layout() == layout)
    }
  }

  /// Media of different layouts have different addresses and tags.
  @Test func differentLayoutsHaveDifferentQueries() throws {
    let all = try layouts()
    #expect(Set(all.map(\.query)).count == all.count)
  }

  @Test func aRequestsLayoutIsHandedOn() throws {
    for var layout in try layouts() {
      layout.excerpt = nil
      let query = try LayoutQuery(target(layout.query)).added(to: "width=320")
      #expect(try QueryParameters(try target(query).query).layout() == layout)
    }
  }
}
