import RectoJSON
import RectoPageModel
import RectoPluginKit
import TestSupport
import Testing

/// Whatever comes from the other side gives a value or an error, and never ends the process.
@Suite struct HostileJSONTests {
  private func read<Value: JSONDecodable>(
    _ text: String, as type: Value.Type = Value.self
  ) throws -> Value {
    try Value(jsonBytes: Array(text.utf8))
  }

  /// The error's sentence, or nil if the text was read.
  private func complaint<Value: JSONDecodable>(about text: String, as type: Value.Type) -> String? {
    complaint(about: Array(text.utf8), as: type)
  }

  private func complaint<Value: JSONDecodable>(
    about bytes: [UInt8], as type: Value.Type
  ) -> String? {
    do throws(JSONError) {
      _ = try Value(jsonBytes: bytes)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "[1 2]", "{\"a\":1,}", "{a:1}", "'a'", "[01]", "[.5]", "[1.]", "[+1]",
    "[1e]", "[NaN]", "[Infinity]", "[0x10]", "// a\n[]", "[] []", "nul", "\"\\x\"", "\"\\u12\"",
    "\"\t\"", "\"\n\"", "\"a", "[1}", "{\"a\" 1}", "\"\\ud800\"", "\"\\udc00\"",
    "\"\\ud800\\u0041\"", "[\u{1}]", "[1e400]", "[-1e400]", "[18446744073709551616]", "\u{0}",
    "1\u{0}",
  ])
  func invalidJSONIsRefused(text: String) {
    #expect(complaint(about: "[0,\(text)]", as: [Double].self) != nil)
    #expect(complaint(about: text, as: [Double].self) != nil)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func whatIsNotUTF8IsRefused(bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    #expect(complaint(about: [quote] + bytes + [quote], as: String.self) != nil)
  }

  @Test(arguments: [
    ("", "it is empty"), ("\"\u{1}\"", "a text in it is malformed or not closed"),
    ("[1e999]", "a number in it is malformed or too large"),
    ("[1", "a bracket, comma or colon is missing or too many, or it is cut off"),
    (
      String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
      "it is nested too deeply"
    ),
  ])
  func whyItIsNotJSONIsSaid(text: String, reason: String) {
    #expect(complaint(about: text, as: [Double].self) == "this is not JSON: \(reason)")
  }

  @Test func nestingIsReadAsFarAsItIsAllowedAndNoFurther() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try JSONDocument(Array(nested(200).utf8)) }
    for depth in [JSONDocument.maximumDepth + 1, 5000, 5_000_000] {
      #expect(throws: JSONError.self) { try JSONDocument(Array(nested(depth).utf8)) }
      let open = [UInt8](repeating: UInt8(ascii: "["), count: depth)
      #expect(throws: JSONError.self) { try JSONDocument(open) }
    }
  }

  @Test func outlinesTwiceAsDeepAsThoseOfPDFArrive() throws {
    var item = OutlineItem(title: "end", target: nil)
    for _ in 0..<120 { item = OutlineItem(title: "level", target: nil, children: [item]) }
    var json = JSONWriter(isExact: true)
    json.array([item]) { $0.value($1) }
    #expect(try [OutlineItem](jsonBytes: json.bytes) == [item])
  }

  @Test func aDocumentThatIsTooLongIsRefusedBeforeItIsRead() {
    let spaces = [UInt8](repeating: 0x20, count: JSONDocument.maximumBytes + 1)
    #expect(complaint(about: spaces, as: String.self) == "it is longer than 64 MiB")
  }

  @Test(arguments: [
    ("9223372036854775808", "expected a whole number"), ("1e30", "expected a whole number"),
    ("-1e30", "expected a whole number"), ("1.5", "expected a whole number"),
    ("\"1\"", "expected a whole number"), ("true", "expected a whole number"),
    ("-9223372036854775809", "this is not JSON"),
    ("9223372036854775807.0", "expected a whole number"),
  ])
  func aFractionalNumberIsRefusedAsAnInteger(text: String, sentence: String) throws {
    let said = try #require(complaint(about: "[0,\(text)]", as: [Int].self))
    #expect(said.contains(sentence))
  }

  @Test func integersMayBeWrittenAsNumbersWithoutAFraction() throws {
    #expect(
      try read("[3.0, -2e3, 9223372036854775807, 4611686018427387904.0]") == [
        3, -2000, Int.max, 1 << 62,
      ])
  }

  @Test func textKeepsItsControlCharacters() throws {
    #expect(try read(#""\u0000\u001b[31m\u202e\ud83c\udfee""#) == "\u{0}\u{1B}[31m\u{202E}🏮")
  }

  @Test(arguments: [
    ("[1,2]", "expected an array of 4 numbers"), ("[1,2,3,4,5]", "expected an array of 4 numbers"),
    ("[1,2,3,\"4\"]", "expected an array of 4 numbers"), ("{}", "expected an array of 4 numbers"),
    ("[1,2,3,null]", "expected an array of 4 numbers"), ("[]", "expected an array of 4 numbers"),
    ("[1,2,-3,4]", "expected a width and a height of at least 0"),
    ("[1,2,[3],4]", "expected an array of 4 numbers"),
  ])
  func invalidBoxesAreRefused(text: String, sentence: String) {
    #expect(complaint(about: text, as: Rect.self) == sentence)
  }

  /// Distant coordinates are clamped so that sums and products stay exact.
  @Test func coordinatesBeyondAnyPageAreDrawnIn() throws {
    #expect(
      try read("[-1e300,1e300,1e308,9e15]")
        == Rect(x: -1e9, y: 1e9, width: 1e9, height: 1e9))
  }

  @Test func anErrorSaysWhereItIs() {
    #expect(
      complaint(
        about: #"[{"quads":[[0,0,1,0,1,1,0,1],[1,2]],"target":{"page":0}}]"#, as: [Link].self)
        == "[0].quads[1]: expected an array of 8 numbers")
    #expect(
      complaint(about: #"{"pageCount":0}"#, as: PublicationFacts.self)
        == "pageCount: expected a whole number from 1 to 2147483647")
    #expect(
      complaint(about: "{}", as: PublicationFacts.self) == "the member pageCount is missing")
    #expect(complaint(about: "[]", as: PublicationFacts.self) == "expected an object")
    #expect(
      complaint(about: #"{"scale":1,"layers":{"a":true,"b\n":1}}"#, as: RenderRequest.self)
        == "layers.b: expected true or false")
  }

  @Test func anErrorQuotesNoControlCharactersAndNotEverything() throws {
    let name = "\\u001b[2J" + String(repeating: "long", count: 1000)
    let said = try #require(complaint(about: "\"\(name)\"", as: ReadingDirection.self))
    #expect(said.count < 80)
    #expect(said.hasPrefix("there is no \"[2Jlonglong"))
  }

  @Test(arguments: [
    #"{"index":1,"boxes":{"crop":[0,0,0,100]}}"#, #"{"index":1,"boxes":{"crop":[0,0,100,0]}}"#,
    #"{"index":1,"boxes":{"crop":[5,0,100,100]}}"#, #"{"index":-1,"boxes":{"crop":[0,0,1,1]}}"#,
    #"{"index":1,"boxes":{}}"#, #"{"index":1}"#,
    #"{"index":1,"rotation":45,"boxes":{"crop":[0,0,1,1]}}"#,
    #"{"index":1,"spreadPosition":"up","boxes":{"crop":[0,0,1,1]}}"#,
    #"{"index":4294967296,"boxes":{"crop":[0,0,1,1]}}"#,
  ])
  func pagesThatCannotBeAreRefused(text: String) {
    #expect(complaint(about: text, as: PageFacts.self) != nil)
  }

  @Test func aLabelIsBounded() {
    let label = String(repeating: "i", count: 2000)
    #expect(
      complaint(
        about: #"{"index":1,"label":"\#(label)","boxes":{"crop":[0,0,1,1]}}"#, as: PageFacts.self)
        == "the label is longer than 1024 bytes")
  }

  @Test func aPageWithoutALabelHasItsNumber() throws {
    for member in ["", #""label":"","#, #""label":null,"#] {
      let facts = try read(
        #"{"index":6,\#(member)"boxes":{"crop":[0,0,1,1]}}"#, as: PageFacts.self)
      #expect(facts.label == "7")
    }
  }

  @Test(arguments: ["[0,1]", "[-1,1]", "[1]", "[1,2,3]", "[536870912,1]", "[1.5,2]"])
  func pixelSizesThatCannotBeAreRefused(text: String) {
    #expect(complaint(about: text, as: PixelSize.self) != nil)
  }

  @Test(arguments: ["white", "#12", "#gggggg", "", "#+1+1+1", "#1234567", "##12345"])
  func invalidColorsAreRefused(text: String) {
    #expect(complaint(about: "\"\(text)\"", as: Color.self) != nil)
  }

  @Test(arguments: [
    (#"{"pageSize":[35,500]}"#, "the page size must be from 36 to 14,400 points"),
    (#"{"pageSize":[500,14401]}"#, "the page size must be from 36 to 14,400 points"),
    (#"{"pageSize":[1e300,500]}"#, "the page size must be from 36 to 14,400 points"),
    (#"{"pageSize":[-1,500]}"#, "pageSize: expected a width and a height of at least 0"),
    (#"{"pageSize":[500]}"#, "pageSize: expected an array of 2 numbers"),
    (#"{"fontScale":0}"#, "the font scale must be from 0.25 to 5"),
    (#"{"fontScale":1e300}"#, "the font scale must be from 0.25 to 5"),
    (#"{"fontScale":"1"}"#, "fontScale: expected a number"),
    (#"{"margin":-0.1}"#, "the margin must be at least 0"),
    (#"{"pageSize":[100,500],"margin":50}"#, "the margin must be at least 0"),
    (#"{"margin":7200}"#, "the margin must be at least 0"),
    (#"{"theme":""}"#, "the theme must be a name"), (#"{"theme":"a\nb"}"#, "the theme must be"),
    ("[]", "expected an object"),
  ])
  func layoutsThatCannotBeAreRefused(text: String, sentence: String) throws {
    let said = try #require(complaint(about: text, as: LayoutOptions.self))
    #expect(said.hasPrefix(sentence))
  }

  @Test(arguments: [
    (#"{"href":"a"}"#, "the member type is missing"), (#"{"type":"a/b"}"#, "the member href"),
    (#"{"href":"","type":"a/b"}"#, "href must have 1 to 4096 bytes"),
    (#"{"href":"a","type":"b","locations":{"progression":1.01}}"#, "progression must be"),
    (#"{"href":"a","type":"b","locations":{"totalProgression":-1}}"#, "totalProgression must be"),
    (#"{"href":"a","type":"b","locations":{"position":0}}"#, "position must be at least 1"),
    (
      #"{"href":"a","type":"b","locations":{"position":1.5}}"#,
      "locations.position: expected a whole number"
    ),
    (#"{"href":"a","type":"b","locations":[]}"#, "locations: expected an object"),
    (
      #"{"href":"a","type":"b","locations":{"fragments":[1]}}"#,
      "locations.fragments[0]: expected a string"
    ),
    (#"{"href":"a","type":"b","text":{"before":1}}"#, "text.before: expected a string"),
  ])
  func placesThatCannotBeAreRefused(text: String, sentence: String) throws {
    let said = try #require(complaint(about: text, as: Locator.self))
    #expect(said.hasPrefix(sentence))
  }

  @Test func placesAreBounded() {
    let long = String(repeating: "x", count: 5000)
    let many = Array(repeating: #""a""#, count: 17).joined(separator: ",")
    for text in [
      #"{"href":"\#(long)","type":"b"}"#, #"{"href":"a","type":"\#(long)"}"#,
      #"{"href":"a","type":"b","title":"\#(long)"}"#,
      #"{"href":"a","type":"b","text":{"highlight":"\#(long)"}}"#,
      #"{"href":"a","type":"b","locations":{"fragments":["\#(long)"]}}"#,
      #"{"href":"a","type":"b","locations":{"fragments":[\#(many)]}}"#,
    ] { #expect(complaint(about: text, as: Locator.self) != nil) }
  }

  @Test func glyphBoxesThatDoNotFitTheTextAreLeftOut() throws {
    let word = #"{"text":"ab","box":[0,0,2,1],"glyphs":[[0,0,1,1]]}"#
    #expect(try read(word, as: TextWord.self).glyphs == [])
  }

  /// Each beginning of an answer, and each answer with a byte changed, is read or refused.
  @Test func answersThatAreCutOffOrChangedAnywhereEndInAnErrorAtWorst() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<8 {
      let document: PageTextDocument = random.value()
      try batter(JSONWriter.bytes(of: document), as: PageTextDocument.self, &random)
      try batter(bytes(of: PublicationFacts.self, &random), as: PublicationFacts.self, &random)
      try batter(bytes(of: PageFacts.self, &random), as: PageFacts.self, &random)
      try batter(bytes(of: OutlineItem.self, &random), as: OutlineItem.self, &random)
      try batter(bytes(of: Link.self, &random), as: Link.self, &random)
      try batter(bytes(of: RenderRequest.self, &random), as: RenderRequest.self, &random)
      try batter(bytes(of: PixelGrid.self, &random), as: PixelGrid.self, &random)
      try batter(bytes(of: LayoutOptions.self, &random), as: LayoutOptions.self, &random)
      try batter(bytes(of: Locator.self, &random), as: Locator.self, &random)
    }
  }

  /// Comparing them would take hours: Swift sorts combining marks in quadratic time.
  @Test func aNameOfMillionsOfCombiningMarksIsRefused() {
    let marks = String(repeating: "\u{301}\u{323}", count: 1 << 19)
    let json = #"{"index":0,"order":"\#(marks)","blocks":[]}"#
    let said = complaint(about: json, as: PageTextDocument.self)
    #expect(said?.hasPrefix("order: there is no ") == true)
  }

  private func bytes<Value: RandomValue & JSONRepresentable>(
    of type: Value.Type, _ random: inout SeededGenerator
  ) -> [UInt8] {
    JSONWriter.bytes(of: Value.random(&random), isExact: true)
  }

  private func batter<Value: JSONDecodable>(
    _ bytes: [UInt8], as type: Value.Type, _ random: inout SeededGenerator
  ) throws {
    let bytes = Array(bytes.prefix(4000))
    for length in bytes.indices {
      if complaint(about: Array(bytes[..<length]), as: type) == nil {
        Issue.record("\(length) of \(bytes.count) bytes were taken for the whole")
      }
    }
    for place in bytes.indices {
      var changed = bytes
      changed[place] = random.pick(Array("0-9.eE\"\\[]{},:tfn \u{0}".utf8) + [0xFF, 0xED])
      _ = complaint(about: changed, as: type)
    }
  }
}
