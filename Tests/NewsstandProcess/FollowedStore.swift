import RectoImageBackend
import RectoNewsstand
import RectoPageModel
import RectoPipeline

/// A store that is followed, and then looked at when it has one issue more, which comes by itself.
struct FollowedStore {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  private static let url = "https://example.org/"
  // Constants that are ids.
  private static let old = try! IssueID("the old issue")
  private static let new = try! IssueID("the issue")

  private func newsstand(offers ids: [IssueID]) async throws -> Newsstand {
    let issues = ids.map { id in
      var issue = Issue(id: id, title: "Tide")
      issue.content = [IssueAsset(url: "https://example.org/issue.png")]
      return issue
    }
    let (folder, store) = (folder, SomeIssues(list: issues))
    let newsstand = try await Newsstand(
      folder: "\(folder)/library",
      recto: Recto(backends: [ImageBackend()], isolation: .inProcess),
      NewsstandConfiguration(
        makeDownloads: { _ in FolderDownloads(source: "\(folder)/source") },
        makeStore: { _, _, _ throws(NewsstandError) in store }))
    try await newsstand.addStore(Self.url)
    return newsstand
  }

  func prepare() async throws {
    try NewsstandProcess.writePicture("\(folder)/source/issue.png")
    await (try await newsstand(offers: [Self.old])).close()
  }

  func run() async throws {
    let before = try await newsstand(offers: [Self.old])
    if try await before.subscriptions().isEmpty { try await before.subscribe(to: Self.url) }
    await before.close()
    let newsstand = try await newsstand(offers: [Self.new, Self.old])
    try await newsstand.resume()
    try await newsstand.checkSubscriptions(isForced: true)
    try await newsstand.finish(Self.new)
    // A download whose failure does not pass waits for a person.
    if try await newsstand.issue(Self.new).state != .installed {
      try await newsstand.download(Self.new)
    }
    await newsstand.close()
  }

  /// The old issue never comes by itself, and the new one is there as a whole or not at all.
  func check(isComplete: Bool) async throws {
    let library = try await Library.open("\(folder)/library")
    await library.close()
    let reader = library.reader
    guard try await reader.stores() == [Self.url] else { throw Complaint("the store is gone") }
    guard try await reader.record(Self.old) == nil else { throw Complaint("the old issue came") }
    let state = try await reader.record(Self.new)?.state ?? .notDownloaded
    let isFollowed = try await reader.subscriptions().count == 1
    guard isFollowed || state == .notDownloaded else { throw Complaint("nobody follows the store") }
    if state == .installed {
      let bytes = try FileBytes(path: try await reader.content(of: Self.new))
      let source = try FileBytes(path: "\(folder)/source/issue.png")
      guard bytes.withBytes({ Array($0) }) == source.withBytes({ Array($0) }) else {
        throw Complaint("its content is another")
      }
    }
    guard !isComplete || isFollowed && state == .installed else {
      throw Complaint("it is \(state.name), followed: \(isFollowed)")
    }
  }
}

/// A store with some issues.
private struct SomeIssues: IssueOffering {
  let list: [Issue]

  func issues() -> [Issue] { list }
  func issue(withID id: IssueID) -> Issue? { list.first { $0.id == id } }
  func facts() -> StoreFacts {
    StoreFacts(url: "", title: nil, issueCount: list.count, age: nil, error: nil, problems: [])
  }
  func refresh() {}
  func cover(of issue: Issue) -> [UInt8]? { nil }
}
