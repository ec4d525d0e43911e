import RectoPageModel
import Testing

/// The same numbers in every run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64 of Steele, Lea and Flood.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct PixelGridTests {
  private let page = Size(width: 420, height: 560)

  private func grid(
    _ request: RenderRequest, page: Size? = nil, rotation: Rotation = .none
  ) throws -> PixelGrid {
    try PixelGrid(page: page ?? self.page, rotation: rotation, request: request)
  }

  @Test func thePixelsAreThePointsTimesTheScale() throws {
    #expect(try grid(RenderRequest()).size == PixelSize(width: 420, height: 560))
    let sharp = try grid(RenderRequest(scale: .pixelsPerPoint(150.0 / 72)))
    // 420 and 560 points at 150 dpi are 875 and 1166 2/3 pixels.
    #expect(sharp.size == PixelSize(width: 875, height: 1167))
  }

  @Test func roundingNoiseAddsNoPixels() throws {
    // 595.2 points at 300 dpi are 2480 pixels, which the product misses by a hair.
    let grid = try grid(
      RenderRequest(scale: .pixelsPerPoint(300.0 / 72)), page: Size(width: 595.2, height: 595.2))
    #expect(grid.size == PixelSize(width: 2480, height: 2480))
  }

  @Test func aPageSmallerThanAPixelStillHasOne() throws {
    #expect(
      try grid(RenderRequest(scale: .pixelsPerPoint(0.0001))).size == PixelSize(width: 1, height: 1)
    )
  }

  @Test(arguments: [1e-200, .leastNonzeroMagnitude])
  func aScaleWithoutAnInverseIsRefused(scale: Double) {
    let error = #expect(throws: PageError.self) {
      try grid(RenderRequest(scale: .pixelsPerPoint(scale)))
    }
    #expect(error?.code == .badRequest)
    #expect(throws: PageError.self) {
      try grid(
        RenderRequest(scale: .fit(PixelSize(width: 1, height: 1))),
        page: Size(width: 1e200, height: 1e200))
    }
  }

  @Test(arguments: Rotation.allCases, Rotation.allCases)
  func theTurnsOfPageAndRequestAddUp(ofPage: Rotation, ofRequest: Rotation) throws {
    let both = try grid(
      RenderRequest(scale: .pixelsPerPoint(2), rotation: ofRequest), rotation: ofPage)
    let one = try grid(RenderRequest(scale: .pixelsPerPoint(2)), rotation: ofPage + ofRequest)
    #expect(both == one)
    let isTurned = (ofPage + ofRequest).swapsAxes
    #expect(both.size == PixelSize(width: isTurned ? 1120 : 840, height: isTurned ? 840 : 1120))
  }

  @Test func aFittedPageTouchesItsBoxAndNeverLeavesIt() throws {
    var dice = Dice(seed: 1)
    for _ in 0..<500 {
      let box = PixelSize(
        width: .random(in: 50...3000, using: &dice), height: .random(in: 50...3000, using: &dice))
      let size = Size(
        width: .random(in: 100...900, using: &dice), height: .random(in: 100...900, using: &dice))
      let fitted = try grid(
        RenderRequest(scale: .fit(box), rotation: .allCases.randomElement(using: &dice) ?? .none),
        page: size)
      #expect(fitted.size.width <= box.width && fitted.size.height <= box.height)
      #expect(fitted.size.width == box.width || fitted.size.height == box.height)
    }
  }

  @Test func aFittedRegionFillsItsBoxAndNeverLeavesIt() throws {
    var dice = Dice(seed: 3)
    for _ in 0..<500 {
      let box = PixelSize(
        width: .random(in: 50...3000, using: &dice), height: .random(in: 50...3000, using: &dice))
      let region = Rect(
        x: .random(in: 0...300, using: &dice), y: .random(in: 0...400, using: &dice),
        width: .random(in: 10...400, using: &dice), height: .random(in: 10...400, using: &dice))
      let fitted = try grid(
        RenderRequest(
          scale: .fit(box), region: region,
          rotation: .allCases.randomElement(using: &dice) ?? .none))
      #expect(fitted.size.width <= box.width && fitted.size.height <= box.height)
      #expect(fitted.size.width >= box.width - 1 || fitted.size.height >= box.height - 1)
    }
  }

  @Test func aRegionLiesOnThePixelsOfTheWholePage() throws {
    var dice = Dice(seed: 2)
    for _ in 0..<500 {
      let rotation = Rotation.allCases.randomElement(using: &dice) ?? .none
      let scale = RenderRequest.Scale.pixelsPerPoint(.random(in: 0.2...8, using: &dice))
      let region = Rect(
        x: .random(in: 0...400, using: &dice), y: .random(in: 0...540, using: &dice),
        width: .random(in: 0.1...400, using: &dice), height: .random(in: 0.1...400, using: &dice))
      let whole = try grid(RenderRequest(scale: scale, rotation: rotation))
      let part = try grid(RenderRequest(scale: scale, region: region, rotation: rotation))
      let left = whole.transform.x0 - part.transform.x0
      let top = whole.transform.y0 - part.transform.y0
      #expect(abs(left - left.rounded()) < 1e-6 && abs(top - top.rounded()) < 1e-6)
      #expect(left >= 0 && Int(left.rounded()) + part.size.width <= whole.size.width)
      #expect(top >= 0 && Int(top.rounded()) + part.size.height <= whole.size.height)
      // Every pixel that the region touches is in the part.
      let visible = try #require(region.intersection(Rect(page)))
      let covered = part.transform.apply(visible)
      #expect(covered.minX > -1e-3 && covered.maxX < Double(part.size.width) + 1e-3)
      #expect(covered.minY > -1e-3 && covered.maxY < Double(part.size.height) + 1e-3)
    }
  }

  @Test func aRegionThatReachesOverTheEdgeIsClipped() throws {
    let part = try grid(
      RenderRequest(region: Rect(x: 400, y: -50, width: 100, height: 60)))
    #expect(part.size == PixelSize(width: 20, height: 10))
    #expect(part.transform.apply(Point(x: 400, y: 0)) == Point(x: 0, y: 0))
  }

  @Test(arguments: [
    Rect(x: 500, y: 0, width: 10, height: 10), Rect(x: 0, y: -20, width: 10, height: 20),
    Rect(x: 10, y: 10, width: 0, height: 10), Rect(x: 10, y: 10, width: 10, height: -1),
    Rect(x: .nan, y: 0, width: 10, height: 10), Rect(x: 0, y: 0, width: .nan, height: 10),
  ])
  func aRegionWithoutPixelsOnThePageIsABadRequest(region: Rect) {
    #expect(code { try grid(RenderRequest(region: region)) } == .badRequest)
  }

  @Test func theRefusalOfARegionSaysHowLargeThePageIs() {
    let error = #expect(throws: PageError.self) {
      try grid(RenderRequest(region: Rect(x: 999, y: 0, width: 1, height: 1)))
    }
    #expect(error?.message.contains("420 x 560") == true)
  }

  @Test(arguments: [0.0, -1, .nan, .infinity])
  func aScaleThatIsNotPositiveIsABadRequest(scale: Double) {
    #expect(code { try grid(RenderRequest(scale: .pixelsPerPoint(scale))) } == .badRequest)
  }

  @Test func aBoxWithoutPixelsIsABadRequest() {
    #expect(
      code { try grid(RenderRequest(scale: .fit(PixelSize(width: 0, height: 100)))) } == .badRequest
    )
  }

  @Test func aPageOfAMillionPointsAtSixHundredDotsPerInchDoesNotOverflow() throws {
    let grid = try grid(
      RenderRequest(scale: .pixelsPerPoint(600.0 / 72)), page: Size(width: 1e6, height: 1e6))
    #expect(grid.size == PixelSize(width: 8_333_334, height: 8_333_334))
    // The product that callers compute must fit an integer.
    #expect(!grid.size.width.multipliedReportingOverflow(by: grid.size.height).overflow)
  }

  @Test(arguments: [1e300, 1e12]) func aSizeBeyondIntegersIsALimit(side: Double) {
    #expect(code { try grid(RenderRequest(), page: Size(width: side, height: side)) } == .limit)
  }

  @Test(arguments: [
    Size(width: 0, height: 10), Size(width: .infinity, height: 10), Size(width: .nan, height: 10),
  ])
  func aPageWithoutAreaIsDamaged(size: Size) {
    #expect(code { try grid(RenderRequest(), page: size) } == .damaged)
  }

  private func code(_ body: () throws -> PixelGrid) -> PageError.Code? {
    do {
      _ = try body()
      return nil
    } catch { return (error as? PageError)?.code }
  }
}
