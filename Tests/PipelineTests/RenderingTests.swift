import Glibc
import RectoPageModel
import RectoPipeline
import RectoRaster
import RectoWorkers
import TestSupport
import Testing

/// The behavior that all backends share.
@Suite struct RenderingTests {
  private let red = Color(red: 255, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 255)

  private func open(_ pages: [SketchedPage], _ direction: ReadingDirection = .leftToRight)
    async throws
    -> OpenPublication
  {
    let folder = try temporaryFolder()
    return try await Recto(
      backends: [Sketch(direction: direction, pages: pages)], isolation: .inProcess
    )
    .open(try folder.write([1], to: "a"))
  }

  @Test func thePageIsDrawnOverTheBackground() async throws {
    let seen = Log<Color>()
    let page = SketchedPage(onRender: { seen.append(color(of: $0, x: 3, y: 3)) })
    let bitmap = Bitmap(size: PixelSize(width: 50, height: 50))
    bitmap.fill(red)
    try await open([page]).render(page: 0, RenderRequest(background: blue), into: bitmap)
    #expect(seen.entries == [blue])
    #expect(bitmap.size == PixelSize(width: 10, height: 20))
  }

  @Test func anImageAtTheBackIsFinishedAtALowerPriority() async throws {
    let issue = try await open([SketchedPage()])
    let seen = Log<Int32>()
    let finish = ImageFinish("look") { _ in
      seen.append(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
    }
    for pace in [WorkPace.front, .back] {
      _ = try await WorkPace.$current.withValue(pace) {
        try await issue.image(
          of: .page(0), RenderRequest(), EncodeOptions(format: .png), finish: finish)
      }
    }
    try #require(seen.entries.count == 2)
    #expect(seen.entries[1] == min(19, seen.entries[0] + 16))
  }

  @Test func darkTurnsThePageAndGrayTakesItsColors() async throws {
    let issue = try await open([SketchedPage(), SketchedPage(color: red)])
    let dark = try await issue.render(page: 0, RenderRequest(appearance: .dark))
    #expect(color(of: dark, x: 0, y: 0) == .black)
    let gray = color(of: try await issue.render(page: 1, RenderRequest(isGray: true)), x: 0, y: 0)
    #expect(gray.red == gray.blue && gray.red == gray.green && gray.red > 60)
  }

  @Test func darkSparesAPhotographWhereItIsShown() async throws {
    // A photograph on the lower half of a page that is shown turned.
    let noise: @Sendable (Bitmap) throws(PageError) -> Void = { bitmap in
      bitmap.withPixels { bytes in
        let pixels = bytes.bindMemory(to: UInt32.self)
        for index in pixels.indices {
          pixels[index] = UInt32(truncatingIfNeeded: index &* 2_654_435_761)
        }
      }
    }
    let page = SketchedPage(
      size: Size(width: 100, height: 100), rotation: .quarter,
      images: [Rect(x: 0, y: 50, width: 100, height: 50)], onRender: noise)
    let issue = try await open([page])
    let normal = try await issue.render(page: 0, RenderRequest())
    let dark = try await issue.render(page: 0, RenderRequest(appearance: .dark))
    // Below goes to the left in a clockwise turn.
    for y in stride(from: 5, to: 100, by: 10) {
      #expect(color(of: dark, x: 20, y: y) == color(of: normal, x: 20, y: y))
      #expect(color(of: dark, x: 80, y: y) != color(of: normal, x: 80, y: y))
    }
  }

  /// A picture with one half of one color: that half alone is not a photograph.
  @Test func aDarkRegionEqualsACropOfTheDarkPage() async throws {
    let halfPlain: @Sendable (PixelGrid, Bitmap) -> Void = { grid, bitmap in
      let (left, top) = (Int(grid.transform.x0), Int(grid.transform.y0))
      let width = bitmap.size.width
      bitmap.withPixels { bytes in
        let pixels = bytes.bindMemory(to: UInt32.self)
        for index in pixels.indices {
          let (x, y) = (index % width - left, index / width - top)
          let isPlain = Double(x) < 50 * grid.scale
          pixels[index] = isPlain ? 0xFFF0_F0F0 : UInt32(truncatingIfNeeded: (x * 7 + y) &* 65_793)
        }
      }
    }
    let page = SketchedPage(
      size: Size(width: 100, height: 100), images: [Rect(x: 0, y: 0, width: 100, height: 100)],
      onDraw: halfPlain)
    let issue = try await open([page])
    let dark = RenderRequest(appearance: .dark)
    let whole = try await issue.render(page: 0, dark)
    var region = dark
    region.region = Rect(x: 10, y: 20, width: 30, height: 30)
    let part = try await issue.render(page: 0, region)
    for (x, y) in [(0, 0), (15, 3), (29, 29)] {
      #expect(color(of: part, x: x, y: y) == color(of: whole, x: x + 10, y: y + 20))
    }
    #expect(color(of: whole, x: 10, y: 20).red == 0xF0)
  }

  // MARK: Spreads

  private func spread(
    _ request: RenderRequest, _ left: Size = Size(width: 10, height: 20),
    _ right: Size = Size(width: 30, height: 50)
  ) async throws -> Bitmap {
    let pages = [SketchedPage(size: left, color: red), SketchedPage(size: right, color: blue)]
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    try await open(pages).render(spread: Spread(left: 0, right: 1), request, into: bitmap)
    return bitmap
  }

  @Test func aSpreadHasItsPagesSideBySideWithTheTopsAligned() async throws {
    let bitmap = try await spread(RenderRequest(scale: .pixelsPerPoint(2)))
    #expect(bitmap.size == PixelSize(width: 80, height: 100))
    #expect(color(of: bitmap, x: 19, y: 39) == red)
    #expect(color(of: bitmap, x: 19, y: 40) == .white)
    #expect(color(of: bitmap, x: 20, y: 0) == blue)
    #expect(color(of: bitmap, x: 79, y: 99) == blue)
  }

  @Test func aSpreadOfOnePageIsThatPage() async throws {
    let issue = try await open([SketchedPage(color: red)])
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    try await issue.render(spread: Spread(left: nil, right: 0), RenderRequest(), into: bitmap)
    #expect(bitmap.size == PixelSize(width: 10, height: 20))
  }

  @Test(
    arguments: [100, 333, 601, 1000],
    [Size(width: 100.3, height: 150), Size(width: 99.9, height: 400)])
  func aFittedSpreadNeverLeavesItsBox(side: Int, left: Size) async throws {
    let box = PixelSize(width: side, height: side)
    let bitmap = try await spread(
      RenderRequest(scale: .fit(box)), left, Size(width: 100.4, height: 140.7))
    #expect(bitmap.size.width <= side && bitmap.size.height <= side)
    #expect(bitmap.size.width >= side - 1 || bitmap.size.height >= side - 1)
  }

  /// The positions of the red left page's outer top corner and the blue right page's.
  @Test(arguments: [
    (Rotation.quarter, PixelSize(width: 50, height: 40), Point(x: 49, y: 0), Point(x: 49, y: 39)),
    (.half, PixelSize(width: 40, height: 50), Point(x: 39, y: 49), Point(x: 0, y: 49)),
    (.threeQuarters, PixelSize(width: 50, height: 40), Point(x: 0, y: 39), Point(x: 0, y: 0)),
  ])
  func aTurnedSpreadIsTheSpreadTurned(
    rotation: Rotation, size: PixelSize, left: Point, right: Point
  ) async throws {
    let bitmap = try await spread(RenderRequest(rotation: rotation))
    try #require(bitmap.size == size)
    #expect(color(of: bitmap, x: Int(left.x), y: Int(left.y)) == red)
    #expect(color(of: bitmap, x: Int(right.x), y: Int(right.y)) == blue)
  }

  @Test func thePaperBesideAShorterPageIsDarkToo() async throws {
    let bitmap = try await spread(RenderRequest(appearance: .dark))
    #expect(color(of: bitmap, x: 0, y: 49) == .black)
  }

  @Test func aRegionOfASpreadIsABadRequest() async throws {
    let error = await #expect(throws: PageError.self) {
      _ = try await spread(RenderRequest(region: Rect(x: 0, y: 0, width: 1, height: 1)))
    }
    #expect(error?.code == .badRequest)
  }

  @Test func spreadsFollowThePublicationsDirectionAndPositions() async throws {
    let pages = (0..<4).map { SketchedPage(position: $0 == 1 ? .alone : .automatic) }
    let spreads = try await open(pages, .rightToLeft).spreads()
    #expect(
      spreads == [
        Spread(left: 0, right: nil), Spread(left: 1, right: nil), Spread(left: 3, right: 2),
      ])
  }
}
