import RectoPageModel
import RectoSnapshots
import SeededPages
import Testing

/// The pages that pass each comparison, alone and combined.
@Suite struct ComparisonTests {
  private let size = PixelSize(width: 200, height: 160)

  private func page(_ edit: (inout Canvas) -> Void = { _ in }) -> PageSnapshot {
    var canvas = Canvas(width: size.width, height: size.height) { _, _ in .white }
    canvas.fill(40..<60, 40..<120, .black)
    edit(&canvas)
    return PageSnapshot(picture: canvas.bitmap)
  }

  private func passes(
    _ comparison: Comparison, _ edit: (inout Canvas) -> Void
  ) -> Bool {
    page().compare(with: page(edit), ComparisonOptions(comparison)).verdict.passes
  }

  @Test func exactlyTheSamePixelsAreWantedOrNot() {
    #expect(passes(.exact) { _ in })
    #expect(!passes(.exact) { $0[0, 0] = Color(red: 254, green: 255, blue: 255) })
  }

  @Test func aByteThatMeansNothingDoesNotCount() {
    let other = page()
    other.picture.withPixels { $0[3] = 7 }
    #expect(page().compare(with: other, ComparisonOptions(.exact)).isSame)
  }

  @Test func fuzzIsARangeOfDifferencesAndOneOfPixels() throws {
    let fuzz = Comparison.fuzz(Fuzz(maxDifference: 0...2, totalPixels: 0...100))
    let faint = Color(red: 253, green: 255, blue: 255)
    #expect(passes(fuzz) { $0.fill(0..<10, 0..<10, faint) })
    #expect(!passes(fuzz) { $0.fill(0..<101, 0..<1, faint) })
    #expect(!passes(fuzz) { $0[0, 0] = Color(red: 252, green: 255, blue: 255) })
    // A change that is expected has to be there.
    #expect(!passes(.fuzz(Fuzz(maxDifference: 1...2, totalPixels: 1...9))) { _ in })
  }

  @Test func fuzzIsWrittenAsWebPlatformTestsDo() {
    let fuzz = Fuzz(maxDifference: 0...2, totalPixels: 0...100)
    #expect(Fuzz("maxDifference=0-2;totalPixels=0-100") == fuzz)
    #expect(Fuzz("totalPixels=0-100; maxDifference=0-2") == fuzz)
    #expect(Fuzz("0-2;0-100") == fuzz)
    #expect(Fuzz("15;300") == Fuzz(maxDifference: 15...15, totalPixels: 300...300))
    #expect(Fuzz(fuzz.description) == fuzz)
    for wrong in ["", ";", "1", "1;2;3", "2-1;0", "a;b", "-1;4", "0-256;1", "x=1;y=2", "0-2;1-2-3"]
    {
      #expect(Fuzz(wrong) == nil, "\(wrong)")
    }
    #expect(Fuzz("maxDifference=1;maxDifference=2") == nil)
  }

  @Test func invisibleDifferencesAndSmoothedEdgesPass() {
    let perceptual = Comparison.perceptual(Perception())
    #expect(
      passes(perceptual) { $0.fill(100..<120, 0..<20, Color(red: 250, green: 250, blue: 250)) })
    #expect(
      !passes(perceptual) { $0.fill(100..<120, 0..<20, Color(red: 120, green: 120, blue: 250)) })
    // An edge that passes through the pixels beside the stem.
    #expect(
      passes(perceptual) { $0.fill(60..<61, 40..<120, Color(red: 128, green: 128, blue: 128)) })
    let strict = Comparison.perceptual(Perception(countsAntialiasing: true))
    #expect(
      !passes(strict) { $0.fill(60..<61, 40..<120, Color(red: 128, green: 128, blue: 128)) })
  }

  @Test func asManyPixelsAsAreAllowedMayDiffer() {
    let five = Comparison.perceptual(Perception(countsAntialiasing: true, pixels: 5))
    #expect(passes(five) { $0.fill(100..<105, 10..<11, .black) })
    #expect(!passes(five) { $0.fill(100..<106, 10..<11, .black) })
  }

  @Test func aDenseChangeFailsWhereASparseOneOfTheSameSizePasses() {
    let density = Comparison.density(Density())
    let sparse: (inout Canvas) -> Void = { canvas in
      for index in 0..<36 { canvas[80 + index % 6 * 20, 4 + index / 6 * 25] = .black }
    }
    let dense: (inout Canvas) -> Void = { $0.fill(100..<106, 20..<26, .black) }
    #expect(passes(density, sparse))
    #expect(!passes(density, dense))
    let before = page()
    let count = before.compare(with: page(sparse), ComparisonOptions(.exact)).pixels
    #expect(count == before.compare(with: page(dense), ComparisonOptions(.exact)).pixels)
  }

  @Test func similarityHasAMeanAndALowestWindow() {
    #expect(passes(.similarity(Similarity(mean: 1, lowest: 1))) { _ in })
    let blot: (inout Canvas) -> Void = { $0.fill(100..<104, 20..<24, .black) }
    #expect(passes(.similarity(Similarity(mean: 0.98)), blot))
    #expect(!passes(.similarity(Similarity(mean: 0.98, lowest: 0.9)), blot))
    #expect(!passes(.similarity(Similarity(mean: 0.9999)), blot))
  }

  @Test func comparisonsAreCombined() {
    let blot: (inout Canvas) -> Void = { $0[100, 20] = .black }
    let fuzz = Comparison.fuzz(Fuzz(maxDifference: 0...255, totalPixels: 0...1))
    #expect(passes(.any([.exact, fuzz]), blot))
    #expect(!passes(.all([.exact, fuzz]), blot))
    #expect(!passes(.any([]), blot))
  }

  @Test func picturesOfOtherSizesNeverPass() {
    let other = PageSnapshot(picture: Bitmap(size: PixelSize(width: 199, height: 160)))
    let lenient = Comparison.any([.fuzz(Fuzz(maxDifference: 0...255, totalPixels: 0...Int.max))])
    let result = page().compare(with: other, ComparisonOptions(lenient))
    #expect(!result.verdict.passes)
    #expect(result.changes.map(\.kind.name) == ["size"])
  }

  @Test func textThatIsNotThereDoesNotPass() {
    #expect(!passes(.text(TextTolerance())) { _ in })
  }

  @Test func maskedPixelsDoNotCount() {
    let edited = page { $0.fill(100..<110, 20..<30, .black) }
    func result(_ area: ComparedArea) -> ComparisonResult {
      page().compare(with: edited, ComparisonOptions(.exact, area: area))
    }
    #expect(result(ComparedArea(masks: [Rect(x: 100, y: 20, width: 10, height: 10)])).isSame)
    #expect(!result(ComparedArea(masks: [Rect(x: 100, y: 20, width: 9, height: 10)])).isSame)
    #expect(result(ComparedArea(regions: [Rect(x: 0, y: 0, width: 90, height: 90)])).isSame)
    #expect(!result(ComparedArea(regions: [Rect(x: 90, y: 0, width: 90, height: 90)])).isSame)
  }

  @Test func pagesThatCannotBeComparedDoNotPass() {
    let off = Rect(x: 500, y: 0, width: 10, height: 10)
    let all = Rect(x: 0, y: 0, width: 200, height: 160)
    for area in [
      ComparedArea(regions: [off]), ComparedArea(masks: [off]), ComparedArea(masks: [all]),
      ComparedArea(regions: [Rect(x: .nan, y: 0, width: 1, height: 1)]),
    ] {
      let result = page().compare(with: page(), ComparisonOptions(.exact, area: area))
      #expect(!result.verdict.passes)
      #expect(!result.verdict.reason.isEmpty)
    }
  }

  @Test func maskedWordsDoNotCount() {
    func page(_ text: String) -> PageSnapshot {
      let word = TextWord(text: text, box: Rect(x: 40, y: 40, width: 30, height: 10))
      let line = TextLine(
        box: word.box, baseline: Segment(start: Point(x: 40, y: 50), end: Point(x: 70, y: 50)),
        words: [word])
      var page = self.page()
      page.text = PageText(
        order: .layout, blocks: [TextBlock(box: word.box, role: .paragraph, lines: [line])])
      return page
    }
    let before = page("quay")
    #expect(!before.compare(with: page("key")).verdict.passes)
    let mask = ComparedArea(masks: [Rect(x: 30, y: 30, width: 60, height: 30)])
    #expect(before.compare(with: page("key"), ComparisonOptions(area: mask)).verdict.passes)
  }
}
