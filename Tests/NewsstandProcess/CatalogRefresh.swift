import RectoImageBackend
import RectoNewsstand
import RectoPageModel
import RectoPipeline

/// A store of two pages that is asked again when its server has others, and another cover.
struct CatalogRefresh {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  private var url: String { "file://\(folder)/source/catalog.json" }
  private var library: String { "\(folder)/library" }

  private func newsstand() async throws -> Newsstand {
    var policy = FetchPolicy()
    policy.isFileAllowed = true
    return try await Newsstand(
      folder: library, recto: Recto(backends: [ImageBackend()], isolation: .inProcess),
      NewsstandConfiguration(policy: policy))
  }

  /// All issues are called by the state that they are of.
  private func offer(_ state: String) throws {
    for (page, next) in [("catalog", #","next":"more.json""#), ("more", "")] {
      let issues = (1...20).map { number in
        #"{"id":"\#(page)-\#(number)","title":"\#(state)","cover":"\#(state).png","url":"x.pdf"}"#
      }
      let text = #"{"version":1,"issues":[\#(issues.joined(separator: ","))]\#(next)}"#
      try writeFile(Array(text.utf8), to: "\(folder)/source/\(page).json")
    }
  }

  func prepare() async throws {
    try NewsstandProcess.writePicture("\(folder)/source/old.png")
    try NewsstandProcess.writePicture("\(folder)/source/new.png", red: 200)
    try offer("old")
    let newsstand = try await newsstand()
    try await newsstand.addStore(url)
    _ = try await newsstand.cover(of: try IssueID("catalog-1"))
    await newsstand.close()
    try offer("new")
  }

  func run() async throws {
    let newsstand = try await newsstand()
    let failures = try await newsstand.refresh()
    if let failure = failures.values.first { throw failure }
    _ = try await newsstand.cover(of: try IssueID("catalog-1"))
    await newsstand.close()
  }

  func check(isComplete: Bool) async throws {
    guard try await LibraryReader(library).stores() == [url] else {
      throw Complaint("the store is gone")
    }
    // Files are not allowed: what this store has is what was kept.
    let store = try Store(url: url, folder: "\(library)/catalogs", fetcher: HTTPFetcher())
    let titles = Set(store.issues().map(\.title))
    guard store.numberOfIssues == 40, titles == ["old"] || titles == ["new"] else {
      throw Complaint("\(store.numberOfIssues) issues are kept, \(titles.sorted())")
    }
    guard isComplete else { return }
    guard titles == ["new"], !(try await store.cover(of: try IssueID("catalog-1")).bytes.isEmpty)
    else { throw Complaint("what is kept is old") }
    for name in allNames(inFolder: "\(library)/catalogs") {
      let kept = "\(library)/catalogs/\(name)"
      let (names, covers) = (allNames(inFolder: kept), allNames(inFolder: "\(kept)/covers"))
      guard names.sorted() == ["catalog", "covers"], covers.count == 1 else {
        throw Complaint("there are \(names) and \(covers.count) covers")
      }
    }
  }
}
