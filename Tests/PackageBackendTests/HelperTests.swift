import RectoPackageBackend
import RectoPageModel
import Testing

/// Backends of parts that need another program.
@Suite struct HelperTests {
  private func package(_ backend: HelpedSketch, _ parts: String) throws(PageError)
    -> any Publication
  {
    let files = HandMadePackage(
      #"{"parts": \#(parts)}"#, ["a.md": story("A"), "b.sketch": "b", "c.sketch": "c"]
    ).files.mapValues { FileBytes($0) }
    return try PackageBackend(parts: [backend] + HandMadePackage.parts).open(
      Source(path: "issue", content: .files(MemoryFiles(files))), options: OpenOptions())
  }

  @Test func oneHelperServesAllParts() throws {
    let backend = HelpedSketch(isInstalled: true)
    let publication = try package(backend, #"["a.md", "b.sketch", "c.sketch"]"#)
    #expect(publication.pageCount == 3)
    #expect(backend.log.prepared == 1 && backend.log.opened == 2)
  }

  @Test func noHelperIsMadeReadyForAPartWithout() throws {
    let backend = HelpedSketch(isInstalled: true)
    _ = try package(backend, #"["a.md"]"#)
    #expect(backend.log.prepared == 0)
  }

  @Test func aPartWhoseHelperIsMissingIsLeftOut() throws {
    let publication = try package(HelpedSketch(isInstalled: false), #"["a.md", "b.sketch"]"#)
    #expect(publication.pageCount == 1)
    #expect(
      publication.info.warnings.map(\.message).contains {
        $0 == "a part is left out: b.sketch: apt install pencil"
      })
  }

  @Test func aMissingPackageThatAllPartsNeedIsReported() {
    let failure = #expect(throws: PageError.self) {
      try package(HelpedSketch(isInstalled: false), #"["b.sketch"]"#)
    }
    #expect(failure?.code == .notInstalled)
  }
}

/// Reads nothing: its pages are those of a text.
private struct HelpedSketch: SubprocessBackend {
  /// Unchecked, since a test opens its packages on one thread.
  final class Log: @unchecked Sendable {
    var prepared = 0
    var opened = 0
  }

  let isInstalled: Bool
  let log = Log()

  var info: BackendInfo {
    BackendInfo(
      id: "sketch", version: "1", mediaTypes: [], fileExtensions: ["sketch"], capabilities: [])
  }

  func recognizes(_ probe: SourceProbe) -> Confidence {
    probe.fileExtension == "sketch" ? .certain : .none
  }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    try prepareHelper(WallClock()).open(source, options: options)
  }

  func prepareHelper(_ clock: any JobClock) throws(PageError) -> any BackendSession {
    log.prepared += 1
    guard isInstalled else { throw PageError(.notInstalled, "apt install pencil") }
    return Helped(log: log)
  }

  private struct Helped: BackendSession {
    let log: Log
    var isAlive: Bool { true }

    func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
      log.opened += 1
      return try HandMadePackage("{\"parts\": [\"a.md\"]}", ["a.md": story("Sketch")]).open()
    }
  }
}
