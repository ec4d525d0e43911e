import RectoJSON
import RectoPageModel
import Testing

/// The documented forms; a program that reads them breaks where one of these changes.
@Suite struct JSONFormTests {
  private let box = Rect(x: 1, y: 2, width: 3, height: 4)

  private func form(_ value: some JSONRepresentable) -> String {
    String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
  }

  @Test func geometryIsArraysOfNumbers() {
    #expect(form(Point(x: 1.5, y: -2)) == "[1.5,-2]")
    #expect(form(Size(width: 420, height: 560)) == "[420,560]")
    #expect(form(box) == "[1,2,3,4]")
    #expect(form(Quad(box)) == "[1,2,4,2,4,6,1,6]")
    #expect(form(Segment(start: Point(x: 1, y: 2), end: Point(x: 3, y: 4))) == "[1,2,3,4]")
  }

  @Test func boxesAreNamedAsInPDF() {
    #expect(
      form(PageBoxes(Size(width: 3, height: 4)))
        == #"{"media":[0,0,3,4],"crop":[0,0,3,4],"bleed":[0,0,3,4],"trim":[0,0,3,4],"art":[0,0,3,4]}"#
    )
  }

  @Test func metadataHasOnlyWhatIsKnown() {
    var metadata = Metadata()
    #expect(form(metadata) == "{}")
    metadata.title = "Quay"
    metadata.created = "2026-11-21T10:00:00Z"
    #expect(form(metadata) == #"{"title":"Quay","created":"2026-11-21T10:00:00Z"}"#)
  }

  @Test func aWarningNamesItsPageWhereItHasOne() {
    #expect(
      form(PageWarning(code: "a", page: 0, message: "b")) == #"{"code":"a","page":0,"message":"b"}"#
    )
    #expect(form(PageWarning(code: "a", message: "b")) == #"{"code":"a","message":"b"}"#)
  }

  @Test func aTargetSaysWhereALinkLeads() {
    #expect(form(LinkTarget.page(3, Point(x: 5, y: 6))) == #"{"page":3,"point":[5,6]}"#)
    #expect(form(LinkTarget.page(3, nil)) == #"{"page":3}"#)
    #expect(
      form(LinkTarget.url("https://a.example/?q=\"")) == #"{"url":"https://a.example/?q=\""}"#)
    #expect(form(LinkTarget.file("b.pdf")) == #"{"file":"b.pdf"}"#)
    #expect(form(LinkTarget.action("NextPage")) == #"{"action":"NextPage"}"#)
    #expect(form(LinkTarget.broken("gone")) == #"{"broken":"gone"}"#)
  }

  @Test func anOutlineIsNested() {
    let item = OutlineItem(
      title: "Tides", target: .page(2, Point(x: 0, y: 10)),
      children: [
        OutlineItem(title: "Group", target: nil), OutlineItem(title: "Web", target: .url("u")),
      ])
    #expect(
      form(item)
        == #"{"title":"Tides","page":2,"point":[0,10],"children":[{"title":"Group","children":[]},"#
        + #"{"title":"Web","target":{"url":"u"},"children":[]}]}"#)
  }

  @Test func aBackendListsWhatItReadsAndCan() {
    let info = BackendInfo(
      id: "pdf", version: "1", mediaTypes: ["application/pdf"], fileExtensions: ["pdf"],
      capabilities: [.text, .links])
    #expect(
      form(info)
        == #"{"id":"pdf","version":"1","mediaTypes":["application/pdf"],"extensions":["pdf"],"#
        + #""capabilities":["text","links"]}"#)
  }

  @Test func attachmentsMediaAndFontsHaveOnlyWhatIsKnown() {
    #expect(
      form(Attachment(name: "a", description: nil, size: nil, modified: nil)) == #"{"name":"a"}"#)
    #expect(
      form(Attachment(name: "a", description: "d", size: 0, modified: "m"))
        == #"{"name":"a","description":"d","size":0,"modified":"m"}"#)
    #expect(
      form(MediaItem(kind: .video, box: box, mediaType: "video/mp4", name: nil, isEmbedded: true))
        == #"{"kind":"video","box":[1,2,3,4],"type":"video/mp4","embedded":true}"#)
    #expect(
      form(
        FontUse(
          name: "Gentium", type: "TrueType", encoding: nil, isEmbedded: true, isSubset: true,
          substitute: nil))
        == #"{"name":"Gentium","type":"TrueType","embedded":true,"subset":true}"#)
  }

  @Test func layersAnnotationsAndFieldsAreListedWithTheirState() {
    #expect(
      form(Layer(id: "a", title: "A", isVisible: false))
        == #"{"id":"a","title":"A","visible":false,"children":[]}"#)
    let note = Annotation(
      kind: "highlight", box: box, contents: "c", author: nil,
      color: Color(red: 255, green: 0, blue: 10), isHidden: false)
    #expect(
      form(note)
        == ##"{"kind":"highlight","box":[1,2,3,4],"contents":"c","color":"#ff000a","hidden":false}"##
    )
    let field = FormField(kind: .checkbox, name: "n", box: box, value: "on", isReadOnly: true)
    #expect(
      form(field) == #"{"kind":"checkbox","name":"n","box":[1,2,3,4],"value":"on","readOnly":true}"#
    )
  }

  @Test func aLocatorIsReadiums() {
    let locator = Locator(page: 2, of: 8, href: "quay.pdf", mediaType: "application/pdf")
    #expect(
      form(locator)
        == #"{"href":"quay.pdf","type":"application/pdf","locations":{"fragments":["page=3"],"#
        + #""position":3,"totalProgression":0.25}}"#)
  }
}
