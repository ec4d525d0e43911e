import RectoPageModel
import TestSupport
import Testing

/// Specifications and novels of some megabytes on one page.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct HugePageTests {
  /// A worker answers with the packed text, whose size is limited.
  @Test func theTextOfALargeSpecificationCanBeSent() throws {
    let sentence = String(repeating: "specification ", count: 12)
    let fixture = try Fixture(
      body: (1...3000).map { "<p>\(sentence)</p><p>End\($0)</p>" }.joined())
    let text = try fixture.text()
    let words = text.blocks.flatMap(\.lines).flatMap(\.words)
    #expect(words.count == 3000 * 13 && words.last?.text == "End3000")
    #expect(words.reduce(0) { $0 + $1.text.count } > 480_000)
    #expect(try PageText(packed: text.packed).blocks.count == 6000)
    #expect(fixture.publication.info.warnings == [])
  }

  @Test func whatIsTooMuchIsCutAndSaysSo() throws {
    let letters = String(repeating: "潮汐", count: 100)
    let fixture = try Fixture(body: (1...9000).map { "<p>\(letters)</p><p>\($0)</p>" }.joined())
    let text = try fixture.text()
    let read = try PageText(packed: text.packed)
    #expect(read.blocks.count > 9000 && read.blocks.count < 18_000)
    #expect(fixture.publication.info.warnings.map(\.code) == ["cut-page"])
  }
}
