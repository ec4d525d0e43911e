import RectoPageModel
import Testing

struct Base64Tests {
  @Test(arguments: 0...6)
  func bytesComeBackAsTheyWere(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 67 &+ 251) }
    let text = bytes.withUnsafeBytes { Base64.encode($0) }
    #expect(text.count == (count + 2) / 3 * 4)
    #expect(Base64.decode(text) == bytes)
  }

  @Test(arguments: ["AB", "AB-_", "A B=", "ABC\u{E9}", "=ABC", "A==="])
  func otherCharactersAndPartialGroupsAreRefused(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
