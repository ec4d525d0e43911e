import RectoPageModel
import Testing

@Suite struct NetpbmTests {
  private let canvas = Canvas.quadrants(width: 32, height: 24)

  private func body(_ channels: (Color) -> [UInt8]) -> [UInt8] { canvas.colors.flatMap(channels) }

  @Test func aPixmapIsAPage() throws {
    let bytes = Array("P6\n# a comment\n32 24\n255\n".utf8) + body { [$0.red, $0.green, $0.blue] }
    let publication = try open(bytes, name: "nowhere/a.ppm")
    #expect(publication.info.format == "Netpbm image")
    #expect(try publication.canvas() == canvas)
  }

  @Test func aGraymapIsAPage() throws {
    let gray = Canvas(width: 32, height: 24) { x, _ in
      Color(red: UInt8(x * 8), green: UInt8(x * 8), blue: UInt8(x * 8))
    }
    let bytes = Array("P5 32 24 255\n".utf8) + gray.colors.map(\.red)
    #expect(try open(bytes, name: "nowhere/a.pgm").canvas() == gray)
  }

  /// The greatest value that the file states is white, whatever its type could hold.
  @Test(arguments: [
    ("P5 3 1 100\n", [0, 50, 100]), ("P5 3 1 1\n", [0, 1, 1]),
    ("P5 3 1 1023\n", [0, 0, 2, 0, 3, 255]), ("P2 3 1 100\n0 50 100\n", []),
  ])
  func theGreatestValueIsWhite(header: String, samples: [UInt8]) throws {
    let canvas = try open(Array(header.utf8) + samples, name: "nowhere/a.pgm").canvas()
    let middle = samples == [0, 1, 1] ? 255 : 128
    #expect(
      canvas.colors.map { Int($0.red) }.elementsEqual([0, middle, 255]) { abs($0 - $1) <= 1 })
  }

  @Test(arguments: ["P4 8 1\n\u{0F}", "P1 8 1\n0 0 0 0 1 1 1 1\n"])
  func aBitmapIsBlackAndWhite(file: String) throws {
    let canvas = try open(Array(file.utf8), name: "nowhere/a.pbm").canvas()
    #expect(canvas.colors.map(\.red) == [255, 255, 255, 255, 0, 0, 0, 0])
  }

  @Test(arguments: [
    "P6\n", "P6\n0 0\n255\n", "P6\n-4 9\n255\n", "P6\n4000000 4000000\n255\n",
    "P6\n99999999999 1\n255\n", "P6\n2 2\n0\n", "P3\nx y z\n", "P6\n# a comment without end",
  ])
  func aBrokenOneFailsInASentence(header: String) {
    let error = refusalOrFailure(Array(header.utf8), name: "nowhere/a.ppm")
    #expect([.damaged, .limit, .unsupported].contains(error?.code), "\(header)")
  }
}

/// The reason why a file cannot be opened, or its first page not be drawn; nil if both can.
func refusalOrFailure(_ bytes: [UInt8], name: String) -> PageError? {
  do {
    _ = try open(bytes, name: name).canvas(
      page: 0, RenderRequest(scale: .fit(PixelSize(width: 16, height: 16))))
    return nil
  } catch {
    return error as? PageError
  }
}
