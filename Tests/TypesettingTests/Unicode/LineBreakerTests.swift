import RectoPageModel
import Testing

@testable import RectoTypesetting

@Suite struct LineBreakerTests {
  private let breaker = BreakOpportunityFinder()

  private func pieces(
    _ text: String, _ language: String? = nil,
    _ strictness: BreakOpportunityFinder.Strictness = .auto
  ) throws -> [String] {
    let units = Array(text.utf16)
    var found: [LineBreakOpportunity] = []
    try breaker.findOpportunities(
      in: units.span, language: language, strictness: strictness, into: &found)
    return zip([0] + found.map(\.offset), found).map { start, opportunity in
      String(decoding: units[start..<opportunity.offset], as: UTF16.self)
        + (opportunity.isMandatory ? "!" : "")
    }
  }

  @Test(arguments: [
    ("The well-known quay", ["The ", "well-", "known ", "quay"]),
    ("a\u{A0}b, “c” d", ["a\u{A0}b, ", "“c” ", "d"]), ("3.5 km/h", ["3.5 ", "km/", "h"]),
    ("one\ntwo\r\nthree\u{2028}", ["one\n!", "two\r\n!", "three\u{2028}!"]),
    ("co\u{AD}operate", ["co\u{AD}", "operate"]), ("港の口", ["港", "の", "口"]), ("", []),
    ("port.—He", ["port.", "—", "He"]),
  ])
  func aLineEndsBetweenWordsAndMustEndAtALineFeed(text: String, expected: [String]) throws {
    #expect(try pieces(text) == expected)
  }

  @Test func strictRulesKeepSmallKanaOffTheBeginningOfALine() throws {
    #expect(try pieces("しゃしん", "ja", .strict) == ["しゃ", "し", "ん"])
    #expect(try pieces("しゃしん", "ja", .loose) == ["し", "ゃ", "し", "ん"])
    #expect(try pieces("しゃしん", "ja-u-lb-loose") == ["し", "ゃ", "し", "ん"])
    #expect(try pieces("しゃしん", "ja-u-lb-loose", .strict) == ["しゃ", "し", "ん"])
  }

  @Test func wordsOfThaiAreFoundInADictionary() throws {
    #expect(try pieces("ภาษาไทย", "th") == ["ภาษา", "ไทย"])
    #expect(
      try pieces("see ภาษาไทย now\nthen", "en") == ["see ", "ภาษา", "ไทย ", "now\n!", "then"])
  }

  @Test func manyLanguagesOneAfterTheOtherDoNotMix() throws {
    for _ in 0..<2 {
      for index in 0..<40 {
        let letter = String(UnicodeScalar(UInt8(0x61 + index % 26)))
        #expect(try pieces("a b", "q\(letter)\(index < 26 ? "a" : "b")") == ["a ", "b"])
      }
    }
    #expect(try pieces("しゃ", "ja", .loose) == ["し", "ゃ"])
  }
}
