import Foundation
import TestSupport
import Testing

@testable import RectoPreview

/// Events of inotify. Those of a rename are there as soon as the call returns. That of a file which
/// was written may be late: a process that another test starts holds the file open until it
/// executes its program.
struct WatchedTreeTests {
  /// A tree with its queue.
  private final class Watch {
    private var tree: WatchedTree

    init(_ scope: ProofServer.Scope) {
      tree = WatchedTree(queue: inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), scope: scope)
    }

    deinit { close(tree.queue) }

    /// Waits until something happens that concerns the source.
    func waitForEvents() throws {
      let end = ContinuousClock.now + Patience.limit
      while !tree.takeEvents() {
        guard ContinuousClock.now < end else { throw Stuck("waiting for a change of the source") }
        var queue = pollfd(fd: tree.queue, events: Int16(POLLIN), revents: 0)
        poll(&queue, 1, 1000)
      }
    }

    var isIncomplete: Bool { tree.isIncomplete }

    func begin() -> Bool { tree.begin() }

    func find() -> Bool { tree.find() }

    /// True if something happened that concerns the source.
    func takeEvents() -> Bool { tree.takeEvents() }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try temporaryFolder() }

  private func watch(_ scope: ProofServer.Scope) throws -> Watch {
    let watch = Watch(scope)
    try #require(watch.begin())
    return watch
  }

  /// Makes or replaces a file by a rename, as many editors do. No file is opened.
  private func save(_ name: String) throws {
    let path = folder.path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try #require(mknod(folder.path("saved"), S_IFREG | 0o600, 0) == 0)
    move("saved", to: name)
  }

  private func move(_ name: String, to other: String) {
    #expect(rename(folder.path(name), folder.path(other)) == 0)
  }

  private func link(_ name: String, to target: String) throws {
    try #require(symlink(target, folder.path(name)) == 0)
  }

  @Test func savesInAFolderThatWasRenamedAreSeen() throws {
    try save("issue/stories/deep/tide.md")
    let watch = try watch(.folder(folder.path("issue"), isDeep: true))
    for (name, other) in [("stories", "tales"), ("tales", "stories"), ("stories", "old/tales")] {
      try FileManager.default.createDirectory(
        atPath: folder.path("issue/old"), withIntermediateDirectories: true)
      _ = watch.takeEvents()
      move("issue/\(name)", to: "issue/\(other)")
      #expect(watch.takeEvents())
      for file in ["new.md", "deep/tide.md"] {
        try save("issue/\(other)/\(file)")
        #expect(watch.takeEvents(), "\(other)/\(file)")
      }
    }
    // Out of the source.
    move("issue/old/tales", to: "tales")
    #expect(watch.takeEvents())
    try save("tales/deep/tide.md")
    #expect(!watch.takeEvents())
  }

  @Test func aRootThatWentAwayIsWatchedAgainWhenItIsBack() throws {
    try save("issue/stories/tide.md")
    let watch = try watch(.folder(folder.path("issue"), isDeep: true))
    move("issue", to: "away")
    #expect(watch.takeEvents() && watch.isIncomplete)
    try save("away/stories/tide.md")
    #expect(!watch.takeEvents())
    move("away", to: "issue")
    #expect(watch.find() && !watch.isIncomplete)
    _ = watch.takeEvents()
    try save("issue/stories/tide.md")
    #expect(watch.takeEvents())
  }

  /// Builds remove their folder and make it again.
  @Test func aTargetWhoseFolderIsMadeAgainIsWatched() throws {
    for name in ["here/other.md", "there/tide.md"] { try save(name) }
    let link = folder.path("here/story.md")
    try #require(symlink("../there/tide.md", link) == 0)
    let watch = try watch(.file(link))
    try FileManager.default.removeItem(atPath: folder.path("there"))
    #expect(watch.takeEvents() && watch.isIncomplete)
    #expect(!watch.find())
    try save("there/tide.md")
    #expect(watch.find() && !watch.isIncomplete)
    _ = watch.takeEvents()
    try save("there/tide.md")
    #expect(watch.takeEvents())
  }

  @Test(arguments: [false, true])
  func theTargetOfALinkIsWatched(besides: Bool) throws {
    for name in ["here/other.md", "there/tide.md", "there/other.md", "else/rope.md"] {
      try save(name)
    }
    let link = folder.path("here/story.md")
    try #require(symlink("../there/tide.md", link) == 0)
    let watch = try watch(besides ? .filesBeside(link) : .file(link))
    try save("there/tide.md")
    #expect(watch.takeEvents())
    try save("there/other.md")
    #expect(!watch.takeEvents())
    try save("here/other.md")
    #expect(watch.takeEvents() == besides)
    try save("there/.tide.md.new")
    move("there/.tide.md.new", to: "there/tide.md")
    #expect(watch.takeEvents())

    try #require(symlink("../else/rope.md", folder.path("here/new")) == 0)
    move("here/new", to: "here/story.md")
    #expect(watch.takeEvents())
    try save("else/rope.md")
    #expect(watch.takeEvents())
    try save("there/tide.md")
    #expect(!watch.takeEvents())
  }

  @Test func aLinkToAFileBesideItIsWatched() throws {
    try save("tide.md")
    try #require(symlink("tide.md", folder.path("story.md")) == 0)
    let watch = try watch(.file(folder.path("story.md")))
    try save("tide.md")
    #expect(watch.takeEvents())
    try save("other.md")
    #expect(!watch.takeEvents())
  }

  /// Releases of a site are often folders with a link to the current one.
  @Test(arguments: [false, true])
  func aLinkInTheMiddleOfAPathIsWatched(isFolder: Bool) throws {
    for name in ["one/issue/story.md", "two/issue/story.md", "here/other.md"] { try save(name) }
    try link("here/way", to: "current")
    try link("here/current", to: "../one")
    let issue = folder.path("here/way/issue")
    let watch = try watch(isFolder ? .folder(issue, isDeep: true) : .file(issue + "/story.md"))
    try save("one/issue/story.md")
    #expect(watch.takeEvents())
    // Neither files nor folders beside the link matter.
    try save("here/other.md")
    try save("here/new/other.md")
    try save("here/new/other.md")
    #expect(!watch.takeEvents())

    try link("here/next", to: "../two")
    move("here/next", to: "here/current")
    #expect(watch.takeEvents() && !watch.isIncomplete)
    try save("two/issue/story.md")
    #expect(watch.takeEvents())
    try save("one/issue/story.md")
    #expect(!watch.takeEvents())

    // Removed, and made again.
    try #require(unlink(folder.path("here/current")) == 0)
    #expect(watch.takeEvents() && watch.isIncomplete)
    #expect(!watch.find())
    try link("here/current", to: "../one")
    #expect(watch.find() && !watch.isIncomplete)
    _ = watch.takeEvents()
    try save("one/issue/story.md")
    #expect(watch.takeEvents())

    // The link before it.
    try link("here/next", to: "../two")
    move("here/next", to: "here/way")
    #expect(watch.takeEvents())
    try save("two/issue/story.md")
    #expect(watch.takeEvents())
  }

  @Test func aLinkInTheTargetOfALinkIsWatched() throws {
    for name in ["one/tide.md", "two/tide.md", "here/other.md"] { try save(name) }
    try link("way", to: "one")
    try link("here/story.md", to: "../way/tide.md")
    let watch = try watch(.file(folder.path("here/story.md")))
    try link("next", to: "two")
    move("next", to: "way")
    #expect(watch.takeEvents())
    try save("two/tide.md")
    #expect(watch.takeEvents())
    try save("one/tide.md")
    #expect(!watch.takeEvents())
  }

  @Test func aFolderThatIsALinkIsWatched() throws {
    for name in ["one/story.md", "two/story.md"] { try save(name) }
    try link("issue", to: "one")
    let watch = try watch(.folder(folder.path("issue"), isDeep: true))
    try link("next", to: "two")
    move("next", to: "issue")
    #expect(watch.takeEvents())
    try save("two/story.md")
    #expect(watch.takeEvents())
    try save("one/story.md")
    #expect(!watch.takeEvents())
  }

  /// The way ends where the system ends it.
  @Test func aCircleOfLinksIsNotASource() throws {
    try link("one", to: "two")
    try link("two", to: "one")
    #expect(!Watch(.folder(folder.path("one/issue"), isDeep: true)).begin())
  }

  @Test func aFileThatIsWrittenInPlaceIsSeen() throws {
    try save("tide.md")
    let watch = try watch(.file(folder.path("tide.md")))
    try Data([1]).write(to: URL(filePath: folder.path("tide.md")))
    try watch.waitForEvents()
  }

  /// The system drops events, and with them that of the new folder, where a queue is full.
  @Test func foldersOfDroppedEventsAreWatched() throws {
    try save("issue/tide.md")
    let watch = try watch(.folder(folder.path("issue"), isDeep: true))
    let room = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let events = try #require(Int(room.trimmingCharacters(in: .whitespacesAndNewlines)))
    for _ in 0...events / 4 {
      move("issue/tide.md", to: "issue/rope.md")
      move("issue/rope.md", to: "issue/tide.md")
    }
    try save("issue/new/tide.md")
    #expect(watch.takeEvents())
    try save("issue/new/tide.md")
    #expect(watch.takeEvents())
  }
}
