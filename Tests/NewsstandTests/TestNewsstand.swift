import Foundation
import RectoBackends
import RectoPageModel
import RectoPipeline
import RectoRaster
import RectoWorkers
import Synchronization
import TestSupport
import Testing

import struct RectoNewsstand.Issue

@testable import RectoNewsstand

/// A newsstand over a folder of files, with real workers and no network.
struct TestNewsstand {
  private static let zygote = Result { try Zygote.spawn(try rectoExecutable()) }

  static func recto() throws -> Recto {
    var limits = WorkerLimits()
    // The machine may be busy.
    limits.seconds = 120
    return Recto(
      backends: builtInBackends(),
      isolation: .workers(WorkerPool(zygote: try zygote.get(), count: 1, limits: limits)))
  }

  let folder: TemporaryFolder
  /// The downloadable files, by name.
  let source: TemporaryFolder
  let downloads: FileDownloads
  let store = ListedIssues()
  /// Seconds since 1970, which the newsstand takes for the time.
  let clock = Counter(1_700_000_000)

  init() throws {
    folder = try temporaryFolder()
    source = try temporaryFolder()
    downloads = FileDownloads(source: source.path)
  }

  static let url = "https://example.org/catalog.json"

  func open(
    isRepairing: Bool = false, _ change: (inout NewsstandConfiguration) -> Void = { _ in }
  ) async throws -> Newsstand {
    let (downloads, store, clock) = (downloads, store, clock)
    var configuration = NewsstandConfiguration(
      makeDownloads: { _ in downloads }, makeStore: { _, _, _ throws(NewsstandError) in store })
    configuration.now = { Double(clock.value) }
    // The last newsstand of the folder may be about to end.
    configuration.lockTimeout = Patience.limit
    configuration.isRepairing = isRepairing
    change(&configuration)
    let newsstand = try await Newsstand(
      folder: folder.path("library"), recto: try Self.recto(), configuration)
    try await newsstand.addStore(Self.url)
    return newsstand
  }

  /// Writes a story and offers it as an issue.
  @discardableResult
  func offer(
    _ name: String, text: String = "# Tide\n\nThe lighthouse at Höfn.\n",
    date: Double = 1_699_900_000, _ change: (inout Issue) -> Void = { _ in }
  ) throws -> IssueID {
    try source.write(Array(text.utf8), to: "\(name).md")
    return try offer(name, file: "\(name).md", date: date, change)
  }

  /// Offers a file of `source`.
  @discardableResult
  func offer(
    _ name: String, file: String, date: Double = 1_699_900_000,
    _ change: (inout Issue) -> Void = { _ in }
  ) throws -> IssueID {
    let id = try IssueID(name)
    var issue = Issue(id: id, title: "Tide \(name)")
    issue.date = IssueDate(text: "2023-11-13T18:26:40Z", seconds: date)
    issue.content = [IssueAsset(url: "https://example.org/\(file)")]
    change(&issue)
    store.add(issue)
    return id
  }

  /// Below the library.
  func entries(_ name: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path("library/\(name)")).sorted()
  }
}

/// Downloads that find everything in a folder, and wait where they are told to.
final class FileDownloads: IssueDownloading {
  private struct State {
    var isHeld = false
    var error: NewsstandError?
    var discarded: [IssueID] = []
    var priorities: [DownloadPriority] = []
  }

  private let source: String
  private let state = Mutex(State())

  init(source: String) { self.source = source }

  /// Has each download wait until it is cancelled.
  func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }
  func fail(_ error: NewsstandError?) { state.withLock { $0.error = error } }
  var discarded: [IssueID] { state.withLock { $0.discarded } }
  var priorities: [DownloadPriority] { state.withLock { $0.priorities } }

  func download(
    _ assets: [IssueAsset], for id: IssueID, priority: DownloadPriority, namedBy: String?,
    pass: ContentPass?,
    progress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws(NewsstandError) -> [DownloadedFile] {
    let (isHeld, error) = state.withLock { state in
      state.priorities.append(priority)
      return (state.isHeld, state.error)
    }
    progress(DownloadProgress(received: 1, total: 10))
    if let error { throw error }
    if isHeld {
      let cancelled = Future<Void>()
      try? await withTaskCancellationHandler {
        try await cancelled.value("the end of a download that is held")
      } onCancel: {
        cancelled.fulfill(())
      }
      throw NewsstandError(.cancelled, "it was cancelled")
    }
    var files: [DownloadedFile] = []
    for asset in assets {
      let path = "\(source)/\(asset.url.split(separator: "/").last ?? "")"
      guard let digest = DurableFiles.digest(path) else {
        throw NewsstandError(.notFound, "there is no \(path)")
      }
      files.append(DownloadedFile(path: path, bytes: digest.size, sha256: digest.sha256))
    }
    return files
  }

  func discard(_ id: IssueID) { state.withLock { $0.discarded.append(id) } }
}

/// A store that offers what it is told to.
final class ListedIssues: IssueOffering {
  private struct State {
    var issues: [Issue] = []
    var cover: [UInt8]?
    var failure: NewsstandError?
    var refreshes = 0
    var subscription: String?
  }

  private let state = Mutex(State())

  func add(_ issue: Issue) { state.withLock { $0.issues.insert(issue, at: 0) } }
  func setCover(_ bytes: [UInt8]) { state.withLock { $0.cover = bytes } }
  func fail(_ error: NewsstandError?) { state.withLock { $0.failure = error } }
  /// The product of a subscription to all issues.
  func sell(_ subscription: String?) { state.withLock { $0.subscription = subscription } }
  func clear() { state.withLock { $0.issues = [] } }
  var refreshes: Int { state.withLock { $0.refreshes } }

  func issues() -> [Issue] { state.withLock { $0.issues } }
  func issue(withID id: IssueID) -> Issue? { issues().first { $0.id == id } }
  func facts() -> StoreFacts {
    var facts = StoreFacts(
      url: TestNewsstand.url, title: "Tide", issueCount: issues().count, age: nil, error: nil,
      problems: [])
    facts.subscriptionProductID = state.withLock { $0.subscription }
    return facts
  }

  func refresh() throws(NewsstandError) {
    let failure = state.withLock { state in
      state.refreshes += 1
      return state.failure
    }
    if let failure { throw failure }
  }

  func cover(of issue: Issue) -> [UInt8]? { state.withLock { $0.cover } }
}

/// A number that tests set.
final class Counter: Sendable {
  private let state: Mutex<Int>

  init(_ value: Int) { state = Mutex(value) }

  var value: Int {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A picture of one color as a PNG.
func picture(_ color: Color, width: Int = 60, height: Int = 80) throws -> [UInt8] {
  let bitmap = Bitmap(size: PixelSize(width: width, height: height))
  bitmap.fill(color)
  var file: [UInt8] = []
  try ImageEncoder().encode(bitmap, EncodeOptions()) { file = Array($0) }
  return file
}
