import RectoPageModel
import Testing

@testable import RectoPipeline

/// The layouts of a publication that has no cache.
@Suite struct PublicationLayoutsTests {
  private let layouts = PublicationLayouts { nil }

  @Test func aNameThatIsTakenKeepsItsBytes() {
    layouts.keep([1, 2], as: .part(0), isLasting: true)
    layouts.keep([3], as: .part(0), isLasting: true)
    layouts.keep([4], as: .pagination, isLasting: false)
    #expect(layouts.layout(.part(0)) == [1, 2])
    #expect(layouts.layout(.pagination) == [4])
    #expect(layouts.layout(.part(1)) == nil)
  }

  /// All entries share one array.
  @Test func theBytesOfAPublicationAreBounded() {
    let large = [UInt8](repeating: 7, count: 40 << 20)
    for part in 0..<5 { layouts.keep(large, as: .part(part), isLasting: true) }
    #expect((0..<5).map { layouts.layout(.part($0)) != nil } == [true, true, true, false, false])
  }
}
