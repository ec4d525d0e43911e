import RectoPageModel
import TestSupport
import Testing

@Suite struct AttachmentTests {
  private let fixture = PDFFixture(
    "", catalog: "/Names << /EmbeddedFiles << /Names [(a) 100 0 R (b) 102 0 R] >> >>",
    objects: [
      100: "<< /Type /Filespec /F (tide table.csv) /UF (tide table.csv) /Desc (High water) "
        + "/EF << /F 101 0 R >> >>",
      101: PDFFixture.stream(
        "/Type /EmbeddedFile /Params << /Size 12 /ModDate (D:20260102030405Z) >>", "7:10;4.2 m\r\n"),
      102: "<< /Type /Filespec /F (../../etc/passwd) /EF << /F 103 0 R >> >>",
      103: PDFFixture.stream("/Type /EmbeddedFile", "x"),
    ])

  private func opened() throws -> any AttachmentsPublication {
    try #require(try open(fixture) as? any AttachmentsPublication)
  }

  @Test func attachmentsAreListedWithWhatTheSourceSaysOfThem() throws {
    let attachments = try opened().attachments()
    #expect(
      attachments.first
        == Attachment(
          name: "tide table.csv", description: "High water", size: 12,
          modified: "2026-01-02T03:04:05Z"))
    #expect(attachments.map(\.fileName) == ["tide table.csv", "passwd"])
  }

  @Test func theContentIsGivenByteForByte() throws {
    #expect(try opened().attachmentData(at: 0, limit: 12) == Array("7:10;4.2 m\r\n".utf8))
  }

  @Test func anAttachmentBeyondTheLimitIsRefused() throws {
    let publication = try opened()
    let error = pageError { () throws(PageError) in
      _ = try publication.attachmentData(at: 0, limit: 11)
    }
    #expect(error == PageError(.limit, "the attachment is larger than 11 bytes"))
  }

  @Test func anAttachmentThatIsNotThereIsABadRequest() throws {
    let publication = try opened()
    let error = pageError { () throws(PageError) in
      _ = try publication.attachmentData(at: 2, limit: 100)
    }
    #expect(error?.code == .badRequest)
  }
}
