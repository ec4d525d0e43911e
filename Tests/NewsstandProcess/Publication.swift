import RectoImageBackend
import RectoNewsstand
import RectoPageModel
import RectoPipeline

/// A folder that is published again after one picture became another and one came.
struct Publication {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  private static let feeds = ["opds2.json", "opds.xml", "issues.plist", "info.xml", "catalog.json"]

  private func offer(_ title: String, _ name: String, red: UInt8) throws {
    try NewsstandProcess.writePicture("\(folder)/source/\(name).png", red: red)
    try writeFile(
      Array(#"{"id":"\#(name)","title":"\#(title)","date":"2026"}"#.utf8),
      to: "\(folder)/source/\(name).png.issue.json")
  }

  func prepare() async throws {
    try offer("old", "first", red: 20)
    try await run()
    try offer("new", "first", red: 90)
    try offer("new", "second", red: 200)
  }

  func run() async throws {
    let recto = Recto(backends: [ImageBackend()], isolation: .inProcess)
    let report = try await Publisher(recto: recto).publish(
      "\(folder)/source", to: "\(folder)/site")
    guard report.problems.isEmpty else { throw Complaint("\(report.problems)") }
  }

  private func assets(of issue: Issue) -> [IssueAsset] {
    issue.content + [issue.cover, issue.thumbnail].compactMap { $0 }
  }

  /// Each feed is whole, and what it names is there and is what it promises. Where a source could not
  /// be read, what was published before of it stays, and the other is new already.
  func check(isComplete: Bool) async throws {
    for feed in Self.feeds {
      let base = "https://example.org/"
      let bytes = try FileBytes(path: "\(folder)/site/\(feed)").withBytes { Array($0) }
      let catalog = try readCatalog(bytes, url: base + feed)
      let titles = Dictionary(
        catalog.issues.map { ($0.id.text, $0.title) }, uniquingKeysWith: { one, _ in one })
      let isNew = titles == ["first": "new", "second": "new"]
      let isOldOrNew =
        ["old", "new"].contains(titles["first"]) && ["new", nil].contains(titles["second"])
      guard isNew || isOldOrNew && !isComplete else { throw Complaint("\(feed) lists \(titles)") }
      for asset in catalog.issues.flatMap(assets) {
        let file = try FileBytes(path: "\(folder)/site/\(asset.url.dropFirst(base.count))")
        var hash = SHA256()
        file.withBytes { hash.update($0) }
        guard asset.sha256 == nil || hash.digest().hex == asset.sha256, file.count > 0 else {
          throw Complaint("\(asset.url) of \(feed) is another file")
        }
      }
    }
    let names = Set(allNames(inFolder: "\(folder)/site"))
    let left = names.subtracting(Self.feeds + ["content", "covers"])
    guard !isComplete || left.isEmpty else { throw Complaint("\(left.sorted()) was left") }
  }
}
