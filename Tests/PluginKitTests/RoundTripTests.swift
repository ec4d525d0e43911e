import RectoJSON
import RectoPageModel
import RectoPluginKit
import TestSupport
import Testing

/// Values that one side writes are read unchanged by the other.
@Suite struct RoundTripTests {
  private static let count = 300

  /// Sends values through their form, and those alike in one list.
  private func expectRoundTrips<Value: RandomValue & JSONRepresentable & JSONDecodable & Hashable>(
    of type: Value.Type, isExact: Bool = true, seed: UInt64 = 1
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.count {
      let value = Value.random(&random)
      let bytes = JSONWriter.bytes(of: value, isExact: isExact)
      let read = try Value(jsonBytes: bytes)
      try #require(read == value, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func geometryArrives() throws {
    try expectRoundTrips(of: Point.self)
    try expectRoundTrips(of: Size.self)
    try expectRoundTrips(of: PixelSize.self)
    try expectRoundTrips(of: Rect.self)
    try expectRoundTrips(of: Quad.self)
    try expectRoundTrips(of: AffineTransform.self)
  }

  @Test func thePublicationAsAWholeArrives() throws {
    try expectRoundTrips(of: Metadata.self)
    try expectRoundTrips(of: PageWarning.self)
    try expectRoundTrips(of: PublicationFacts.self)
  }

  @Test func factsOfPagesArrive() throws {
    try expectRoundTrips(of: PageBoxes.self)
    try expectRoundTrips(of: PageFacts.self)
  }

  @Test func requestsAndGridsArrive() throws {
    try expectRoundTrips(of: RenderRequest.self)
    try expectRoundTrips(of: PixelGrid.self)
  }

  @Test func layoutsAndPlacesArrive() throws {
    try expectRoundTrips(of: LayoutOptions.self)
    try expectRoundTrips(of: Locator.self)
  }

  @Test func linksAndOutlinesArrive() throws {
    try expectRoundTrips(of: LinkTarget.self)
    try expectRoundTrips(of: Link.self)
    try expectRoundTrips(of: OutlineItem.self)
  }

  @Test func everyOtherCapabilityArrives() throws {
    try expectRoundTrips(of: MediaItem.self)
    try expectRoundTrips(of: Annotation.self)
    try expectRoundTrips(of: FormField.self)
    try expectRoundTrips(of: PlacedImage.self)
    try expectRoundTrips(of: Attachment.self)
    try expectRoundTrips(of: Layer.self)
    try expectRoundTrips(of: FontUse.self)
  }

  @Test func textArrivesInThousandthsOfAPoint() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<Self.count {
      let document: PageTextDocument = random.value()
      let read = try PageTextDocument(jsonBytes: JSONWriter.bytes(of: document))
      try #require(read.text == document.text)
      #expect(read.index == document.index && read.size == document.size)
      // Scalars, since Swift's equality hides normalization.
      #expect(read.label.unicodeScalars.elementsEqual(document.label.unicodeScalars))
    }
  }

  @Test func textWithoutGlyphBoxesArrivesWithoutThem() throws {
    var random = SeededGenerator(seed: 3)
    var document: PageTextDocument = random.value()
    document.includesGlyphs = false
    let read = try PageTextDocument(jsonBytes: JSONWriter.bytes(of: document))
    let words = read.text.blocks.flatMap(\.lines).flatMap(\.words)
    #expect(words.allSatisfy { $0.glyphs.isEmpty })
    #expect(read.text.plain == document.text.plain)
  }

  @Test(arguments: [
    0.1, 1 / 3, 595.2755905511812, .leastNonzeroMagnitude, .leastNormalMagnitude / 3, 1e300,
    .greatestFiniteMagnitude, .ulpOfOne, 0.30000000000000004, 123_456_789.123_456_79,
    9_007_199_254_740_992,
  ])
  func anExactNumberIsTheSameNumberAgain(number: Double) throws {
    for number in [number, -number, number.nextUp, number.nextDown] where number.isFinite {
      var json = JSONWriter(isExact: true)
      json.value(number)
      let read = try Double(jsonBytes: json.bytes)
      #expect(read.bitPattern == number.bitPattern)
    }
  }

  @Test func aThousandRandomBitPatternsAreTheSameNumbersAgain() throws {
    var random = SeededGenerator(seed: 4)
    let numbers = (0..<1000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    var json = JSONWriter(isExact: true)
    json.array(numbers) { $0.value($1) }
    let read = try [Double](jsonBytes: json.bytes)
    #expect(read.map(\.bitPattern) == numbers.map(\.bitPattern))
  }

  @Test func negativeZeroKeepsItsSign() throws {
    var json = JSONWriter(isExact: true)
    json.value(-0.0)
    let read = try Double(jsonBytes: json.bytes)
    #expect(read.sign == .minus)
  }

  /// Members inside an object that others write are as exact as the rest.
  @Test func membersOfAnotherValueAreExactToo() throws {
    let point = Point(x: 1 / 3, y: 2 / 3)
    let item = OutlineItem(title: "t", target: .page(0, point))
    let read = try OutlineItem(jsonBytes: JSONWriter.bytes(of: item, isExact: true))
    #expect(read.target == .page(0, point))
  }
}
