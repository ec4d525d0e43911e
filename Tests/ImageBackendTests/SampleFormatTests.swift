import Foundation
import RectoPageModel
import Testing

/// TIFF whose samples are not whole numbers of 8 or 16 bits in gray or RGB.
@Suite struct SampleFormatTests {
  /// A row of pixels, one more from black to white, as samples of 32 bits.
  private func row(
    _ pixels: [[UInt32]], format: Int?, photometric: Int, extraSample: Int? = nil
  ) throws -> [Color] {
    var page = TIFFPage(
      width: pixels.count, height: 1, samples: pixels.joined().flatMap(\.littleEndianBytes))
    page.bits = 32
    page.samplesPerPixel = pixels[0].count
    page.photometric = photometric
    page.sampleFormat = format
    page.extraSample = extraSample
    return try open(tiff([page])).canvas().colors
  }

  /// IEC 61966-2-1, 5.2: linear light in sRGB.
  private func encoded(_ light: Float) -> Int {
    let value = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return Int((value * 255).rounded())
  }

  private func isNear(_ color: Color, _ red: Int, _ green: Int, _ blue: Int) -> Bool {
    abs(Int(color.red) - red) <= 1 && abs(Int(color.green) - green) <= 1
      && abs(Int(color.blue) - blue) <= 1
  }

  private let lights: [Float] = [0, 0.1, 0.25, 0.5, 0.75, 1, 1.5]

  @Test func floatsAreLightFromBlackToWhite() throws {
    let gray = try row(lights.map { [$0.bitPattern] }, format: 3, photometric: 1)
    let color = try row(
      lights.map { [$0.bitPattern, Float(0).bitPattern, Float(0.5).bitPattern] }, format: 3,
      photometric: 2)
    for (index, light) in lights.enumerated() {
      let value = encoded(min(1, light))
      #expect(isNear(gray[index], value, value, value), "\(light): \(gray[index])")
      #expect(isNear(color[index], value, 0, encoded(0.5)), "\(light): \(color[index])")
    }
  }

  @Test func grayFloatsBeyondLightAreNumbersUpTo255() throws {
    let values: [Float] = [0, 64, 128, 255]
    let gray = try row(values.map { [$0.bitPattern] }, format: 3, photometric: 1)
    #expect(gray.map(\.red) == [0, 64, 128, 255])
  }

  @Test func anAlphaOfOneIsOpaque() throws {
    let one = Float(1).bitPattern
    let color = try row(
      [[one, 0, 0, one], [0, 0, 0, 0], [0, one, 0, one]], format: 3, photometric: 2, extraSample: 2)
    #expect(color == [.pureRed, .white, .pureGreen])
    let gray = try row(
      [[0, one], [0, 0], [one, one]], format: 3, photometric: 1, extraSample: 2)
    #expect(gray == [.black, .white, .white])
  }

  @Test func integersOf32BitsKeepTheirUpperBits() throws {
    let values: [UInt32] = [0, 0x4000_0000, 0x8000_0000, .max]
    let gray = try row(values.map { [$0] }, format: nil, photometric: 1)
    let color = try row(values.map { [$0, 0, .max] }, format: nil, photometric: 2)
    for (index, value) in values.enumerated() {
      let upper = Int(value >> 24)
      #expect(isNear(gray[index], upper, upper, upper))
      #expect(isNear(color[index], upper, 0, 255))
    }
  }

  /// ITU-R BT.601, 3.5, which TIFF 6.0 takes where a file states nothing else.
  private func samples(_ color: Color) -> (luma: UInt8, blue: UInt8, red: UInt8) {
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
    func byte(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
    return (
      byte(luma), byte((blue - luma) / 1.772 + 128), byte((red - luma) / 1.402 + 128)
    )
  }

  /// Colors are the same in each square of `x` by `y` pixels.
  private func ycbcr(_ canvas: Canvas, _ x: Int, _ y: Int) -> TIFFPage {
    var bytes: [UInt8] = []
    for top in stride(from: 0, to: canvas.height, by: y) {
      for left in stride(from: 0, to: canvas.width, by: x) {
        for row in top..<top + y {
          for column in left..<left + x { bytes.append(samples(canvas[column, row]).luma) }
        }
        let shared = samples(canvas[left, top])
        bytes += [shared.blue, shared.red]
      }
    }
    // A row of pixels has no whole number of bytes here: all are one strip.
    var page = TIFFPage(width: canvas.width, height: canvas.height, samples: bytes)
    page.photometric = 6
    page.subsampling = (x, y)
    return page
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2), (4, 4)])
  func lumaAndColorDifferencesAreShownAsRGB(x: Int, y: Int) throws {
    let canvas = Canvas.quadrants(width: 32, height: 24)
    var page = ycbcr(canvas, x, y)
    page.resolution = (144, 144)
    let publication = try open(tiff([TIFFPage(canvas), page]))
    #expect(publication.pageCount == 2)
    #expect(try publication.page(at: 1).size == Size(width: 16, height: 12))
    let drawn = try publication.canvas(page: 1, RenderRequest(scale: .pixelsPerPoint(2)))
    for (index, color) in canvas.colors.enumerated() {
      let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
      #expect(isNear(drawn.colors[index], red, green, blue), "\(index): \(drawn.colors[index])")
    }
  }

  @Test(arguments: [3, 6, 8]) func itsOrientationAppliesOnce(orientation: Int) throws {
    let canvas = Canvas.quadrants(width: 32, height: 24)
    var plain = TIFFPage(canvas)
    plain.orientation = orientation
    var page = ycbcr(canvas, 2, 2)
    page.orientation = orientation
    let publication = try open(tiff([plain, page]))
    let (expected, drawn) = (try publication.canvas(), try publication.canvas(page: 1))
    #expect(expected.width == drawn.width)
    for (one, other) in zip(expected.colors, drawn.colors) {
      #expect(isNear(one, Int(other.red), Int(other.green), Int(other.blue)))
    }
  }

  @Test func aMissingPartOfItIsAWarning() throws {
    var page = ycbcr(Canvas(width: 32, height: 24, .pureRed), 2, 2)
    page.rowsPerStrip = 12
    var file = tiff([page])
    // The second strip, of 12 rows with 48 bytes each, is said to be behind the end of the file.
    let place = UInt32(8 + 12 * 48).littleEndianBytes
    let start = try #require(file.indices.first { file[$0...].starts(with: place) })
    file.replaceSubrange(start..<start + 4, with: UInt32(file.count + 100).littleEndianBytes)
    let publication = try open(file)
    let drawn = try publication.canvas()
    #expect(isNear(drawn[5, 5], 255, 0, 0))
    #expect(publication.info.warnings.map(\.code) == ["damaged-image"])
  }
}
