import RectoPageModel
import TestSupport

@testable import RectoPipeline

/// An open publication of eight pages whose requests wait: one is being rendered until the gate is
/// opened.
final class HeldIssue: Sendable {
  let issue: OpenPublication
  let gate = Gate()

  init() async throws {
    let begun = Future<Void>()
    let recto = Recto(backends: [HeldBackend(gate: gate, begun: begun)], isolation: .inProcess)
    let folder = try temporaryFolder()
    issue = try await recto.open(folder.write([], to: "held"))
    // Its result is dropped.
    Task { [issue] in try await issue.render(page: 0, RenderRequest()) }
    try await begun.value("the first page is being rendered")
  }

  deinit { gate.open() }

  /// Waits until that many requests are waiting.
  func waits(for count: Int) async throws {
    try await until("\(count) requests wait") { issue.scheduler.queue.waitingCount == count }
  }
}

private struct HeldBackend: PageBackend {
  let gate: Gate
  let begun: Future<Void>
  let info = BackendInfo(
    id: "held", version: "1", mediaTypes: [], fileExtensions: [], capabilities: [])

  func recognizes(_ probe: SourceProbe) -> Confidence { .certain }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    HeldPublication(backend: self)
  }
}

private final class HeldPublication: Publication {
  let info = PublicationInfo(format: "held", capabilities: [])
  let pageCount = 8
  private let backend: HeldBackend

  init(backend: HeldBackend) {
    self.backend = backend
  }

  func page(at index: Int) throws(PageError) -> any Page { HeldPage(index, backend) }
}

private final class HeldPage: Page {
  let index: Int
  let label = ""
  let rotation = Rotation.none
  let boxes = PageBoxes(Size(width: 60, height: 80))
  private let backend: HeldBackend

  init(_ index: Int, _ backend: HeldBackend) {
    self.index = index
    self.backend = backend
  }

  func render(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) {
    backend.begun.fulfill(())
    backend.gate.block()
  }
}
