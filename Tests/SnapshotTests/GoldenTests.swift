import Glibc
import RectoImageBackend
import RectoPageModel
import RectoPipeline
import RectoSnapshots
import RectoTextBackend
import TestSupport
import Testing

/// Goldens on the disk: which are recorded, and when.
@Suite struct GoldenTests {
  private let scratch: TemporaryFolder

  init() throws {
    scratch = try temporaryFolder()
  }

  private func story(_ paragraphs: Int = 40, word: String = "quay") -> String {
    "# The harbor\n\nThe \(word) lies still.\n\n"
      + (0..<paragraphs).map { "Paragraph \($0) of the boats that knock against the wood." }
      .joined(separator: "\n\n")
  }

  /// Writes a story and runs over its goldens.
  private func run(
    _ text: String, _ mode: RecordingMode, name: String = "story.md", platform: String? = nil,
    devices: [SnapshotDevice] = [small], keepsPictures: Bool = false
  ) async throws -> SnapshotReport {
    let path = try scratch.write(Array(text.utf8), to: "source/\(name)")
    return try await run(
      over: path, mode, platform: platform, devices: devices, keepsPictures: keepsPictures)
  }

  /// Runs over the goldens of a story that is written.
  private func run(
    over path: String, _ mode: RecordingMode, platform: String? = nil,
    devices: [SnapshotDevice] = [small], keepsPictures: Bool = false,
    keepsRecordings: Bool = false, pages: [Int]? = nil
  ) async throws -> SnapshotReport {
    let publication = try await Recto(backends: [TextBackend()], isolation: .inProcess).open(path)
    var run = SnapshotRun(
      folder: GoldenFolder(scratch.path("goldens"), source: path), devices: devices,
      pages: pages ?? Array(0..<publication.pageCount))
    run.mode = mode
    run.keepsRecordings = keepsRecordings
    run.keepsPictures = keepsPictures
    if let platform { run.platform = platform }
    return try await run.run(of: publication)
  }

  private static let small = SnapshotDevice(
    name: "small", request: RenderRequest(scale: .pixelsPerPoint(1), isDeterministic: true))

  private func names(_ report: SnapshotReport) -> [String] { report.outcomes.map(\.status.name) }

  @Test func missingGoldensAreRecordedAndThenPass() async throws {
    let first = try await run(story(), .missing)
    #expect(first.outcomes.count > 1)
    #expect(first.outcomes.allSatisfy { $0.status == .recorded })
    #expect(!first.passes)
    let second = try await run(story(), .missing)
    #expect(second.passes)
    #expect(second.outcomes.allSatisfy { $0.result?.isSame ?? false })
    let entries = try scratch.entries().filter { $0.hasPrefix("goldens/") }
    #expect(entries.contains("goldens/story.md/manifest.json"))
    #expect(entries.contains("goldens/story.md/small/page-0001.png"))
    #expect(entries.contains("goldens/story.md/small/page-0001.json"))
  }

  @Test func aChangedPageFailsAndIsLeftAloneUntilItIsToBeRecorded() async throws {
    _ = try await run(story(), .missing)
    for mode in [RecordingMode.missing, .never] {
      let report = try await run(story(word: "key"), mode)
      #expect(names(report).first == "failed")
      #expect(
        report.outcomes[0].result?.changes.first?.kind
          == .textReplaced(from: "quay", to: "key"))
      #expect(names(report).dropFirst().allSatisfy { $0 == "passed" })
    }
    let recorded = try await run(story(word: "key"), .failed)
    #expect(names(recorded).filter { $0 == "recorded" }.count == 1)
    #expect(try await run(story(word: "key"), .never).passes)
  }

  @Test func aRemovedHyphenIsAChange() async throws {
    _ = try await run(story(word: "tide-table"), .missing)
    let report = try await run(story(word: "tidetable"), .never)
    #expect(
      report.outcomes[0].result?.changes.first?.kind
        == .textReplaced(from: "tide-table", to: "tidetable"))
  }

  @Test func nothingIsRecordedWhereNothingMayBe() async throws {
    let report = try await run(story(), .never)
    #expect(report.outcomes.allSatisfy { $0.status == .missing })
    #expect(try scratch.entries().allSatisfy { !$0.hasPrefix("goldens") })
    for mode in RecordingMode.allCases {
      #expect(mode.allowed(inCI: "true") == .never)
      #expect(mode.allowed(inCI: nil) == mode)
    }
  }

  @Test func recordingAllLeavesWhatIsTheSame() async throws {
    _ = try await run(story(), .all)
    #expect(try await run(story(), .all).passes)
  }

  @Test func textThatFlowsOnIsOneChange() async throws {
    _ = try await run(story(), .missing)
    let more = story().replacing("Paragraph 3 of", with: "Between.\n\nParagraph 3 of")
    let report = try await run(more, .never)
    let kinds = report.outcomes.dropFirst().compactMap { $0.result?.changes.first?.kind }
    #expect(!kinds.isEmpty)
    #expect(kinds.allSatisfy { $0 == .reflowed(fromPage: 0) }, "\(kinds)")
  }

  @Test func goldensOfPagesThatAreNoMoreAreListed() async throws {
    let long = try await run(story(60), .missing)
    let short = try await run(story(5), .never)
    #expect(short.outcomes.count < long.outcomes.count)
    #expect(short.dead.count == long.outcomes.count - short.outcomes.count)
    #expect(short.gone == short.dead.compactMap(\.key) && !short.passes)
    try scratch.write([], to: "goldens/story.md/small/page-9999.png")
    let stray = try await run(story(5), .never).dead.last
    #expect(stray == DeadGolden(path: "small/page-9999.png", key: nil))
  }

  @Test func pagesThatAreGoneFailARunForAllPages() async throws {
    let path = try scratch.write(Array(story(120).utf8), to: "source/story.md")
    let long = try await run(over: path, .missing, platform: "linux-one")
    let last = long.outcomes.count - 1
    #expect(try await run(over: path, .never, platform: "linux-one").passes)
    try scratch.write(Array(story(60).utf8), to: "source/story.md")
    #expect(
      try await run(over: path, .missing, platform: "linux-one").gone.contains {
        $0.page == last
      })
    let some = try await run(over: path, .never, platform: "linux-one", pages: [0])
    #expect(some.gone.isEmpty && !some.dead.isEmpty)
  }

  @Test func recordingsAreKeptForAReviewAlone() async throws {
    let recorded = try await run(story(60), .missing)
    #expect(recorded.outcomes.allSatisfy { $0.status == .recorded && $0.recording == nil })
    let path = try scratch.write(Array(story(60, word: "key").utf8), to: "source/story.md")
    let checked = try await run(over: path, .never, keepsPictures: true)
    #expect(checked.outcomes[0].recording == nil && checked.outcomes[0].current != nil)
    let reviewed = try await run(over: path, .never, keepsRecordings: true)
    #expect(reviewed.outcomes[0].recording != nil)
    try GoldenFolder(scratch.path("goldens"), source: path).record(reviewed.outcomes)
    #expect(try await run(over: path, .never).passes)
  }

  @Test func manyGoldensAreWrittenInGroups() async throws {
    let recorded = try await run(story(900), .missing)
    #expect(recorded.outcomes.count > 16)
    let second = try await run(story(900), .never)
    #expect(second.passes && second.outcomes.count == recorded.outcomes.count)
  }

  @Test func aPlatformHasGoldensOfItsOwnOnlyWhereItDiffers() async throws {
    _ = try await run(story(), .missing, platform: "linux-one")
    #expect(try await run(story(), .all, platform: "linux-two").passes)
    let other = try await run(story(word: "key"), .failed, platform: "linux-two")
    #expect(names(other).filter { $0 == "recorded" }.count == 1)
    let own = "goldens/story.md/small/page-0001@linux-two.png"
    #expect(try scratch.entries().contains(own))
    #expect(try await run(story(), .never, platform: "linux-one").passes)
    #expect(try await run(story(word: "key"), .never, platform: "linux-two").passes)
    // It passes the shared golden again: its own is removed.
    _ = try await run(story(), .failed, platform: "linux-two")
    #expect(!(try scratch.entries().contains(own)))
    #expect(try await run(story(), .never, platform: "linux-two").passes)
  }

  @Test(arguments: [
    "a b.md", "naïve%.md", "..md", "-x.md", String(repeating: "é", count: 100) + ".md",
  ])
  func anyNameOfASourceIsSafe(_ name: String) async throws {
    _ = try await run(story(1), .missing, name: name)
    #expect(try await run(story(1), .never, name: name).passes)
    let folders = try scratch.entries().filter {
      $0.hasPrefix("goldens/") && $0.split(separator: "/").count == 2
    }
    #expect(folders.count == 1)
    #expect(folders[0].utf8.allSatisfy { $0 < 0x80 && $0 != 0x20 } && folders[0].utf8.count < 140)
  }

  // MARK: Hostile folders

  private func broken(_ edit: () throws -> Void) async throws -> [PageOutcome] {
    _ = try await run(story(), .missing)
    try edit()
    return try await run(story(), .never).outcomes
  }

  private func code(_ outcome: PageOutcome?) -> PageError.Code? {
    if case .broken(let error)? = outcome?.status { error.code } else { nil }
  }

  @Test func aGoldenThatCannotBeReadIsAnErrorOfItsPageAlone() async throws {
    let golden = "goldens/story.md/small/page-0001.png"
    let file = scratch.path(golden)
    let outcomes = try await broken {
      try scratch.write(try bytes(ofFile: file).prefix(900), to: golden)
    }
    #expect(code(outcomes.first) == .damaged)
    #expect(outcomes.dropFirst().allSatisfy { $0.isGood })
    try scratch.write(Array("no picture".utf8), to: golden)
    #expect(code(try await run(story(), .never).outcomes.first) == .damaged)
    // 60,000 x 60,000 pixels by its header.
    var huge = try bytes(ofFile: scratch.path("goldens/story.md/small/page-0002.png"))
    huge.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    try scratch.write(huge, to: golden)
    let code = code(try await run(story(), .never).outcomes.first)
    #expect(code == .limit || code == .damaged)
    try scratch.write(Array("{".utf8), to: "goldens/story.md/small/page-0002.json")
    #expect(self.code(try await run(story(), .never).outcomes[1]) == .damaged)
    // And can be recorded again.
    _ = try await run(story(), .failed)
    #expect(try await run(story(), .never).passes)
  }

  @Test func aGoldenThatIsALinkIsNotFollowed() async throws {
    let secret = try scratch.write(Array("secret".utf8), to: "secret")
    let file = scratch.path("goldens/story.md/small/page-0001.png")
    let outcomes = try await broken {
      unlink(file)
      symlink(secret, file)
    }
    #expect(code(outcomes.first) == .unreadable)
    await #expect(throws: PageError.self) { try await run(story(), .failed) }
    #expect(try bytes(ofFile: secret) == Array("secret".utf8))
  }

  @Test func aFolderThatIsALinkIsNotWrittenTo() async throws {
    try scratch.write([], to: "elsewhere/file")
    try scratch.write([], to: "goldens/story.md/file")
    symlink(scratch.path("elsewhere"), scratch.path("goldens/story.md/small"))
    let error = await #expect(throws: PageError.self) { try await run(story(), .missing) }
    #expect(error?.code == .cannotWrite)
    #expect(try scratch.entries().filter { $0.hasPrefix("elsewhere/") } == ["elsewhere/file"])
  }

  @Test(arguments: [
    "", "[]", "{\"version\": 9}", "{\"version\": 1, \"source\": \"a\"}",
    """
    {"version": 1, "source": "a", "goldens": [{"device": "../../etc", "page": 0}]}
    """,
  ])
  func aManifestThatIsWrongIsRefusedAndKept(_ text: String) async throws {
    let manifest = try scratch.write(Array(text.utf8), to: "goldens/story.md/manifest.json")
    for mode in RecordingMode.allCases {
      let error = await #expect(throws: PageError.self) { try await run(story(), mode) }
      #expect(error?.code == .damaged)
    }
    #expect(try bytes(ofFile: manifest) == Array(text.utf8))
  }

  @Test func runsAtOnceLoseNothing() async throws {
    let path = try scratch.write(Array(story().utf8), to: "source/story.md")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<4 {
        let device = SnapshotDevice(name: "device-\(index)", request: Self.small.request)
        group.addTask { _ = try await run(over: path, .missing, devices: [device]) }
      }
      try await group.waitForAll()
    }
    let devices = (0..<4).map { SnapshotDevice(name: "device-\($0)", request: Self.small.request) }
    #expect(try await run(over: path, .never, devices: devices).passes)
  }
}
