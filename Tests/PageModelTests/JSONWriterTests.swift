import Foundation
import RectoJSON
import RectoPageModel
import Testing

@Suite struct JSONWriterTests {
  private func json(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The value as Foundation's parser reads it.
  private func parse(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  @Test(arguments: [
    "", "quay", "a \"quoted\" word", "back\\slash", "\\\"", "tab\tline\nreturn\r",
    "\u{0}\u{1}\u{1F}",
    "\u{7F}\u{80}\u{2028}\u{2029}", "رصيف", "岸壁", "🏮 e\u{301}", "</script>", "\u{FFFF}\u{10FFFF}",
  ])
  func anyTextIsReadBackAsItWas(text: String) throws {
    let written = json { $0.value(text) }
    let read = try #require(try parse(written) as? String)
    // Scalars, since Swift's equality hides normalization.
    #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
    #expect(!written.utf8.contains { $0 < 0x20 })
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (12.5, "12.5"), (-12.5, "-12.5"), (0.001, "0.001"), (0.05, "0.05"),
    (-0.02, "-0.02"), (0.0004, "0"), (-0.0004, "0"), (1.9996, "2"), (0.9994, "0.999"),
    (419.99999, "420"), (100.1, "100.1"), (123_456.789, "123456.789"), (-9.001, "-9.001"),
  ])
  func aNumberHasAtMostThreeDecimalsWithoutTrailingZeros(number: Double, written: String) {
    #expect(json { $0.value(number) } == written)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func notANumberIsNull(number: Double) {
    #expect(json { $0.value(number) } == "null")
  }

  @Test(arguments: [1e12, -1e15, 1e20, -1.5e300, .greatestFiniteMagnitude, 999_999_999_999.5])
  func largeNumbersKeepTheirValue(number: Double) throws {
    let read = try #require(try parse(json { $0.value(number) }) as? NSNumber)
    #expect(read.doubleValue == number)
  }

  @Test(arguments: [0, 7, 10, -1, -10, 1_234_567, Int.max, Int.min]) func integersAreExact(
    number: Int
  ) {
    #expect(json { $0.value(number) } == String(number))
  }

  @Test func commasStandBetweenMembersAndElementsOnly() {
    let text = json { json in
      json.object { json in
        json.key("empty")
        json.object { _ in }
        json.key("list")
        json.array([1, 2]) { $0.value($1) }
        json.key("none")
        json.array([Int]()) { $0.value($1) }
        json.key("nested")
        json.array([[true], [false, true]]) { json, inner in json.array(inner) { $0.value($1) } }
        json.key("null")
        json.null()
      }
    }
    #expect(
      text == #"{"empty":{},"list":[1,2],"none":[],"nested":[[true],[false,true]],"null":null}"#)
  }

  @Test func anOptionalMemberWithoutAValueIsLeftOut() {
    let text = json { json in
      json.object { json in
        json.optional("a", nil as String?)
        json.optional("b", "x")
        json.optional("c", nil as Int?)
      }
    }
    #expect(text == #"{"b":"x"}"#)
  }

  @Test func theMembersOfAValueJoinThoseAroundThem() {
    let text = json { json in
      json.object { json in
        json.members(of: Metadata())
        json.key("page")
        json.value(3)
        json.members(of: PageWarning(code: "x", message: "y"))
        json.key("last")
        json.value(true)
      }
    }
    #expect(text == #"{"page":3,"code":"x","message":"y","last":true}"#)
  }

  @Test func severalValuesInARowAreOneDocumentEach() {
    #expect(String(decoding: JSONWriter.bytes(of: Point(x: 1, y: 2)), as: UTF8.self) == "[1,2]")
  }
}
