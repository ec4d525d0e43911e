import RectoPageModel
import RectoPluginKit
import Testing

/// The host's reading of a channel's messages.
@Suite struct ChannelTests {
  private func publication(_ answers: [RequestKind: String] = [:]) throws -> ChannelPublication {
    try ChannelPublication(ScriptedChannel(answers))
  }

  private func page(_ answers: [RequestKind: String], at index: Int = 0) throws -> ChannelPage {
    try #require(publication(answers).page(at: index) as? ChannelPage)
  }

  // MARK: The publication

  @Test(arguments: [
    ("", "this is not JSON: it is empty"), ("[]", "expected an object"),
    (#"{"format":"x","capabilities":[]}"#, "the member pageCount is missing"),
    (
      #"{"format":"x","capabilities":[],"pageCount":0}"#,
      "pageCount: expected a whole number from 1 to 2147483647"
    ),
    (
      #"{"format":"x","capabilities":[],"pageCount":1e12}"#,
      "pageCount: expected a whole number from 1 to 2147483647"
    ),
    (
      #"{"format":"x","capabilities":[7],"pageCount":1}"#, "capabilities[0]: expected a string"
    ),
  ])
  func aPublicationThatCannotBeIsDamaged(info: String, complaint: String) {
    expect(.damaged, "the backend's answer about the publication is invalid: \(complaint)") {
      _ = try publication([.info: info])
    }
  }

  @Test func theChannelsOwnErrorsComeThroughAsTheyAre() throws {
    expect(.unreadable, "nothing is scripted") { _ = try publication().outline() }
  }

  @Test func infoIsCachedUntilItIsRefreshed() throws {
    let channel = ScriptedChannel()
    let publication = try ChannelPublication(channel)
    #expect(publication.info.warnings == [])
    channel.answers[.info] = Array(
      #"{"format":"x","pageCount":3,"capabilities":[],"warnings":[{"code":"w","page":3,"message":"m"}]}"#
        .utf8)
    #expect(publication.info.format == "script")
    #expect(channel.questions.count == 1)
    try publication.refreshInfo()
    // A page that does not exist is not named.
    #expect(publication.info.warnings == [PageWarning(code: "w", message: "m")])
  }

  /// As those of the other side say it: a page count that is exact from the start is not an estimate.
  @Test func theFactsThatArePassedOnAreThoseThatCame() throws {
    #expect(PublicationFacts(try publication()).pageCountIsEstimated == nil)
    for isEstimated in [false, true] {
      let info =
        #"{"format":"x","pageCount":3,"capabilities":[],"pageCountIsEstimated":\#(isEstimated)}"#
      #expect(PublicationFacts(try publication([.info: info])).pageCountIsEstimated == isEstimated)
    }
  }

  @Test func aPageCountThatChangesIsDamage() throws {
    let channel = ScriptedChannel()
    let publication = try ChannelPublication(channel)
    channel.answers[.info] = Array(#"{"format":"x","pageCount":9,"capabilities":[]}"#.utf8)
    expect(.damaged, "the backend says that there are 9 pages, and said 3") {
      try publication.refreshInfo()
    }
    #expect(publication.pageCount == 3)
  }

  @Test(arguments: [-1, 3, Int.max, Int.min]) func pagesBeyondTheEndAreNotAskedFor(index: Int)
    throws
  {
    let channel = ScriptedChannel()
    let publication = try ChannelPublication(channel)
    let error = #expect(throws: PageError.self) { _ = try publication.page(at: index) }
    #expect(error?.code == .noSuchPage)
    #expect(channel.questions.count == 1)
  }

  // MARK: Pages

  @Test func aPageIsAskedForOnce() throws {
    let channel = ScriptedChannel()
    let publication = try ChannelPublication(channel)
    for _ in 0..<3 { #expect(try publication.page(at: 2).label == "3") }
    #expect(channel.questions == [PublicationRequest(.info), PublicationRequest(.page, index: 2)])
  }

  @Test func anotherProcessIsAskedOnceForManySpreadPositions() throws {
    let info = #"{"format":"x","pageCount":150,"capabilities":[]}"#
    let hundred = Array(repeating: #""left""#, count: 100).joined(separator: ",")
    let channel = ScriptedChannel(
      [.info: info, .spreadPositions: "[\(hundred)]"], isProcess: true)
    let publication = try ChannelPublication(channel)
    #expect(
      publication.spreadPositions(ofPages: 0..<150) == Array(repeating: .left, count: 150))
    #expect(
      channel.questions.dropFirst()
        == [PublicationRequest(.spreadPositions), PublicationRequest(.spreadPositions, index: 100)])
  }

  @Test(arguments: ["[]", #"["left","right"]"#, #"["left","right","up"]"#, "7"])
  func pagesAreAskedOneByOneWhereTheirSpreadPositionsMakeNoSense(answer: String) throws {
    let page = #"{"index":0,"boxes":{"crop":[0,0,9,9]},"spreadPosition":"alone"}"#
    let channel = ScriptedChannel([.spreadPositions: answer, .page: page], isProcess: true)
    let positions = try ChannelPublication(channel).spreadPositions(ofPages: 0..<3)
    #expect(positions == [.alone, .automatic, .automatic])
  }

  @Test func textThatThisSideMakesIsNotAskedFor() throws {
    let channel = ScriptedChannel()
    channel.madeText = PageText(order: .structureTree, blocks: [])
    let page = try #require(ChannelPublication(channel).page(at: 2) as? any TextPage)
    #expect(try page.text() == channel.madeText)
    #expect(channel.questions.map(\.kind) == [.info, .page])
  }

  @Test func anotherPageThanTheOneAskedForIsDamage() {
    let other = #"{"index":1,"boxes":{"crop":[0,0,9,9]}}"#
    expect(.damaged, "the backend was asked for page 1 and answered 2") {
      _ = try page([.page: other])
    }
    let text = #"{"index":1,"order":"layout","blocks":[]}"#
    expect(.damaged, "the backend was asked for the text of page 1 and answered that of page 2") {
      _ = try page([.text: text]).text()
    }
  }

  @Test func aMalformedAnswerNamesThePageAndThePlaceInIt() {
    let links = #"[{"quads":[[1]],"target":{"page":0}}]"#
    expect(
      .damaged,
      "the backend's answer about the links of page 3 is invalid: "
        + "[0].quads[0]: expected an array of 8 numbers"
    ) { _ = try page([.links: links], at: 2).links() }
  }

  @Test(arguments: [3, -1, Int.max, Int.min]) func aTargetThatDoesNotExistIsBroken(index: Int)
    throws
  {
    let target = LinkTarget.broken("page \(index &+ 1)")
    let quad = "[0,0,1,0,1,1,0,1]"
    let links = #"[{"quads":[\#(quad)],"target":{"page":\#(index)}}]"#
    #expect(try page([.links: links]).links().map(\.target) == [target])
    let outline = #"[{"title":"a","children":[{"title":"b","page":\#(index)}]}]"#
    #expect(try publication([.outline: outline]).outline()[0].children[0].target == target)
  }

  @Test func renderingAndPaintingAreOneAndTheSame() throws {
    let channel = ScriptedChannel()
    let page = try ChannelPublication(channel).page(at: 1)
    let request = RenderRequest()
    let grid = try PixelGrid(page: page.size, rotation: .none, request: request)
    let bitmaps = [Bitmap(size: grid.size), Bitmap(size: grid.size)]
    try page.render(request, on: grid, into: bitmaps[0])
    try page.paint(request, on: grid, into: bitmaps[1])
    #expect(channel.painted == [1, 1])
    #expect(bitmaps[0].withPixels { Array($0) } == bitmaps[1].withPixels { Array($0) })
  }

  // MARK: Capabilities

  @Test func undeclaredCapabilitiesAreNotAskedForAndEmpty() throws {
    let channel = ScriptedChannel([.info: #"{"format":"x","pageCount":1,"capabilities":[]}"#])
    let publication = try ChannelPublication(channel)
    let page = try #require(publication.page(at: 0) as? ChannelPage)
    #expect(try page.text() == .none)
    #expect(try page.links() == [] && page.media() == [] && page.images() == [])
    expect(.badRequest, "the page has no medium 1") { _ = try page.mediaData(at: 0, limit: 9) }
    #expect(try page.annotations() == [] && page.formFields() == [])
    #expect(try page.thumbnail() == nil)
    #expect(try publication.outline() == [] && publication.layers() == [])
    #expect(try publication.fonts() == [] && publication.attachments() == [])
    #expect(throws: PageError.self) { try publication.attachmentData(at: 0, limit: 9) }
    expect(.unsupported, "the backend knows no places but pages") {
      _ = try publication.locator(ofPage: 0)
    }
    expect(.unsupported, "the backend knows no places but pages") {
      _ = try publication.page(of: Locator(href: "a", mediaType: "b"))
    }
    #expect(Capability.allCases.allSatisfy { !publication.offers($0) })
    #expect(channel.questions.count == 2)
  }

  @Test func aPlaceIsSentWithItsQuestion() throws {
    let channel = ScriptedChannel([.pageOfLocator: #"{"page":2}"#])
    let publication = try ChannelPublication(channel)
    let place = Locator(href: "a.md", mediaType: "text/markdown")
    #expect(try publication.page(of: place) == 2)
    #expect(channel.questions.last == PublicationRequest(.pageOfLocator, about: place))
    channel.answers[.pageOfLocator] = Array("{}".utf8)
    #expect(try publication.page(of: place) == nil)
  }

  @Test(arguments: [
    (#"{"page":3}"#, "the backend says that a place is on page 4 of 3"),
    (
      #"{"page":-1}"#,
      "the backend's answer about the page of a place is invalid: "
        + "page: expected a whole number from 0 to 2147483647"
    ),
  ])
  func aPlaceOnAPageThatDoesNotExistIsDamage(answer: String, sentence: String) throws {
    let publication = try publication([.pageOfLocator: answer])
    expect(.damaged, sentence) { _ = try publication.page(of: Locator(href: "a", mediaType: "b")) }
  }

  @Test func aPlaceThatCannotBeIsDamage() throws {
    let answer = #"{"href":"a.md","type":"t","locations":{"progression":2}}"#
    expect(
      .damaged,
      "the backend's answer about the place of page 2 is invalid: "
        + "progression must be from 0 to 1"
    ) { _ = try publication([.locator: answer]).locator(ofPage: 1) }
  }

  @Test func anAttachmentThatIsLongerThanItMayBeIsALimit() throws {
    let publication = try publication([.attachmentData: "12345"])
    #expect(try publication.attachmentData(at: 0, limit: 5) == Array("12345".utf8))
    expect(.limit, "the attachment is larger than 4 bytes") {
      _ = try publication.attachmentData(at: 0, limit: 4)
    }
    expect(.badRequest, "there is no attachment 0") {
      _ = try publication.attachmentData(at: -1, limit: 4)
    }
  }

  @Test func aMediumIsAskedForByItsPlaceAndBoundedByWhatWasAskedFor() throws {
    let channel = ScriptedChannel([.mediaData: "12345"])
    let page = try #require(ChannelPublication(channel).page(at: 2) as? ChannelPage)
    #expect(try page.mediaData(at: 1, limit: 5) == Array("12345".utf8))
    #expect(
      channel.questions.last
        == PublicationRequest(.mediaData, index: 2, limit: 5, about: MediumPlace(index: 1)))
    expect(.limit, "the medium is larger than 4 bytes") {
      _ = try page.mediaData(at: 1, limit: 4)
    }
    expect(.badRequest, "the page has no medium 0") { _ = try page.mediaData(at: -1, limit: 4) }
    expect(.badRequest, "the page has no medium 1099511627777") {
      _ = try page.mediaData(at: 1 << 40, limit: 4)
    }
  }

  @Test func aThumbnailArrivesWithItsPixels() throws {
    let channel = ScriptedChannel()
    channel.answers[.thumbnail] = [2, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 255, 4, 5, 6, 255]
    let publication = try ChannelPublication(channel)
    let page = try #require(publication.page(at: 0) as? ChannelPage)
    let opaque = try #require(try page.thumbnail())
    #expect(opaque.size == PixelSize(width: 2, height: 1) && opaque.format == .bgrx)
    #expect(opaque.withPixels { Array($0) } == [1, 2, 3, 255, 4, 5, 6, 255])
    channel.answers[.thumbnail]?[15] = 128
    #expect(try page.thumbnail()?.format == .bgra)
    channel.answers[.thumbnail] = []
    #expect(try page.thumbnail() == nil)
  }

  @Test(
    arguments: [
      ([1, 0, 0], "its size is missing"), ([0, 0, 0, 0, 1, 0, 0, 0], "it cannot be 0 x 1 pixels"),
      (
        [255, 255, 255, 255, 255, 255, 255, 255],
        "it cannot be 4294967295 x 4294967295 pixels"
      ),
      ([1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3], "its pixels are not as many as it says"),
      ([1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5], "its pixels are not as many as it says"),
    ] as [([UInt8], String)])
  func aThumbnailThatCannotBeIsDamaged(bytes: [UInt8], complaint: String) throws {
    let channel = ScriptedChannel()
    channel.answers[.thumbnail] = bytes
    let page = try #require(ChannelPublication(channel).page(at: 1) as? ChannelPage)
    expect(
      .damaged, "the backend's answer about the thumbnail of page 2 is invalid: \(complaint)"
    ) { _ = try page.thumbnail() }
  }

  // MARK: Answers

  /// Requests and answers pass through a channel unchanged, for a backend without any capability.
  @Test func aBackendWithoutCapabilitiesAnswersEveryQuestionWithAnEmptyList() throws {
    let bare = BarePublication()
    let others: [RequestKind] = [.attachmentData, .mediaData, .locator, .pageOfLocator, .pdf]
    for query in RequestKind.allCases where !others.contains(query) {
      let answer = try PublicationRequest(query).answer(of: bare)
      switch query {
      case .info: #expect(try PublicationFacts(jsonBytes: answer) == PublicationFacts(bare))
      case .page: #expect(try PageFacts(jsonBytes: answer) == PageFacts(bare.page(at: 0)))
      case .text: #expect(try PageTextDocument(jsonBytes: answer).text == .none)
      case .spreadPositions: #expect(answer == Array(#"["alone"]"#.utf8))
      case .thumbnail: #expect(answer == [])
      default: #expect(answer == Array("[]".utf8))
      }
    }
    expect(.unsupported, "only stories and layouts can be written as PDF: this is neither") {
      _ = try PublicationRequest(.pdf, about: PDFRequest(pages: [0])).answer(of: bare)
    }
    expect(.badRequest, "there is no attachment 3") {
      _ = try PublicationRequest(.attachmentData, index: 2, limit: 9).answer(of: bare)
    }
    expect(.badRequest, "the page has no medium 4") {
      let place = MediumPlace(index: 3)
      _ = try PublicationRequest(.mediaData, limit: 9, about: place).answer(of: bare)
    }
    let place = Locator(href: "a", mediaType: "b")
    for question in [
      PublicationRequest(.locator), PublicationRequest(.pageOfLocator, about: place),
    ] {
      expect(.unsupported, "the backend knows no places but pages") {
        _ = try question.answer(of: bare)
      }
    }
  }
}

/// One page and nothing else.
final class BarePublication: Publication {
  let info = PublicationInfo(format: "bare", capabilities: [])
  let pageCount = 1

  func page(at index: Int) throws(PageError) -> any Page { BarePage() }
}

class BarePage: Page {
  let index = 0
  let label = "i"
  let rotation = Rotation.quarter
  let boxes = PageBoxes(Size(width: 100 / 3, height: 7.1))
  let spreadPosition = SpreadPosition.alone

  func render(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) {}
}
