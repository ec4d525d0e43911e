import RectoPageModel
import Testing

@Suite struct OrientationTests {
  /// Exif 2.32, tag 274: the sides of the upright picture that the stored first row and the
  /// stored first column are.
  private static let firstRowAndColumn: [Int: (row: String, column: String)] = [
    1: ("top", "left"), 2: ("top", "right"), 3: ("bottom", "right"), 4: ("bottom", "left"),
    5: ("left", "top"), 6: ("right", "top"), 7: ("right", "bottom"), 8: ("left", "bottom"),
  ]

  /// The pixels that a camera stores for an upright picture.
  private func stored(_ upright: Canvas, orientation: Int) throws -> Canvas {
    let sides = try #require(Self.firstRowAndColumn[orientation])
    let swaps = ["left", "right"].contains(sides.row)
    let width = swaps ? upright.height : upright.width
    let height = swaps ? upright.width : upright.height
    return Canvas(width: width, height: height) { column, row in
      let byRow = sides.row == "top" || sides.row == "left" ? row : height - 1 - row
      let byColumn =
        sides.column == "top" || sides.column == "left" ? column : width - 1 - column
      return swaps ? upright[byRow, byColumn] : upright[byColumn, byRow]
    }
  }

  @Test(arguments: 1...8) func aJPEGStandsUprightWhateverItsExifOrientation(value: Int) throws {
    let upright = Canvas.quadrants(width: 64, height: 32)
    let file = jpeg(try stored(upright, orientation: value).encoded(.jpeg), orientation: value)
    let publication = try open(file)
    #expect(try publication.sizes() == [Size(width: 64, height: 32)])
    #expect(try publication.canvas().difference(upright) <= 4)
  }

  @Test(arguments: 1...8) func aTIFFStandsUprightToThePixel(value: Int) throws {
    let upright = Canvas.colors(width: 23, height: 11)
    var page = TIFFPage(try stored(upright, orientation: value))
    page.orientation = value
    #expect(try open(tiff([page])).canvas() == upright)
  }

  @Test(arguments: [0, 9]) func anOrientationThatDoesNotExistIsUpright(value: Int) throws {
    let canvas = Canvas.quadrants(width: 64, height: 32)
    let file = jpeg(try canvas.encoded(.jpeg), orientation: value)
    #expect(try open(file).canvas().difference(canvas) <= 4)
  }

  @Test(arguments: 1...8) func aTurnIsOnTopOfTheOrientation(value: Int) throws {
    let upright = Canvas.colors(width: 17, height: 12)
    var page = TIFFPage(try stored(upright, orientation: value))
    page.orientation = value
    let publication = try open(tiff([page]))
    for rotation in Rotation.allCases {
      let turned = try publication.canvas(RenderRequest(rotation: rotation))
      #expect(turned == upright.turned(rotation), "\(rotation)")
    }
  }

  @Test func thePictureOfAPageIsListedAsItStands() throws {
    let file = jpeg(try Canvas.quadrants(width: 64, height: 32).encoded(.jpeg), orientation: 6)
    let page = try #require(try open(file).page(at: 0) as? any ImagesPage)
    let box = Rect(Size(width: 32, height: 64))
    let image = try #require(try page.images().first)
    #expect(image.box == box && image.pixelSize == PixelSize(width: 32, height: 64))
    #expect(image.color == PictureColor(space: .rgb, model: .rgb, bits: 8))
    #expect(image.byteCount == file.count)
  }
}
