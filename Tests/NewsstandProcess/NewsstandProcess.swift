import Glibc
import RectoImageBackend
import RectoNewsstand
import RectoPageModel
import RectoPipeline
import RectoRaster

/// A process that changes files of one kind, for the tests to end or fail at any call.
///
///     NewsstandProcess prepare WHAT FOLDER
///     NewsstandProcess WHAT FOLDER
///     NewsstandProcess check WHAT FOLDER interrupted|complete
///
/// WHAT is install, archive, update, buy, follow, know, tell, refresh or publish.
///
/// It installs FOLDER/source/issue.png into the library FOLDER/library. A check exits with 1, and a
/// sentence, unless it finds either the old state or the new one, complete.
@main
enum NewsstandProcess {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("prepare", 3): try await prepare(arguments[1], arguments[2])
      case ("install", 2): try await install(arguments[1])
      case ("archive", 2): try await archive(arguments[1])
      case ("update", 2): try await ContentUpdate(arguments[1]).run()
      case ("buy", 2): try await GivenPurchase(arguments[1]).run()
      case ("follow", 2): try await FollowedStore(arguments[1]).run()
      case ("know", 2): try await KnownShop(arguments[1]).run()
      case ("tell", 2): try await ToldReaders(arguments[1]).run()
      case ("refresh", 2): try await CatalogRefresh(arguments[1]).run()
      case ("publish", 2): try await Publication(arguments[1]).run()
      case ("check", 4):
        try await check(arguments[1], arguments[2], isComplete: arguments[3] == "complete")
      default: exit(64)
      }
    } catch {
      print("\(error)")
      exit(1)
    }
  }

  // A constant that is an id.
  private static let id = try! IssueID("the issue")

  private static func newsstand(_ folder: String) async throws -> Newsstand {
    var issue = Issue(id: id, title: "Tide")
    issue.content = [IssueAsset(url: "https://example.org/issue.png")]
    let recto = Recto(backends: [ImageBackend()], isolation: .inProcess)
    let store = OneIssue(issue: issue)
    let configuration = NewsstandConfiguration(
      makeDownloads: { _ in FolderDownloads(source: "\(folder)/source") },
      makeStore: { _, _, _ throws(NewsstandError) in store })
    let newsstand = try await Newsstand(
      folder: "\(folder)/library", recto: recto, configuration)
    try await newsstand.addStore("https://example.org/")
    return newsstand
  }

  private static func prepare(_ what: String, _ folder: String) async throws {
    try makeFolder("\(folder)/source")
    switch what {
    case "refresh": return try await CatalogRefresh(folder).prepare()
    case "update": return try await ContentUpdate(folder).prepare()
    case "buy": return try await GivenPurchase(folder).prepare()
    case "follow": return try await FollowedStore(folder).prepare()
    case "know": return try await KnownShop(folder).prepare()
    case "tell": return try await ToldReaders(folder).prepare()
    case "publish": return try await Publication(folder).prepare()
    default: break
    }
    try writePicture("\(folder)/source/issue.png")
    if what == "archive" { try await install(folder) }
  }

  static func writePicture(_ path: String, red: UInt8 = 20) throws {
    let picture = Bitmap(size: PixelSize(width: 60, height: 80))
    picture.fill(Color(red: red, green: 90, blue: 140))
    var file: [UInt8] = []
    try ImageEncoder().encode(picture, EncodeOptions()) { file = Array($0) }
    try writeFile(file, to: path)
  }

  private static func install(_ folder: String) async throws {
    let newsstand = try await newsstand(folder)
    try await newsstand.resume()
    try await newsstand.finish(id)
    if try await newsstand.issue(id).state != .installed { try await newsstand.download(id) }
    await newsstand.close()
  }

  private static func archive(_ folder: String) async throws {
    let newsstand = try await newsstand(folder)
    if try await newsstand.issue(id).state != .archived { try await newsstand.archive(id) }
    await newsstand.close()
  }

  private static func check(_ what: String, _ folder: String, isComplete: Bool) async throws {
    switch what {
    case "refresh": return try await CatalogRefresh(folder).check(isComplete: isComplete)
    case "update": return try await ContentUpdate(folder).check(isComplete: isComplete)
    case "buy": return try await GivenPurchase(folder).check(isComplete: isComplete)
    case "follow": return try await FollowedStore(folder).check(isComplete: isComplete)
    case "know": return try await KnownShop(folder).check(isComplete: isComplete)
    case "tell": return try await ToldReaders(folder).check(isComplete: isComplete)
    case "publish": return try await Publication(folder).check(isComplete: isComplete)
    default: break
    }
    let reader: LibraryReader
    do {
      reader = try LibraryReader("\(folder)/library")
    } catch {
      // Nothing was put into it yet.
      guard error.code == .notFound, what == "install", !isComplete else { throw error }
      return
    }
    let state = try await reader.record(id)?.state ?? .notDownloaded
    let wanted: IssueState = what == "install" ? .installed : .archived
    guard state == wanted || !isComplete else { throw Complaint("it is \(state.name)") }
    if state == .installed {
      try await checkInstalled(reader)
    } else if (try? await reader.content(of: id)) != nil {
      throw Complaint("it is \(state.name) and can be read")
    }
    let isOld = what == "install" ? true : state == .installed || state == .archived
    guard isOld else { throw Complaint("it is \(state.name), which it never was") }
    guard isComplete else { return }
    let left = allNames(inFolder: "\(folder)/library/staging")
    guard left.isEmpty else { throw Complaint("\(left) was left") }
    let folders = allNames(inFolder: "\(folder)/library/issues")
    guard folders.count == (what == "install" ? 1 : 0) else {
      throw Complaint("there are the folders \(folders)")
    }
  }

  private static func checkInstalled(_ reader: LibraryReader) async throws {
    guard let record = try await reader.record(id), let file = record.files.first else {
      throw Complaint("it has no files")
    }
    let content = try FileBytes(path: try await reader.content(of: id))
    var hash = SHA256()
    content.withBytes { hash.update($0) }
    guard hash.digest().hex == file.sha256 else { throw Complaint("its content is another") }
    let recto = Recto(backends: [ImageBackend()], isolation: .inProcess)
    guard let cover = reader.cover(of: id), let small = reader.thumbnail(ofPage: 0, of: id) else {
      throw Complaint("it lacks pictures")
    }
    for picture in [cover, small] {
      _ = try await recto.open(picture).render(page: 0, RenderRequest())
    }
    guard record.pageCount == 1 else { throw Complaint("it has no pages") }
  }
}

/// The reason why a check fails.
struct Complaint: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
