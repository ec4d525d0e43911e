import Glibc
import RectoPDFBackend
import RectoPageModel
import TestSupport
import Testing

/// No request leaves anything behind that changes the answer to another, whatever its region and
/// scale.
@Suite struct RandomWalkTests {
  /// The same numbers in each run.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  /// A picture, or what was said in its place.
  private enum Answer: Equatable {
    case picture(Picture)
    case error(PageError.Code)

    init(_ document: any Publication, _ page: Int, _ request: RenderRequest) {
      do throws(PageError) {
        self = .picture(try Picture(document.page(at: page), request))
      } catch { self = .error(error.code) }
    }
  }

  /// A request for at most some 200 by 200 pixels, from 0.01 to 10,000 pixels a point.
  private func request(_ size: Size, _ random: inout Generator) -> RenderRequest {
    let scale = pow(10, Double.random(in: -2...4, using: &random))
    let width = min(size.width, Double.random(in: 1...200, using: &random) / scale)
    let height = min(size.height, Double.random(in: 1...200, using: &random) / scale)
    let region = Rect(
      x: Double.random(in: 0...(size.width - width), using: &random),
      y: Double.random(in: 0...(size.height - height), using: &random), width: width,
      height: height)
    return RenderRequest(scale: .pixelsPerPoint(scale), region: region)
  }

  private func walk(_ steps: Int, _ open: () throws -> any Publication) throws {
    let document = try open()
    var random = Generator(state: 0x9E37_79B9_7F4A_7C15)
    for step in 0..<steps {
      let page = Int.random(in: 0..<document.pageCount, using: &random)
      let request = try request(document.page(at: page).size, &random)
      let answer = Answer(document, page, request)
      #expect(answer == (try Answer(open(), page, request)), "step \(step): \(request)")
      if case .error(let code) = answer { #expect(code == .limit, "step \(step): \(request)") }
    }
  }

  private static let type3 = [
    5: "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [0.1 0 0 0.1 0 0]"
      + " /CharProcs << /a 100 0 R /b 101 0 R >> /Encoding << /Differences [97 /a /b] >>"
      + " /FirstChar 97 /LastChar 98 /Widths [10 10] /Resources << /Font << /F1 3 0 R >> >> >>",
    100: PDFFixture.stream("", "10 0 0 0 10 10 d1 0 0 m 10 0 l 5 10 l f"),
    101: PDFFixture.stream("", "10 0 d0 BT /F1 10 Tf (g) Tj ET"),
  ]

  @Test(arguments: [
    "BT /F1 20 Tf 30 140 Td (Harbors and tides) Tj 0 -60 Td 90 Tz (of the north) Tj ET",
    "BT /F1 60 Tf 1 Tr 10 130 Td (stroke) Tj 0 -90 Td 2 Tr (both) Tj ET",
    "BT /F1 90 Tf 7 Tr 10 60 Td (clip) Tj ET 0 0 1 rg 0 0 300 200 re f",
    "BT /F2 40 Tf 10 100 Td (abba) Tj ET",
    "BT /F1 1000 Tf 0.3 0.2 -0.1 0.4 10 10 Tm (slanted) Tj ET",
  ]) func lettersOfAllKinds(content: String) throws {
    try walk(60) { try PDFBackendTests.open(PDFFixture(content, objects: Self.type3)) }
  }

  /// Code 9 has no entry in the font's map to Unicode.
  @Test func glyphsOfAFontThatIsNotEmbeddedDoNotDependOnOldMemory() throws {
    let fixture = PDFFixture(
      "BT /F2 40 Tf 20 100 Td <00050009> Tj ET",
      objects: [
        5: "<< /Type /Font /Subtype /Type0 /BaseFont /Quay /Encoding /Identity-H "
          + "/DescendantFonts [100 0 R] /ToUnicode 102 0 R >>",
        100: "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Quay /DW 1000 "
          + "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
          + "/FontDescriptor 101 0 R >>",
        101: "<< /Type /FontDescriptor /FontName /Quay /Flags 4 /ItalicAngle 0 /Ascent 880 "
          + "/Descent -120 /CapHeight 700 /StemV 80 /FontBBox [0 -120 1000 880] >>",
        102: PDFFixture.stream(
          "",
          "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange "
            + "1 beginbfchar <0005> <0051> endbfchar endcmap"),
      ])
    let request = RenderRequest(scale: .pixelsPerPoint(1))
    let first = try Picture(page(fixture), request)
    for letter in Unicode.Scalar("A").value...Unicode.Scalar("Z").value {
      Self.leaveBehind(letter)
      #expect(try Picture(page(fixture), request) == first, "after memory of \(letter)")
    }
  }

  /// Fills memory with a number and frees it, in blocks of the sizes that fonts' maps have.
  private static func leaveBehind(_ number: UInt32) {
    let blocks = [1 << 16, 1 << 17, 1 << 16, 1 << 17].map { count in
      let block = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
      block.initialize(repeating: number, count: count)
      return block
    }
    for block in blocks { block.deallocate() }
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func theSampleIssue() throws {
    let path = (samplesFolder() ?? "") + "/quay.pdf"
    try walk(60) {
      try PDFBackend().open(
        Source(path: path, content: .file(try FileBytes(path: path))), options: OpenOptions())
    }
  }
}
