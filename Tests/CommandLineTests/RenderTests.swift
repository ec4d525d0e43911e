import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct RenderTests {
  @Test func pagesAre150DotsPerInchAndSaySo() async throws {
    let page = try await decodePNG(rendered(quay, "--pages", "1"))
    // 420 x 560 points.
    #expect((page.width, page.height) == (875, 1167))
    #expect(abs((page.dotsPerInch ?? 0) - 150) < 0.02)
  }

  @Test func dpiAndScaleSayHowLarge() async throws {
    let page = try await decodePNG(rendered(quay, "--pages", "1", "--dpi", "36"))
    #expect((page.width, page.height) == (210, 280))
    #expect(try await decodePNG(rendered(quay, "--pages", "1", "--scale", "0.5")) == page)
  }

  @Test(arguments: [("300x300", 225, 300), ("90x1000", 90, 120)])
  func fitIsAsLargeAsFits(box: String, width: Int, height: Int) async throws {
    let page = try await decodePNG(rendered(quay, "--pages", "3", "--fit", box))
    #expect((page.width, page.height) == (width, height))
  }

  @Test(
    arguments: ["36,36,200,120", "0,0,420,560", "33.3,401.7,55.5,99.9", "400,500,100,100"],
    ["72", "150"])
  func aRegionRenderEqualsTheCropOfTheWholePage(region: String, dpi: String) async throws {
    let whole = try await decodePortableMap(
      rendered(quay, "--pages", "3", "--dpi", dpi, "-f", "ppm")
    ).rgb
    let part = try await decodePortableMap(
      rendered(quay, "--pages", "3", "--dpi", dpi, "-f", "ppm", "--region", region)
    ).rgb
    let scale = (Double(dpi) ?? 0) / 72
    let numbers = region.split(separator: ",").map { (Double($0) ?? 0) * scale }
    let crop = whole.crop(
      x: Int(numbers[0] + 1e-6), y: Int(numbers[1] + 1e-6), width: part.width, height: part.height)
    // Resampled pictures are rounded differently when the origin moves; the rest is the same to the
    // bit.
    try #require(part.samples.count == crop.samples.count)
    let differences = zip(part.samples, crop.samples).filter { $0 != $1 }
    #expect(differences.count * 1000 < part.samples.count)
    #expect(differences.allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(Double(part.width) >= min(numbers[2], 420 * scale - numbers[0]) - 1e-6)
  }

  @Test func aTurnedPageIsThePageTurned() async throws {
    let page = try await decodePortableMap(
      rendered(quay, "--pages", "3", "--scale", "1", "-f", "ppm")
    )
    .rgb
    let half = try await decodePortableMap(
      rendered(quay, "--pages", "3", "--scale", "1", "-f", "ppm", "--rotate", "180")
    ).rgb
    let quarter = try await decodePortableMap(
      rendered(quay, "--pages", "3", "--scale", "1", "-f", "ppm", "--rotate", "90")
    ).rgb
    #expect((quarter.width, quarter.height) == (page.height, page.width))
    // Letters fall on other parts of the pixels, so that the edges of the ink differ a little.
    var halfDifference = 0
    var quarterDifference = 0
    for y in 0..<page.height {
      for x in 0..<page.width {
        let color = page[x, y]
        let turnedHalf = half[page.width - 1 - x, page.height - 1 - y]
        let turnedQuarter = quarter[page.height - 1 - y, x]
        for part in 0..<3 {
          halfDifference += abs(Int(color[part]) - Int(turnedHalf[part]))
          quarterDifference += abs(Int(color[part]) - Int(turnedQuarter[part]))
        }
      }
    }
    let samples = page.samples.count
    #expect(halfDifference < samples * 4 && quarterDifference < samples * 4)
    #expect(
      try await rendered(quay, "--pages", "3", "--rotate", "-90")
        == rendered(quay, "--pages", "3", "--rotate", "270"))
  }

  // MARK: Formats

  @Test func everyFormatHoldsTheSamePage() async throws {
    let png = try await decodePNG(rendered(quay, "--pages", "1", "--scale", "1"))
    func file(_ format: String, _ quality: String = "95") async throws -> [UInt8] {
      try await rendered(
        quay, "--pages", "1", "--scale", "1", "--format", format, "--quality", quality)
    }
    #expect(try await alike(decodePortableMap(file("ppm")).samples, png.samples))
    #expect(try await alike(file("raw"), png.samples))
    #expect(try await alike(decodeWebP(file("webp", "100")).samples, png.samples))
    for image in [try await decodeJPEG(file("jpeg")), try await decodeWebP(file("webp"))] {
      #expect((image.width, image.height) == (png.width, png.height))
      let difference = zip(image.samples, png.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      #expect(Double(difference) / Double(png.samples.count) < 6)
    }
  }

  @Test(
    arguments: [
      ("page.png", [0x89, 0x50]), ("page.jpg", [0xFF, 0xD8]), ("page.JPEG", [0xFF, 0xD8]),
      ("page.webp", [0x52, 0x49]), ("page.ppm", [0x50, 0x36]),
    ] as [(String, [UInt8])])
  func theExtensionOfTheNameIsTheFormat(name: String, magic: [UInt8]) async throws {
    let folder = try temporaryFolder()
    let path = folder.path(name)
    let result = try await runRecto(["render", quay, "--pages", "1", "--scale", "1", "-o", path])
    #expect(result.status == 0 && result.output.isEmpty && result.errors == "")
    #expect(try Array(bytes(ofFile: path).prefix(2)) == magic)
  }

  @Test func qualityAndLevelMakeSmallerFiles() async throws {
    func size(_ option: String, _ value: String, _ format: String) async throws -> Int {
      try await rendered(quay, "--pages", "3", "--dpi", "72", "-f", format, option, value).count
    }
    #expect(try await size("--quality", "30", "jpeg") < size("--quality", "90", "jpeg"))
    #expect(try await size("--quality", "30", "webp") < size("--quality", "90", "webp"))
    #expect(try await size("--level", "9", "png") < size("--level", "1", "png"))
  }

  // MARK: Looks

  @Test func grayIsAGrayPNG() async throws {
    let color = try await decodePNG(rendered(quay, "--pages", "1", "--scale", "1"))
    let gray = try await decodePNG(rendered(quay, "--pages", "1", "--scale", "1", "--gray"))
    #expect((color.channels, gray.channels) == (3, 1))
  }

  private func square(_ arguments: String...) async throws -> DecodedImage {
    let folder = try temporaryFolder()
    let path = try folder.write(HandMadePDF(squares: 1).bytes, to: "a.pdf")
    let result = try await runRecto(["render", path, "--scale", "1", "-o", "-"] + arguments)
    return try decodePNG(result.output)
  }

  @Test func darkExchangesPaperAndInk() async throws {
    let light = try await square()
    let dark = try await square("--dark")
    #expect((light[10, 10], light[90, 190]) == ([0], [255]))
    #expect((dark[10, 10], dark[90, 190]) == ([255], [0]))
  }

  @Test func theBackgroundLiesBehindThePage() async throws {
    let red = try await square("--background", "#ff0000")
    #expect(red[90, 190] == [255, 0, 0] && red[10, 10] == [0, 0, 0])
    let clear = try await square("--background", "transparent")
    #expect(clear[90, 190] == [0, 0, 0, 0] && clear[10, 10] == [0, 0, 0, 255])
  }

  @Test func theNumberOfJobsDoesNotChangeTheBytes() async throws {
    let one = try temporaryFolder()
    let many = try temporaryFolder()
    let names = try await render(quay, "--dpi", "50", "--deterministic", "--jobs", "1", into: one)
    #expect(
      try await render(quay, "--dpi", "50", "--deterministic", "--jobs", "7", into: many) == names)
    for name in names {
      #expect(try alike(bytes(ofFile: one.path(name)), bytes(ofFile: many.path(name))))
    }
  }

  // MARK: Spreads

  @Test func aSpreadHasFacingPagesSideBySide() async throws {
    let folder = try temporaryFolder()
    let names = try await render(quay, "--spread", "--scale", "1", into: folder)
    // The cover alone, then pairs, and the last page alone.
    #expect(names == [1, 2, 4, 6, 8].map { "quay-\($0).png" })
    let widths = try names.map { try decodePNG(bytes(ofFile: folder.path($0))).width }
    #expect(widths == [420, 840, 840, 840, 420])
    let spread = try decodePNG(bytes(ofFile: folder.path("quay-4.png"))).rgb
    let left = try await decodePNG(rendered(quay, "--pages", "4", "--scale", "1")).rgb
    let right = try await decodePNG(rendered(quay, "--pages", "5", "--scale", "1")).rgb
    #expect(alike(spread.crop(x: 0, y: 0, width: 420, height: 560).samples, left.samples))
    #expect(alike(spread.crop(x: 420, y: 0, width: 420, height: 560).samples, right.samples))
  }

  @Test func aPageAsksForItsWholeSpread() async throws {
    let folder = try temporaryFolder()
    #expect(
      try await render(quay, "--spread", "--pages", "5", "--fit", "300x300", into: folder) == [
        "quay-4.png"
      ])
    let spread = try decodePNG(bytes(ofFile: folder.path("quay-4.png")))
    #expect((spread.width, spread.height) == (300, 200))
  }
}
