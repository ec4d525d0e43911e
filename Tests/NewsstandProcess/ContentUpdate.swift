import RectoImageBackend
import RectoNewsstand
import RectoPageModel
import RectoPipeline

/// An installed issue whose catalog has another picture than is installed.
struct ContentUpdate {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  // A constant that is an id.
  private static let id = try! IssueID("the issue")

  private static func digest(_ path: String) throws -> String {
    var hash = SHA256()
    try FileBytes(path: path).withBytes { hash.update($0) }
    return hash.digest().hex
  }

  private func newsstand() async throws -> Newsstand {
    var issue = Issue(id: Self.id, title: "Tide")
    issue.content = [IssueAsset(url: "https://example.org/issue.png")]
    issue.content[0].sha256 = try Self.digest("\(folder)/source/issue.png")
    let (folder, store) = (folder, OneIssue(issue: issue))
    let newsstand = try await Newsstand(
      folder: "\(folder)/library",
      recto: Recto(backends: [ImageBackend()], isolation: .inProcess),
      NewsstandConfiguration(
        makeDownloads: { _ in FolderDownloads(source: "\(folder)/source") },
        makeStore: { _, _, _ throws(NewsstandError) in store }))
    try await newsstand.addStore("https://example.org/")
    return newsstand
  }

  func prepare() async throws {
    try NewsstandProcess.writePicture("\(folder)/source/issue.png")
    let newsstand = try await newsstand()
    try await newsstand.download(Self.id)
    await newsstand.close()
    try NewsstandProcess.writePicture("\(folder)/source/issue.png", red: 200)
  }

  func run() async throws {
    let newsstand = try await newsstand()
    try await newsstand.resume()
    try await newsstand.finish(Self.id)
    if try await newsstand.issue(Self.id).update != nil { try await newsstand.update(Self.id) }
    await newsstand.close()
  }

  /// After the next program has the library, the issue can be read, with the old content or the new.
  func check(isComplete: Bool) async throws {
    let library = try await Library.open("\(folder)/library")
    await library.close()
    guard let record = try await library.reader.record(Self.id), record.state == .installed,
      let file = record.files.first
    else { throw Complaint("it is not installed") }
    let path = try await library.reader.content(of: Self.id)
    guard try Self.digest(path) == file.sha256 else { throw Complaint("its content is another") }
    guard library.reader.cover(of: Self.id) != nil else { throw Complaint("it lacks its cover") }
    guard isComplete else { return }
    guard try Self.digest("\(folder)/source/issue.png") == file.sha256 else {
      throw Complaint("it is the old one")
    }
    let left = allNames(inFolder: "\(folder)/library/staging")
    guard left.isEmpty else { throw Complaint("\(left) was left") }
  }
}
