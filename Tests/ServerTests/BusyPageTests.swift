import RectoPageModel
import TestSupport
import Testing

/// Documents of all pages, one of which cannot be read.
@Suite struct BusyPageTests {
  private static let targets = [
    "/api/1/publications/issue.partial", "/api/1/publications/issue.partial/search?q=tide",
    "/iiif/search/2/issue.partial?q=tide",
  ]

  private func statuses(_ code: PageError.Code) async throws -> [Answer] {
    let folder = try temporaryFolder()
    try folder.write("partial".utf8, to: "issue.partial")
    var answers: [Answer] = []
    try await withServer(folder.path, backends: [PartialBackend(code: code)]) { server in
      for target in Self.targets { answers.append(try await server.answer(target)) }
    }
    return answers
  }

  @Test func aPageThatCannotBeReadIsPassedOver() async throws {
    #expect(try await statuses(.damaged).map(\.status) == [200, 200, 200])
  }

  /// An answer without the page would be taken for all that there is.
  @Test func aPageThatTheMachineHadNoTimeForMakesTheAnswerBusy() async throws {
    for answer in try await statuses(.busy) {
      #expect(answer.status == 503 && answer["Retry-After"] != nil, "\(answer.text)")
    }
  }
}

/// Opens files that end in `partial`, whose second page cannot be read.
private struct PartialBackend: PageBackend {
  let code: PageError.Code
  let info = BackendInfo(
    id: "partial", version: "1", mediaTypes: ["application/x-partial"], fileExtensions: ["partial"],
    capabilities: [.text])

  func recognizes(_ probe: SourceProbe) -> Confidence {
    probe.begins(with: Array("partial".utf8)) ? .certain : .none
  }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    PartialPublication(code: code)
  }
}

private final class PartialPublication: Publication {
  let info = PublicationInfo(format: "partial", capabilities: [.text])
  let pageCount = 3
  private let code: PageError.Code

  init(code: PageError.Code) { self.code = code }

  func page(at index: Int) throws(PageError) -> any Page {
    if index == 1 { throw PageError(code, "the page cannot be read now") }
    return EmptyPage(index: index)
  }
}

private final class EmptyPage: TextPage {
  let index: Int
  var label: String { "\(index + 1)" }
  let rotation = Rotation.none
  let boxes = PageBoxes(Size(width: 30, height: 40))

  init(index: Int) { self.index = index }

  func text() -> PageText { .none }
  func render(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) {}
}
