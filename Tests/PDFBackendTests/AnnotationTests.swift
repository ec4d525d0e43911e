import RectoPageModel
import TestSupport
import Testing

@Suite struct AnnotationTests {
  private static let appearance = PDFFixture.stream(
    "/Type /XObject /Subtype /Form /BBox [0 0 40 40]", "0 0 40 40 re f")

  private let annotated = PDFFixture(
    "", entries: "/Annots [100 0 R 101 0 R]",
    objects: [
      100: "<< /Type /Annot /Subtype /Square /Rect [20 80 60 120] /F 4 /C [1 0 0] "
        + "/Contents (Check the tide) /T (Mira) /AP << /N 102 0 R >> >>",
      101: "<< /Type /Annot /Subtype /Stamp /Rect [220 80 260 120] /F 2 /AP << /N 102 0 R >> >>",
      102: appearance,
    ])

  @Test func annotationsAreListedWithWhatTheySay() throws {
    let list = try annotations(page(annotated))
    #expect(
      list == [
        Annotation(
          kind: "square", box: Rect(x: 20, y: 80, width: 40, height: 40),
          contents: "Check the tide", author: "Mira",
          color: Color(red: 255, green: 0, blue: 0), isHidden: false),
        Annotation(
          kind: "stamp", box: Rect(x: 220, y: 80, width: 40, height: 40), contents: nil,
          author: nil, color: nil, isHidden: true),
      ])
  }

  @Test func annotationsAreDrawnUnlessTheyAreHiddenOrNotWanted() throws {
    let page = try page(annotated)
    try Ink(page).expectAll(in: Rect(x: 20, y: 80, width: 40, height: 40))
    let without = RenderRequest(scale: .pixelsPerPoint(1), drawsAnnotations: false)
    #expect(try Ink(page, without).isEmpty)
  }

  /// The order of nearly all writers, that of ISO 32000-2, 12.5.6.10, and two others.
  @Test(arguments: [[0, 1, 2, 3], [2, 3, 1, 0], [0, 1, 3, 2], [2, 3, 0, 1]])
  func aMarkOnTextIsDrawnWhateverTheOrderOfItsCorners(order: [Int]) throws {
    let corners = ["50 120", "150 120", "50 100", "150 100"]
    let list = order.map { corners[$0] }.joined(separator: " ")
    func page(_ kind: String) throws -> any Page {
      try PDFBackendTests.page(
        PDFFixture(
          "", entries: "/Annots [100 0 R]",
          objects: [
            100: "<< /Type /Annot /Subtype /\(kind) /Rect [50 100 150 120] /F 4 /C [0 0 0] "
              + "/QuadPoints [\(list)] >>"
          ]))
    }
    let box = Rect(x: 50, y: 80, width: 100, height: 20)
    try Ink(page("Highlight")).expectFills(box)
    // It is below the text and not above it.
    let line = try Ink(page("Underline"))
    #expect(line.count(in: Rect(x: 50, y: 95, width: 100, height: 10)) > 0)
    #expect(line.count(in: Rect(x: 50, y: 75, width: 100, height: 10)) == 0)
  }

  /// Poppler takes a dictionary of states for a stream where it is an object of its own.
  @Test(arguments: ["/AP << /N 103 0 R >>", "/AP 102 0 R"])
  func aCheckboxWhoseStatesAreIndirectIsDrawn(appearance: String) throws {
    let page = try page(
      PDFFixture(
        "", entries: "/Annots [100 0 R]", catalog: "/AcroForm << /Fields [100 0 R] >>",
        objects: [
          100: "<< /Type /Annot /Subtype /Widget /FT /Btn /T (agree) /V /Yes /AS /Yes "
            + "/Rect [100 80 140 120] /F 4 \(appearance) >>",
          102: "<< /N 103 0 R >>", 103: "<< /Yes 104 0 R /Off 105 0 R >>", 104: Self.appearance,
          105: PDFFixture.stream("/Type /XObject /Subtype /Form /BBox [0 0 40 40]", ""),
        ]))
    #expect(try formFields(page).map(\.value) == ["on"])
    try Ink(page).expectAll(in: Rect(x: 100, y: 80, width: 40, height: 40))
  }

  /// A border without a width is 1 point wide (ISO 32000-2, 12.5.4).
  @Test(arguments: [
    ("/MK << /BC [0] >>", true), ("/MK << /BC [0] >> /BS << /W 0 >>", false),
    ("/MK << /BC [0] >> /Border [0 0 0]", false), ("/MK << >>", false),
  ])
  func aFieldWithAColorForItsBorderHasOne(entries: String, hasBorder: Bool) throws {
    let page = try page(
      PDFFixture(
        "", entries: "/Annots [100 0 R]",
        catalog: "/AcroForm << /Fields [100 0 R] /NeedAppearances true /DA (/F1 12 Tf 0 g)"
          + " /DR << /Font << /F1 3 0 R >> >> >>",
        objects: [
          100: "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [100 80 140 120] /F 4"
            + " \(entries) >>"
        ]))
    let ink = try Ink(page).count(in: Rect(x: 99, y: 79, width: 42, height: 42))
    #expect((ink > 0) == hasBorder)
  }

  @Test func formFieldsAreListedWithTheirValuesAndDrawn() throws {
    let page = try page(
      PDFFixture(
        "", entries: "/Annots [100 0 R 101 0 R 102 0 R]",
        catalog: "/AcroForm << /Fields [100 0 R 101 0 R 102 0 R] >>",
        objects: [
          100: "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Mira) /Ff 1 "
            + "/Rect [20 80 60 120] /F 4 /AP << /N 103 0 R >> >>",
          101: "<< /Type /Annot /Subtype /Widget /FT /Btn /T (agree) /V /Yes /AS /Yes "
            + "/Rect [100 80 140 120] /AP << /N << /Yes 104 0 R /Off 104 0 R >> >> >>",
          102: "<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /T (port) "
            + "/Opt [(Oslo) (Bergen)] /V (Bergen) /Rect [180 80 220 120] /AP << /N 104 0 R >> >>",
          103: Self.appearance,
          104: PDFFixture.stream("/Type /XObject /Subtype /Form /BBox [0 0 40 40]", ""),
        ]))
    let fields = try formFields(page)
    #expect(fields.map(\.kind) == [.text, .checkbox, .choice])
    #expect(fields.map(\.name) == ["name", "agree", "port"])
    #expect(fields.map(\.value) == ["Mira", "on", "Bergen"])
    #expect(fields.map(\.isReadOnly) == [true, false, false])
    #expect(try Ink(page).count(in: Rect(x: 25, y: 85, width: 30, height: 30)) > 0)
  }

  private func pageWithMedia() throws -> any Page {
    try page(
      PDFFixture(
        "", entries: "/Annots [100 0 R 101 0 R 103 0 R]",
        objects: [
          100: "<< /Type /Annot /Subtype /Movie /Rect [20 80 60 120] "
            + "/Movie << /F (ferry.mpg) >> >>",
          101: """
          << /Type /Annot /Subtype /Screen /Rect [100 80 140 120] /P 10 0 R /A << /Type /Action
          /S /Rendition /OP 0 /AN 101 0 R /R << /Type /Rendition /S /MR /C << /Type /MediaClip
          /S /MCD /CT (audio/mpeg) /D << /Type /Filespec /F (gulls.mp3) /EF << /F 102 0 R >> >>
          >> >> >> >>
          """,
          102: PDFFixture.stream("/Type /EmbeddedFile", "not really a sound"),
          103: "<< /Type /Annot /Subtype /Sound /Rect [180 80 220 120] /Sound 104 0 R >>",
          104: PDFFixture.stream("/Type /Sound /R 8000", "nor is this"),
        ]))
  }

  @Test func filmsAndSoundsAreListedWithTheirPlace() throws {
    let items = try media(pageWithMedia())
    #expect(
      items == [
        MediaItem(
          kind: .video, box: Rect(x: 20, y: 80, width: 40, height: 40), mediaType: nil,
          name: "ferry.mpg", isEmbedded: false),
        MediaItem(
          kind: .audio, box: Rect(x: 100, y: 80, width: 40, height: 40), mediaType: "audio/mpeg",
          name: nil, isEmbedded: true),
        MediaItem(
          kind: .sound, box: Rect(x: 180, y: 80, width: 40, height: 40), mediaType: nil,
          name: nil, isEmbedded: true),
      ])
  }

  @Test func embeddedMediaAreReturnedByteForByte() throws {
    let page = try #require(pageWithMedia() as? any MediaPage)
    let content = Array("not really a sound".utf8)
    #expect(try page.mediaData(at: 1, limit: content.count) == content)
    func error(at index: Int, limit: Int = 100) -> PageError? {
      pageError { () throws(PageError) in _ = try page.mediaData(at: index, limit: limit) }
    }
    #expect(error(at: 1, limit: 17) == PageError(.limit, "the medium is larger than 17 bytes"))
    // A file beside the source is not an attachment.
    #expect(error(at: 0)?.code == .notFound)
    #expect(error(at: 2)?.code == .unsupported)
    #expect(error(at: 3)?.code == .badRequest && error(at: -1)?.code == .badRequest)
  }
}
