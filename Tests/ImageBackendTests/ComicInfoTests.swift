import RectoPageModel
import Testing

@Suite struct ComicInfoTests {
  private func publication(_ text: String, path: String = "ComicInfo.xml") throws -> any Publication
  {
    let image = try Canvas(width: 8, height: 8, .pureRed).encoded()
    return try open(archive([ZipEntry("1.png", image), ZipEntry(path, text)]))
  }

  private let whole = """
    <?xml version="1.0"?>
    <ComicInfo xmlns:xsd="http://www.w3.org/2001/XMLSchema">
      <Title>The Carrow Light</Title><Series>Quay</Series><Number>14</Number>
      <Writer>Ada &amp; Tom</Writer><Tags>sea, boats</Tags><LanguageISO>en-GB</LanguageISO>
      <Manga>YesAndRightToLeft</Manga>
    </ComicInfo>
    """

  @Test func bookmarksAreTheTableOfContents() throws {
    let text = """
      <ComicInfo><Pages>
      <Page Image="2" Bookmark="The quay"/><Page Image="0" Type="FrontCover" Bookmark=" Cover "/>
      <Page Image="1" Bookmark=""/><Page Image="9" Bookmark="None"/><Page Bookmark="Nowhere"/>
      <Page Image="-1" Bookmark="Before"/></Pages></ComicInfo>
      """
    let canvas = Canvas(width: 8, height: 8, .pureRed)
    let files = [
      "1.png": try canvas.encoded(), "2.tif": tiff([TIFFPage(canvas), TIFFPage(canvas)]),
      "3.png": try canvas.encoded(), "comicinfo.XML": Array(text.utf8),
    ]
    let folder = try temporaryFolder(files)
    for publication in [
      try open(folder.path), try open(archive(files.map { ZipEntry($0.key, $0.value) })),
    ] {
      #expect(publication.info.capabilities == [.outline, .images])
      let outline = try #require(publication as? any OutlinedPublication).outline()
      #expect(outline.map(\.title) == ["Cover", "The quay"])
      #expect(outline.map(\.target) == [.page(0, nil), .page(3, nil)])
    }
    #expect(try !(publication(whole) is any OutlinedPublication))
  }

  @Test(arguments: ["ComicInfo.xml", "Quay 14/ComicInfo.xml", "comicinfo.xml"])
  func itTellsTitleAuthorAndDirection(path: String) throws {
    let info = try publication(whole, path: path).info
    #expect(info.metadata.title == "The Carrow Light")
    #expect(info.metadata.subject == "Quay 14")
    #expect(info.metadata.author == "Ada & Tom")
    #expect(info.metadata.keywords == "sea, boats")
    #expect(info.metadata.language == "en-GB")
    #expect(info.direction == .rightToLeft)
    #expect(info.warnings.isEmpty)
  }

  @Test func aFolderHasItToo() throws {
    let image = try Canvas(width: 8, height: 8, .pureRed).encoded()
    let folder = try temporaryFolder(["1.png": image, "ComicInfo.xml": Array(whole.utf8)])
    let publication = try open(folder.path)
    #expect(publication.info.metadata.title == "The Carrow Light")
    #expect(publication.pageCount == 1)
  }

  @Test func withoutATitleTheIssueIsTheTitle() throws {
    let text = "<ComicInfo><Series>Quay</Series><Number>14</Number><Title> </Title></ComicInfo>"
    let info = try publication(text).info
    #expect(info.metadata.title == "Quay 14")
    #expect(info.metadata.subject == nil)
    #expect(info.direction == .leftToRight)
  }

  @Test(arguments: [
    """
    <!DOCTYPE c [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
    <ComicInfo><Title>&b;</Title></ComicInfo>
    """,
    """
    <!DOCTYPE c [<!ENTITY a SYSTEM "file:///etc/hostname">]>
    <ComicInfo><Title>&a;</Title></ComicInfo>
    """,
    "<ComicInfo><Title>Quay</ComicInfo>", "<Comic><Title>Quay</Title></Comic>", "", "Quay",
  ])
  func oneThatCannotBeTrustedIsAWarning(text: String) throws {
    let publication = try publication(text)
    #expect(publication.info.metadata == Metadata())
    #expect(publication.info.warnings.map(\.code) == ["damaged-metadata"])
    let message = try #require(publication.info.warnings.first?.message)
    #expect(message.hasPrefix("ComicInfo.xml is not used: "))
    #expect(try publication.canvas() == Canvas(width: 8, height: 8, .pureRed))
  }
}
