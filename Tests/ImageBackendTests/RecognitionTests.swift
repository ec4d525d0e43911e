import RectoPageModel
import RectoRaster
import Testing

@testable import RectoImageBackend

@Suite struct RecognitionTests {
  private let canvas = Canvas.quadrants(width: 32, height: 32)

  private func confidence(_ bytes: [UInt8], name: String = "nowhere/file") -> Confidence {
    ImageBackend().recognizes(SourceProbe(source(bytes, name: name)))
  }

  @Test func contentDecidesAndNotTheName() throws {
    let files = [
      ("PNG image", try canvas.encoded(.png)), ("JPEG image", try canvas.encoded(.jpeg)),
      ("WebP image", try canvas.encoded(.webp)), ("TIFF image", tiff([TIFFPage(canvas)])),
      ("GIF image", gif(width: 8, height: 8, frames: [.pureRed])),
    ]
    for (format, bytes) in files {
      for name in ["a.jpg", "a.png", "a.pdf", "a.txt", "a"] {
        #expect(confidence(bytes, name: "nowhere/\(name)") == .certain)
        #expect(try open(bytes, name: "nowhere/\(name)").info.format == format)
      }
    }
  }

  @Test func aTextThatBeginsAsAPictureIsNotOne() {
    for text in ["<svg width=\"10\"></svg>\n\n# Logo", "GIF89a is a format", "P3 1 1", "BM"] {
      #expect(confidence(Array(text.utf8), name: "nowhere/a.md") == .none)
    }
    #expect(confidence(Array("<svg/>".utf8), name: "nowhere/a.svg") == .certain)
  }

  @Test func otherBackendsKnowAllExtensionsOfPictures() {
    let read = PictureFormat.allCases.filter { $0.isRead && $0 != .svg }
    #expect(PictureExtensions.raster == Set(read.flatMap(\.fileExtensions)))
  }

  @Test func aPNGNamedJPGIsAPageOfAFolder() throws {
    let folder = try temporaryFolder(["1.jpg": canvas.encoded(.png)])
    #expect(try open(folder.path).canvas() == canvas)
  }

  /// Formats that a decoder of everything would open, run or fetch with.
  private static let foreign = [
    "HTML": "<!DOCTYPE html><html><body>hello</body></html>",
    "HTML with a drawing": "<html><body><svg width=\"9\" height=\"9\"></svg></body></html>",
    "text about drawings": "Of <svg> and its attributes",
    "MVG": "push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 'ephemeral:/x'\n",
    "MSL": "<?xml version=\"1.0\"?><image><read filename=\"/etc/passwd\"/></image>",
    "PDF": "%PDF-1.7\n",
    "text": "BM is how this text begins", "another text": "P1 is how this text begins",
  ]

  @Test(arguments: foreign.keys.sorted()) func filesOtherThanPageImagesAreRefused(kind: String)
    throws
  {
    let bytes = Array(try #require(Self.foreign[kind]).utf8)
    #expect(confidence(bytes, name: "nowhere/a.png") == .none)
    let error = refusal(bytes, name: "nowhere/a.png")
    #expect(error?.code == .unsupported)
    #expect(error?.message.hasPrefix("the content is not a PNG, JPEG, WebP") == true)
    let folder = try temporaryFolder(["1.png": bytes, "2.png": canvas.encoded()])
    let publication = try open(folder.path)
    #expect(publication.failure(page: 0)?.code == .unsupported)
    #expect(try publication.canvas(page: 1) == canvas)
  }

  @Test func aPSDIsRefusedByName() {
    let error = refusal(Array("8BPS\0\u{1}".utf8) + [UInt8](repeating: 0, count: 20))
    #expect(error?.message == "PSD images are not supported: save it as PNG or TIFF")
  }

  @Test func anEmptyFileIsRefused() {
    #expect(confidence([], name: "nowhere/a.png") == .none)
    #expect(refusal([])?.message == "the file is empty")
  }

  @Test func anArchiveLeavesRoomForWhoKnowsItsKind() throws {
    let bytes = archive([ZipEntry("1.png", try canvas.encoded())])
    let asComic = confidence(bytes, name: "nowhere/a.cbz")
    let asAnything = confidence(bytes, name: "nowhere/a.bin")
    #expect(asAnything > .none)
    #expect(asComic > asAnything)
    #expect(asComic < .byContent)
  }

  @Test func anEPUBIsLeftToItsBackend() throws {
    let bytes = archive([
      ZipEntry("mimetype", "application/epub+zip"), ZipEntry("cover.png", try canvas.encoded()),
    ])
    #expect(confidence(bytes, name: "nowhere/a.epub") == .none)
    #expect(confidence(bytes, name: "nowhere/a.cbz") == .none)
    #expect(refusal(bytes)?.code == .unsupported)
  }

  @Test func theBackendSaysWhatItReads() {
    let info = ImageBackend().info
    #expect(info.id == "image")
    #expect(info.version.contains(/^5\+vips-8.*\+rsvg-2\./))
    #expect(
      Set(["png", "jpg", "tif", "svg", "bmp", "cbz", "zip"]).isSubset(of: info.fileExtensions))
    #expect(!info.fileExtensions.contains("psd"))
    #expect(info.mediaTypes.contains("image/bmp") && info.mediaTypes.contains("image/svg+xml"))
    #expect(info.capabilities == [.text, .search, .outline, .images])
  }
}
