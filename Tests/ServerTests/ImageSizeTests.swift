import RectoPageModel
import RectoPipeline
import Testing

@testable import RectoServer

/// Section 4.2 of the IIIF Image API 3.0.
@Suite struct ImageSizeTests {
  private let region = PixelArea(x: 0, y: 0, width: 100, height: 50)

  private func pixels(_ size: String, area: Int = 1_000_000) throws -> PixelSize {
    var limits = Limits()
    limits.pixels = area
    return try ImageSize(size).pixels(of: region, within: limits)
  }

  @Test(arguments: [
    ("max", 100, 50), ("^200,", 200, 100), (",25", 50, 25), ("pct:50", 50, 25), ("30,40", 30, 40),
    ("!50,50", 50, 25), ("!500,500", 100, 50), ("^!500,500", 500, 250),
  ])
  func aSizeIsWhatTheStandardSays(size: String, width: Int, height: Int) throws {
    #expect(try pixels(size) == PixelSize(width: width, height: height))
  }

  @Test(arguments: ["101,", ",51", "pct:101", "101,50", "100,51"])
  func nothingIsEnlargedWithoutACaret(size: String) throws {
    #expect(throws: ServerError.self) { try pixels(size) }
    #expect(throws: Never.self) { try pixels("^\(size)") }
  }

  @Test(arguments: ["", "^", "0,", "-1,", "pct:0", "a,b", "1,2,3", "!100,", "100"])
  func otherSizesAreBadRequests(size: String) throws {
    #expect(throws: ServerError.self) { try pixels(size) }
  }

  @Test func noSizeIsBeyondTheArea() throws {
    #expect(throws: ServerError.self) { try pixels("^200,", area: 10_000) }
    let largest = try pixels("^max", area: 10_000)
    #expect(largest.width * largest.height <= 10_000 && largest.width > 100)
  }

  /// A frame asks for the largest size that fits into it and is allowed.
  @Test(arguments: ["!100,100", "!90,100", "^!1000,1000"])
  func aLargeFrameHasTheLargestSizeThatIsAllowed(size: String) throws {
    for area in [700, 1000, 1300, 4000] {
      let found = try pixels(size, area: area)
      #expect(found.width * found.height <= area)
      #expect((found.width + 1) * (found.height + 1) > area)
    }
  }

  /// A page that is far longer than wide reaches the limit of a side first.
  @Test(arguments: ["max", "^max", "!100000,100000"])
  func noSideIsBeyondItsLimit(size: String) throws {
    let strip = PixelArea(x: 0, y: 0, width: 76_800, height: 107)
    #expect(
      try ImageSize(size).pixels(of: strip, within: Limits())
        == PixelSize(width: 32_767, height: 45))
    #expect(throws: ServerError.self) {
      try ImageSize("38400,").pixels(of: strip, within: Limits())
    }
    let info = ImageInfo(
      id: "strip", size: PixelSize(width: 76_800, height: 107), limits: Limits())
    #expect(info.sizes.map(\.width).max() == 19_200)
  }

  @Test func aSizeJustBeyondTheAreaIsRefused() throws {
    #expect(throws: ServerError.self) { try pixels("100,50", area: 4999) }
    #expect(try pixels("100,50", area: 5000).width == 100)
  }
}
