import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

@testable import RectoServer

@Suite struct OpenShelfTests {
  /// The server's own work is at the back.
  @Test func aReaderDoesNotWaitForAnOpeningThatWasBegunAtTheBack() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write("held when open".utf8, to: "a.held")
    let backend = HeldBackend()
    defer { backend.gate.open() }
    let scheduler = WorkScheduler(
      WorkLimits(atOnce: 2, waiting: 9), queueTimeout: .seconds(86_400))
    let shelf = OpenShelf(
      Recto(backends: [backend], isolation: .inProcess), kinds: SourceKinds([backend]), capacity: 2,
      scheduler: scheduler)
    let state = try #require(SourceState(path))
    let item = ShelfItem(
      id: "a", path: path, name: "a", byteCount: state.byteCount, modified: state.modified,
      version: state.version)
    func open(for account: WorkAccount) -> Task<Void, any Error> {
      Task {
        try await WorkAccount.$current.withValue(account) {
          _ = try await shelf.open(item, LayoutOptions())
        }
      }
    }
    let first = open(for: WorkAccount(.server))
    try await backend.held.wait(count: 1)
    let second = open(for: WorkAccount(address: "192.0.2.1"))
    try await backend.held.wait("the reader's opening", count: 2)
    backend.gate.open()
    try await first.value
    try await second.value
  }
}
