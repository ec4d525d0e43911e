import RectoHTTP
import TestSupport
import Testing

@testable import RectoServer

/// Lists and files of a publication besides its pages' images and text.
@Suite struct ListTests {
  private static let form = PDFFixture(
    "q 36 0 0 36 10 50 cm /I Do Q /OC /L BDC 1 0 0 rg 200 80 40 40 re f EMC",
    entries: "/Annots [102 0 R]",
    resources: "/XObject << /I 103 0 R >> /Properties << /L 104 0 R >>",
    catalog: "/AcroForm << /Fields [102 0 R] >> /OCProperties << /OCGs [104 0 R] /D "
      + "<< /Order [104 0 R] >> >> /Names << /EmbeddedFiles << /Names [(a) 100 0 R] >> >>",
    objects: [
      100: "<< /Type /Filespec /F (a/tide \"1\".html) /EF << /F 101 0 R >> >>",
      101: PDFFixture.stream("/Type /EmbeddedFile", "<script>alert(1)</script>"),
      102: "<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name) /V (Ada) /Rect [60 60 140 80] >>",
      103: PDFFixture.stream(
        "/Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray "
          + "/BitsPerComponent 8", "ab"),
      104: "<< /Type /OCG /Name (Labels) >>",
    ])
  private let publication = "/api/1/publications/form.pdf"

  private let folder: TemporaryFolder

  init() throws { folder = try temporaryFolder() }

  private func shelf() async throws -> ServedShelf {
    try await ServedShelf(folder.write(Self.form.bytes, to: "form.pdf"))
  }

  @Test(arguments: [
    ("attachments", #"{"attachments":[{"name":"a/tide \"1\".html""#),
    ("outline", #"{"outline":[]}"#),
    (
      "pages/0/form-fields",
      #"{"formFields":[{"kind":"text","name":"Name","box":[60,120,80,20],"value":"Ada","#
        + #""readOnly":false}]}"#
    ),
  ])
  func aListIsAnswered(path: String, expected: String) async throws {
    try await expectList(path, expected)
  }

  /// PDFium has no lists of these.
  @Test(
    .needsPoppler,
    arguments: [
      ("fonts", #"{"fonts":[{"name":"Helvetica","type":"Type 1","#),
      (
        "layers",
        #"{"layers":[{"id":"Labels","title":"Labels","visible":true,"children":[]}]}"#
      ),
    ])
  func aListOfPopplersIsAnswered(path: String, expected: String) async throws {
    try await expectList(path, expected)
  }

  private func expectList(_ path: String, _ expected: String) async throws {
    let answer = try await shelf().answer("\(publication)/\(path)")
    #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
    #expect(answer.text.hasPrefix(expected))
  }

  @Test func picturesOfAPageHaveTheirPlaces() async throws {
    let shelf = try await shelf()
    let images = try #require(
      try await shelf.json("\(publication)/pages/0/images")["images"] as? [[String: Any]])
    #expect(images.map { $0["box"] as? [Double] } == [[10, 114, 36, 36]])
    #expect(images.map { $0["pixels"] as? [Int] } == [[2, 1]])
    for path in ["pages/1/images", "pages/1/form-fields", "pages/1", "pages/1/image.png"] {
      let answer = try await shelf.answer("\(publication)/\(path)")
      #expect(answer.status == 404)
      #expect(answer.text.contains("there is no page 1: the last is 0"), "\(path)")
    }
  }

  @Test func anAttachmentIsSavedAndNeverShown() async throws {
    let shelf = try await shelf()
    let path = "\(publication)/attachments/0"
    let answer = try await shelf.answer(path)
    #expect(answer.status == 200 && answer.text == "<script>alert(1)</script>")
    #expect(answer["Content-Type"] == "application/octet-stream")
    #expect(answer["X-Content-Type-Options"] == "nosniff")
    #expect(
      answer["Content-Disposition"]
        == "attachment; filename=\"tide _1_.html\"; filename*=UTF-8''tide%20%221%22.html")
    #expect(
      answer["Content-Security-Policy"] == "default-src 'none'; sandbox; frame-ancestors 'self'")
    let part = try await shelf.answer(path, "Range: bytes=1-6")
    #expect(part.status == 206 && part.text == "script")
    let tag = try #require(answer["ETag"])
    #expect(try await shelf.answer(path, "If-None-Match: \(tag)").status == 304)
    #expect(try await shelf.answer("\(publication)/attachments/1").status == 404)
    #expect(try await shelf.answer("\(publication)/attachments/x").status == 404)
  }

  @Test(.needsPoppler) func imagesShowAndHideLayers() async throws {
    let shelf = try await shelf()
    let path = "\(publication)/pages/0/image.png?dpi=72"
    let shown = try await shelf.answer(path)
    let hidden = try await shelf.answer("\(path)&hide=Labels")
    #expect(shown.status == 200 && hidden.status == 200 && shown.body != hidden.body)
    #expect(try await shelf.answer("\(path)&show=Labels").body == shown.body)
  }
}
