import RectoImageBackend
import RectoPageModel
import Testing

@Suite struct BMPTests {
  private let canvas = Canvas.quadrants(width: 30, height: 20)

  /// 24 bits a pixel, rows from the bottom, or from the top where the height is below zero.
  private func bmp(
    _ canvas: Canvas, fromTop: Bool = false, pixelsPerMetre: UInt32 = 0, width: Int32? = nil,
    height: Int32? = nil
  ) -> [UInt8] {
    var rows = (0..<canvas.height).map { y -> [UInt8] in
      let row = (0..<canvas.width).flatMap { x in
        [canvas[x, y].blue, canvas[x, y].green, canvas[x, y].red]
      }
      return row + [UInt8](repeating: 0, count: (4 - row.count % 4) % 4)
    }
    if !fromTop { rows.reverse() }
    let pixels = Array(rows.joined())
    let stated = height ?? Int32(canvas.height) * (fromTop ? -1 : 1)
    var file = Array("BM".utf8) + UInt32(54 + pixels.count).littleEndianBytes + [0, 0, 0, 0]
    file += UInt32(54).littleEndianBytes + UInt32(40).littleEndianBytes
    file += UInt32(bitPattern: width ?? Int32(canvas.width)).littleEndianBytes
    file += UInt32(bitPattern: stated).littleEndianBytes + [1, 0, 24, 0, 0, 0, 0, 0]
    file += UInt32(pixels.count).littleEndianBytes + pixelsPerMetre.littleEndianBytes
    return file + pixelsPerMetre.littleEndianBytes + [UInt8](repeating: 0, count: 8) + pixels
  }

  @Test(arguments: [false, true]) func aBMPIsAPage(fromTop: Bool) throws {
    let publication = try open(bmp(canvas, fromTop: fromTop), name: "nowhere/a.bmp")
    #expect(publication.info.format == "BMP image")
    #expect(try publication.canvas() == canvas)
  }

  @Test func itHasTheSizeOfItsResolution() throws {
    let size = try open(bmp(canvas, pixelsPerMetre: 5906)).page(at: 0).size
    #expect(abs(size.width - 30 * 72 / 150.0) < 0.01, "\(size)")
  }

  @Test func itIsAPageOfAFolderAndAnArchive() throws {
    let files = ["1.bmp": bmp(canvas), "2.png": try canvas.encoded()]
    let folder = try temporaryFolder(files)
    for publication in [
      try open(folder.path), try open(archive(files.map { ZipEntry($0.key, $0.value) })),
    ] { #expect(try publication.canvas(page: 0) == canvas) }
  }

  @Test func aTextThatBeginsWithItsLettersIsNotABMP() {
    let text = SourceProbe(source(Array("BM is how this text begins".utf8), name: "nowhere/a.txt"))
    #expect(ImageBackend().recognizes(text) == .none)
    let named = SourceProbe(source(bmp(canvas), name: "nowhere/a.txt"))
    #expect(ImageBackend().recognizes(named) == .byName)
  }

  @Test func aBadOneFailsInASentence() throws {
    let whole = bmp(canvas)
    var files = stride(from: 15, to: whole.count, by: 41).map { Array(whole[..<$0]) }
    files += [(0, 20), (-5, 20), (30, 0), (60_000, 60_000), (Int32.max, Int32.min)].map {
      bmp(canvas, width: $0, height: $1)
    }
    for file in files {
      let error = refusalOrFailure(file, name: "nowhere/a.bmp")
      #expect(error.map { [.damaged, .limit, .unsupported].contains($0.code) } ?? true)
    }
    #expect(refusalOrFailure(files[files.count - 2], name: "nowhere/a.bmp")?.code == .limit)
  }
}
