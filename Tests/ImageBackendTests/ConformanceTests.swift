import RectoConformance
import RectoPageModel
import TestSupport
import Testing

/// The image backend keeps what every backend promises.
@Suite struct ConformanceTests {
  /// Bars that stand for words, under a sidecar that says where.
  private static let bars = [(20, 20, 80, 20), (120, 20, 60, 20), (20, 60, 120, 20)]
  private static let canvas = bars.reduce(Canvas(width: 200, height: 120, .white)) { canvas, bar in
    canvas.filling(x: bar.0, y: bar.1, width: bar.2, height: bar.3, .black)
  }
  private static let sidecar = alto(
    page: #"WIDTH="200" HEIGHT="120""#,
    bars.enumerated().map { index, bar in
      altoLine(
        altoString("w\(index)", Double(bar.0), Double(bar.1), Double(bar.2), Double(bar.3)),
        id: "b\(index)")
    }.joined())

  private func expectNothing(
    _ publication: any Publication, onlyText: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let findings = ConformanceSuite(pagesHoldOnlyText: onlyText).findings(in: publication)
    #expect(findings.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func aFolderConforms() throws {
    let page = try Self.canvas.encoded(dotsPerInch: 100)
    let text = Array(Self.sidecar.utf8)
    let folder = try temporaryFolder(["1.png": page, "1.xml": text, "2.png": page, "2.xml": text])
    let publication = try open(folder.path)
    expectNothing(publication)
  }

  @Test func anArchiveConforms() throws {
    expectNothing(
      try open(
        archive([
          ZipEntry("1.png", Self.canvas.encoded()), ZipEntry("1.xml", Self.sidecar),
          ZipEntry("2.png", webp(Self.canvas)), ZipEntry("2.xml", Self.sidecar),
        ])))
  }

  @Test func aTIFFConforms() throws {
    var fax = TIFFPage(Self.canvas)
    fax.resolution = (204, 98)
    var turned = TIFFPage(Self.canvas)
    turned.orientation = 8
    let folder = try temporaryFolder()
    let path = try folder.write(tiff([fax, turned]), to: "scan.tif")
    expectNothing(try open(path), onlyText: false)
  }

  @Test func aSingleImageWithASidecarConforms() throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Self.canvas.encoded(dotsPerInch: 150), to: "scan.png")
    try folder.write(Self.sidecar.utf8, to: "scan.xml")
    expectNothing(try open(path))
  }

  @Test func aSingleImageConforms() throws {
    expectNothing(try open(Self.canvas.encoded()), onlyText: false)
    expectNothing(try open(Canvas.colors(width: 97, height: 61).encoded(.jpeg)), onlyText: false)
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func theSampleIssueConforms() throws {
    let path = try #require(samplesFolder()) + "/quay-pages"
    let findings = ConformanceSuite().findings(in: try open(path), pages: 0..<3)
    #expect(findings.isEmpty)
  }
}
