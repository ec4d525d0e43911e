import RectoImageBackend
import RectoNewsstand
import RectoPageModel
import RectoPipeline

/// A library that tells browsers of new issues: one is added, another one has gone, and the key
/// that they know it by stays.
struct ToldReaders {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  private var library: String { "\(folder)/library" }
  private var keyFile: String { "\(folder)/key" }
  // Addresses that are not public are not asked.
  private static let (gone, added) = ("http://127.0.0.1:1/gone", "http://127.0.0.1:1/added")

  private func newsstand() async throws -> Newsstand {
    try await Newsstand(
      folder: library, recto: Recto(backends: [ImageBackend()], isolation: .inProcess))
  }

  /// A browser, with the key and the secret of RFC 8291, appendix A.
  private static func reader(_ endpoint: String) throws -> PushReader {
    let text = """
      {"endpoint": "\(endpoint)", "keys": {
       "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
       "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}
      """
    return try PushReader(json: Array(text.utf8))
  }

  func prepare() async throws {
    let newsstand = try await newsstand()
    let key = try await newsstand.pushKey()
    try await newsstand.addPushReader(try Self.reader(Self.gone))
    await newsstand.close()
    try writeFile(Array(key.utf8), to: keyFile)
  }

  func run() async throws {
    let newsstand = try await newsstand()
    try await newsstand.addPushReader(try Self.reader(Self.added))
    try await newsstand.removePushReader(Self.gone)
    try await newsstand.setAutomaticDownloads(false)
    await newsstand.close()
  }

  func check(isComplete: Bool) async throws {
    let newsstand = try await newsstand()
    let key = try await newsstand.pushKey()
    let notice = PushNotice(publication: "Tide", issues: [])
    let readers = try await newsstand.tell(notice).map(\.reader.endpoint)
    await newsstand.close()
    let kept = try FileBytes(path: keyFile).withBytes { String(decoding: $0, as: UTF8.self) }
    guard key == kept else { throw Complaint("the library has another key") }
    let states = [[Self.gone], [Self.gone, Self.added], [Self.added]]
    guard (isComplete ? [[Self.added]] : states).contains(where: { Set($0) == Set(readers) }) else {
      throw Complaint("it tells \(readers)")
    }
  }
}
