import Testing

@testable import RectoTypesetting

@Suite struct ScriptTests {
  private func runs(_ text: String) -> [String] {
    let units = Array(text.utf16)
    return runs(units).map { run in
      let tag = stride(from: 24, through: 0, by: -8).map { UInt8(run.tag >> $0 & 0xFF) }
      return String(decoding: tag, as: UTF8.self) + ":"
        + String(decoding: units[run.range], as: UTF16.self)
    }
  }

  private func runs(_ units: [UInt16]) -> [ScriptRun] {
    var itemizer = ScriptItemizer()
    var runs: [ScriptRun] = []
    itemizer.itemize(units.span, into: &runs)
    return runs
  }

  @Test(arguments: [
    ("Quay 4 – “north”", ["Latn:Quay 4 – “north”"]),
    ("12.5 %", ["Zyyy:12.5 %"]),
    ("… море", ["Cyrl:… море"]),
    ("quay море 4", ["Latn:quay ", "Cyrl:море 4"]),
    ("港の入口", ["Hani:港", "Hira:の", "Hani:入口"]),
    ("ميناء", ["Arab:ميناء"]),
    ("é\u{301}, \u{0915}\u{301}", ["Latn:é\u{301}, ", "Deva:\u{0915}\u{301}"]),
    ("\u{10900} a", ["Phnx:\u{10900} ", "Latn:a"]),
  ])
  func commonCharactersTakeTheScriptBeforeThemElseTheNext(text: String, expected: [String]) {
    #expect(runs(text) == expected)
  }

  @Test(arguments: [
    ("sea (море) sea", ["Latn:sea (", "Cyrl:море", "Latn:) sea"]),
    ("(море) sea", ["Cyrl:(море) ", "Latn:sea"]),
    ("a [б (ג] d)", ["Latn:a [", "Cyrl:б (", "Hebr:ג", "Latn:] d)"]),
    ("a（б）1", ["Latn:a（", "Cyrl:б", "Latn:）1"]),
    ("a б) в", ["Latn:a ", "Cyrl:б) в"]),
  ])
  func aClosingBracketTakesTheScriptOfItsOpener(text: String, expected: [String]) {
    #expect(runs(text) == expected)
  }

  @Test func aSurrogateAloneGoesWithItsNeighbors() {
    #expect(runs([0x61, 0xD800, 0x62]) == [ScriptRun(range: 0..<3, tag: ScriptRun.latin)])
    #expect(runs([0xDC00]) == [ScriptRun(range: 0..<1, tag: ScriptRun.common)])
  }

  @Test func theShortWayForLatinTextKnowsEachCharacterAsTheLongOneDoes() {
    // Hebrew behind it rules the short way out, and ends the run of any letter that is not Hebrew.
    for unit in UInt16(0)...0x3000 where !(0x0590...0x05FF).contains(unit) {
      let long = runs([unit, 0x05D0])
      let expected = long.count == 1 ? ScriptRun.common : long[0].tag
      if runs([unit])[0].tag != expected { Issue.record("U+\(String(unit, radix: 16))") }
    }
  }
}
