import Foundation
import TestSupport
import Testing

@testable import RectoPreview

/// Events of inotify, which are there as soon as a call that changes a file returns.
struct WatchedTreeTests {
  /// A tree with its queue.
  private final class Watch {
    private var tree: WatchedTree

    init(_ scope: ProofServer.Scope) {
      tree = WatchedTree(queue: inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), scope: scope)
    }

    deinit { close(tree.queue) }

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

  private func write(_ name: String) throws {
    try Data([1]).write(to: URL(filePath: folder.path(name)))
  }

  private func move(_ name: String, to other: String) {
    #expect(rename(folder.path(name), folder.path(other)) == 0)
  }

  @Test func savesInAFolderThatWasRenamedAreSeen() throws {
    try folder.write([], to: "issue/stories/deep/tide.md")
    let watch = try watch(.folder(folder.path("issue"), isDeep: true))
    for (name, other) in [("stories", "tales"), ("tales", "stories"), ("stories", "old/tales")] {
      try FileManager.default.createDirectory(
        atPath: folder.path("issue/old"), withIntermediateDirectories: true)
      _ = watch.takeEvents()
      move("issue/\(name)", to: "issue/\(other)")
      #expect(watch.takeEvents())
      for file in ["new.md", "deep/tide.md"] {
        try write("issue/\(other)/\(file)")
        #expect(watch.takeEvents(), "\(other)/\(file)")
      }
    }
    // Out of the source.
    move("issue/old/tales", to: "tales")
    #expect(watch.takeEvents())
    try write("tales/deep/tide.md")
    #expect(!watch.takeEvents())
  }

  @Test func aRootThatWentAwayIsWatchedAgainWhenItIsBack() throws {
    try folder.write([], to: "issue/stories/tide.md")
    let watch = try watch(.folder(folder.path("issue"), isDeep: true))
    move("issue", to: "away")
    #expect(watch.takeEvents() && watch.isIncomplete)
    try write("away/stories/tide.md")
    #expect(!watch.takeEvents())
    move("away", to: "issue")
    #expect(watch.find() && !watch.isIncomplete)
    _ = watch.takeEvents()
    try write("issue/stories/tide.md")
    #expect(watch.takeEvents())
  }

  /// Builds remove their folder and make it again.
  @Test func aTargetWhoseFolderIsMadeAnewIsWatchedAgain() throws {
    for name in ["here/other.md", "there/tide.md"] { try folder.write([], to: name) }
    let link = folder.path("here/story.md")
    try #require(symlink("../there/tide.md", link) == 0)
    let watch = try watch(.file(link))
    try FileManager.default.removeItem(atPath: folder.path("there"))
    #expect(watch.takeEvents() && watch.isIncomplete)
    #expect(!watch.find())
    try folder.write([], to: "there/tide.md")
    #expect(watch.find() && !watch.isIncomplete)
    _ = watch.takeEvents()
    try write("there/tide.md")
    #expect(watch.takeEvents())
  }

  @Test(arguments: [false, true])
  func theTargetOfALinkIsWatched(besides: Bool) throws {
    for name in ["here/other.md", "there/tide.md", "there/other.md", "else/rope.md"] {
      try folder.write([], to: name)
    }
    let link = folder.path("here/story.md")
    try #require(symlink("../there/tide.md", link) == 0)
    let watch = try watch(besides ? .filesBeside(link) : .file(link))
    try write("there/tide.md")
    #expect(watch.takeEvents())
    try write("there/other.md")
    #expect(!watch.takeEvents())
    try write("here/other.md")
    #expect(watch.takeEvents() == besides)
    // As many editors save.
    try write("there/.tide.md.new")
    move("there/.tide.md.new", to: "there/tide.md")
    #expect(watch.takeEvents())

    try #require(symlink("../else/rope.md", folder.path("here/new")) == 0)
    move("here/new", to: "here/story.md")
    #expect(watch.takeEvents())
    try write("else/rope.md")
    #expect(watch.takeEvents())
    try write("there/tide.md")
    #expect(!watch.takeEvents())
  }

  @Test func aLinkToAFileBesideItIsWatched() throws {
    try folder.write([], to: "tide.md")
    try #require(symlink("tide.md", folder.path("story.md")) == 0)
    let watch = try watch(.file(folder.path("story.md")))
    try write("tide.md")
    #expect(watch.takeEvents())
    try write("other.md")
    #expect(!watch.takeEvents())
  }
}
