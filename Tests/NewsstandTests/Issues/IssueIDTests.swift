import RectoNewsstand
import Testing

struct IssueIDTests {
  @Test(arguments: [
    "mag-2024-01", "Issue 12", "CON", "--help", "Hafenzeitung #3", "港の新聞", "urn:uuid:1-2",
    "https://example.org/issues/3?a=b",
  ])
  func namesAndURIsAreIDs(text: String) throws {
    #expect(try IssueID(text).text == text)
  }

  @Test func ofASCIINamesHaveLettersDigitsAndAFewMarks() {
    for value in UInt8(0)..<0x80 {
      let letter = Character(UnicodeScalar(value))
      let isAllowed =
        letter.isLetter || letter.isNumber || " ._-+~@#,".contains(letter)
        // The rest makes it a URI.
        || letter == ":"
      #expect(((try? IssueID("a\(letter)a")) != nil) == isAllowed, "\(value)")
    }
  }

  @Test(arguments: [
    "", ".", "..", " a", "a\u{0}b", "$(touch /tmp/a)", "../a", "a/b", "a\nb", "a\u{202E}b",
    String(repeating: "a", count: 1025),
  ])
  func whatCouldMeanSomethingElseIsNoID(text: String) {
    let error = #expect(throws: NewsstandError.self) { _ = try IssueID(text) }
    #expect(error?.code == .badCatalog)
    #expect(
      error?.message.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } == false)
  }
}
