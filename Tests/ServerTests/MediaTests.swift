import Foundation
import RectoHTTP
import RectoPageModel
import TestSupport
import Testing

@testable import RectoServer

/// Sound and film inside of files, as players ask for it.
@Suite struct MediaTests {
  private typealias JSON = [String: Any]

  private func layout(_ media: [(kind: String, source: String)]) -> [UInt8] {
    let items = media.enumerated().map { place, medium in
      #"{"kind": "\#(medium.kind)", "src": "\#(medium.source)", "#
        + #""x": 0, "y": \#(place * 40), "width": 90, "height": 30}"#
    }
    return Array(
      """
      {"stories": {"a": "a.md"}, "size": {"width": 200, "height": 600},
       "pages": [{"frames": [{"thread": "a"}], "media": [\(items.joined(separator: ","))]}]}
      """.utf8)
  }

  /// A package of a story and a layout that places these media.
  private func package(_ media: [(kind: String, source: String)]) -> [String: [UInt8]] {
    [
      "recto.json": Array(#"{"parts": ["cover.md", "feature"]}"#.utf8),
      "cover.md": Array("# Cover\n".utf8), "feature/a.md": Array("The tide.\n".utf8),
      "feature/layout.json": layout(media),
    ]
  }

  private func media(_ shelf: ServedShelf, _ page: String) async throws -> [JSON] {
    try #require(try await shelf.json("/api/1/publications/\(page)")["media"] as? [JSON])
  }

  /// That the bytes at an address are those, whole and in parts.
  private func expectPlayable(
    _ bytes: [UInt8], type: String, at source: String, _ shelf: ServedShelf
  ) async throws {
    let whole = try await shelf.answer(source)
    #expect(whole.status == 200 && whole.body == bytes, "\(source): \(whole.status)")
    #expect(whole["Content-Type"] == type && whole["Accept-Ranges"] == "bytes")
    #expect(
      whole["Content-Security-Policy"] == "default-src 'none'; sandbox; frame-ancestors 'self'")
    #expect(whole["X-Content-Type-Options"] == "nosniff")
    let tag = try #require(whole["ETag"])
    #expect(tag.hasPrefix("\""))
    for (range, part) in [
      ("bytes=0-", 0..<bytes.count), ("bytes=0-1", 0..<2), ("bytes=44-99", 44..<100),
      ("bytes=-9", bytes.count - 9..<bytes.count),
    ] {
      let answer = try await shelf.answer(source, "Range: \(range)")
      #expect(answer.status == 206 && answer.body == Array(bytes[part]), "\(range)")
      #expect(
        answer["Content-Range"]
          == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)")
      #expect(answer["ETag"] == tag)
    }
    #expect(try await shelf.answer(source, "Range: bytes=\(bytes.count)-").status == 416)
    let other = try await shelf.answer(source, "Range: bytes=0-1", "If-Range: \"x\"")
    #expect(other.status == 200 && other.body == bytes)
    #expect(try await shelf.answer(source, "If-None-Match: \(tag)").status == 304)
    let head = try await shelf.answer(source, method: "HEAD")
    #expect(head.status == 200 && head["Content-Length"] == "\(bytes.count)")
  }

  @Test func soundInAPackageIsSentInParts() async throws {
    let folder = try temporaryFolder()
    let bell = tone(seconds: 1)
    var files = package([("audio", "sound/bell.wav"), ("video", "film.mp4")])
    files["feature/sound/bell.wav"] = bell
    files["feature/film.mp4"] = Array("no film at all".utf8)
    try await writeArchive(files, to: folder.path("issue.zip"))
    let shelf = try await ServedShelf(folder.path)
    let media = try await media(shelf, "issue.zip/pages/1")
    #expect(
      media.compactMap { $0["name"] as? String } == ["feature/sound/bell.wav", "feature/film.mp4"])
    let sources = media.compactMap { $0["source"] as? String }
    #expect(sources == (0...1).map { "/api/1/publications/issue.zip/media/1/\($0)" })
    try await expectPlayable(bell, type: "audio/wav", at: sources[0], shelf)
    let film = try await shelf.answer(sources[1])
    #expect(film.text == "no film at all" && film["Content-Type"] == "video/mp4")
    #expect(try await shelf.answer("/api/1/publications/issue.zip/media/1/2").status == 404)
    #expect(try await shelf.answer("/api/1/publications/issue.zip/media/0/0").status == 404)
    #expect(try await shelf.answer("/api/1/publications/issue.zip/media/9/0").status == 404)

    // A client that has it learns so from a server that does not.
    let tag = try #require(try await shelf.answer(sources[0])["ETag"])
    let fresh = try await ServedShelf(folder.path)
    let again = try await fresh.answer(sources[0], "If-None-Match: \(tag)")
    #expect(again.status == 304 && again["ETag"] == tag && again.body.isEmpty)
    // Another edition of the issue is another sound.
    files["feature/sound/bell.wav"] = tone(seconds: 2)
    try await writeArchive(files, to: folder.path("issue.zip"))
    var changed = again
    try await until("another look at the folder") {
      changed = try await shelf.answer(sources[0], "If-None-Match: \(tag)")
      return changed.status == 200
    }
    #expect(changed.body == tone(seconds: 2))
  }

  @Test func soundInAFolderOfPartsIsThatOfThePart() async throws {
    let folder = try temporaryFolder()
    var files = package([("audio", "bell.wav")])
    files["feature/bell.wav"] = tone(seconds: 1)
    files["bell.wav"] = tone(seconds: 2)
    for (name, bytes) in files { try folder.write(bytes, to: "issue/\(name)") }
    let shelf = try await ServedShelf(folder.path("issue"))
    let source = try #require(try await media(shelf, "issue/pages/1").first?["source"] as? String)
    try await expectPlayable(tone(seconds: 1), type: "audio/wav", at: source, shelf)
  }

  @Test(
    .needsBooks, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)), .usesBrowser)
  func soundInABookIsSentInPartsAndNothingElseIs() async throws {
    let folder = try temporaryFolder()
    let bell = tone(seconds: 1)
    let outside = [
      "../../secret.wav", "/etc/hostname", "file:///etc/hostname", "%2e%2e/%2e%2e/secret.wav",
      "..%2f..%2f..%2fsecret.wav", "gone.wav",
    ]
    let players = (["sound/bell.wav"] + outside).map { "<audio controls='' src='\($0)'/>" }
    try folder.write(Array("RIFF, a secret".utf8), to: "secret.wav")
    try folder.write(Array("RIFF, a secret".utf8), to: "served/secret.wav")
    try await MadeBook(pages: [players.joined()])
      .write(to: folder.path("served/bells.epub"), ["book/sound/bell.wav": bell])
    let shelf = try await ServedShelf(folder.path("served/bells.epub"))
    let media = try await media(shelf, "bells.epub/pages/0")
    #expect(media.count == 1 + outside.count)
    let sources = media.map { $0["source"] as? String }
    #expect(sources.dropFirst().allSatisfy { $0 == nil }, "\(sources)")
    try await expectPlayable(bell, type: "audio/wav", at: try #require(sources[0]), shelf)
    for place in 1...outside.count {
      let answer = try await shelf.answer("/api/1/publications/bells.epub/media/0/\(place)")
      #expect(answer.status == 404 && !answer.text.contains("secret"), "\(outside[place - 1])")
    }
    for place in ["-1", "..%2fsecret.wav", "bell.wav", "0%2f1"] {
      let answer = try await shelf.answer("/api/1/publications/bells.epub/media/0/\(place)")
      #expect(answer.status == 404, "\(place)")
    }
  }

  @Test(.needsPoppler) func soundInAPDFIsSentInParts() async throws {
    let folder = try temporaryFolder()
    let bell = tone(seconds: 1)
    try folder.write(pdf(playing: bell), to: "bells.pdf")
    let shelf = try await ServedShelf(folder.path("bells.pdf"))
    let media = try await media(shelf, "bells.pdf/pages/0")
    #expect(media.count == 2 && media[1]["source"] == nil)
    let source = try #require(media[0]["source"] as? String)
    try await expectPlayable(bell, type: "audio/x-wav", at: source, shelf)
    #expect(try await shelf.answer("/api/1/publications/bells.pdf/media/0/1").status == 404)
  }

  /// A page with a sound that is in the file, and a film that is beside it.
  private func pdf(playing sound: [UInt8]) -> [UInt8] {
    let hex = sound.map { String(format: "%02x", $0) }.joined() + ">"
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [4 0 R 6 0 R] >>",
      """
      << /Type /Annot /Subtype /Screen /Rect [10 10 90 40] /P 3 0 R /A << /Type /Action
      /S /Rendition /OP 0 /AN 4 0 R /R << /Type /Rendition /S /MR /C << /Type /MediaClip
      /S /MCD /CT (audio/x-wav) /D << /Type /Filespec /F (bell.wav) /EF << /F 5 0 R >> >>
      >> >> >> >>
      """,
      "<< /Type /EmbeddedFile /Filter /ASCIIHexDecode /Length \(hex.utf8.count) >>"
        + "\nstream\n\(hex)\nendstream",
      "<< /Type /Annot /Subtype /Movie /Rect [10 60 90 90] /Movie << /F (/etc/hostname) >> >>",
    ]
    var text = "%PDF-1.7\n"
    var offsets: [Int] = []
    for (number, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = offsets.map { String(format: "%010d 00000 n \n", $0) }.joined()
    text +=
      "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n\(table)"
      + "trailer << /Root 1 0 R /Size \(offsets.count + 1) >>\nstartxref\n\(text.utf8.count)\n%%EOF\n"
    return Array(text.utf8)
  }

  /// Nothing is decompressed to find out.
  @Test func aFilmBeyondTheLimitIsRefusedWithTheLimit() async throws {
    let folder = try temporaryFolder()
    for (name, bytes) in package([("video", "film.mp4")]) {
      try folder.write(bytes, to: "in/\(name)")
    }
    let script = """
      import os, sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
          for name in sys.argv[2:]:
              archive.write(name)
          part = os.urandom(1 << 14) + bytes((1 << 20) - (1 << 14))
          with archive.open("feature/film.mp4", "w") as film:
              for _ in range(193):
                  film.write(part)
      """
    let made = try await run(
      try #require(program("python3")),
      ["-c", script, folder.path("issue.zip")] + package([]).keys.sorted(), in: folder.path("in"))
    try #require(made.status == 0, "\(made.errors)")
    let shelf = try await ServedShelf(folder.path("issue.zip"))
    let answer = try await shelf.answer("/api/1/publications/issue.zip/media/1/0")
    #expect(answer.status == 422 && answer["Content-Type"] == "application/problem+json")
    #expect(
      answer.text.contains("film.mp4 has 193 MiB; at most 192 MiB are read"), "\(answer.text)")
    // The worker is unaffected.
    #expect(try await shelf.answer("/api/1/publications/issue.zip/pages/1/image.png").status == 200)
  }

  // MARK: Keeping

  private let clock = ManualClock()

  private func store(capacity: Int) -> MediaStore {
    let scheduler = WorkScheduler(.plain(4, waiting: 9), queueTimeout: .seconds(86_400))
    return MediaStore(scheduler, ServerLimits(), capacity: capacity, now: { [clock] in clock.now })
  }

  @Test func recentMediaAreKeptAndReadOnce() async throws {
    let store = store(capacity: 20)
    let reads = Log<String>()
    func ask(_ name: String, _ count: Int = 9) async throws -> Int {
      let tag = EntityTag(parts: [name])
      return try await store.medium(tag, type: "audio/wav") { () async throws(PageError) in
        reads.append(name)
        return [UInt8](repeating: 1, count: count)
      }.file.count
    }
    for name in ["a", "b", "a", "a"] { #expect(try await ask(name) == 9) }
    #expect(reads.entries == ["a", "b"])
    #expect(store[EntityTag(parts: ["a"])]?.type == "audio/wav")
    // The other was used longer ago.
    #expect(try await ask("c") == 9)
    #expect(store[EntityTag(parts: ["b"])] == nil)
    #expect(store[EntityTag(parts: ["a"])] != nil && store[EntityTag(parts: ["c"])] != nil)
    // One that is larger than all that is kept is sent, and not kept.
    #expect(try await ask("d", 21) == 21)
    #expect(store[EntityTag(parts: ["d"])] == nil && store[EntityTag(parts: ["c"])] != nil)
    #expect(reads.entries == ["a", "b", "c", "d"])
  }

  @Test func sharedMediaAreReadOnceAndFewAtATime() async throws {
    let store = store(capacity: 1000)
    let (begun, gate) = (Log<Int>(), Gate())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask {
          _ = try await store.medium(EntityTag(parts: ["\(number % 4)"]), type: "") {
            () async throws(PageError) in
            begun.append(number % 4)
            try? await gate.pass()
            return [1]
          }
        }
      }
      try await begun.wait("two readings", count: 2)
      try await until("the others wait") { store.reading.counts.waiting == 2 }
      // However long they take.
      clock.advance(by: WorkScheduler.slowAfter(.page))
      store.reading.giveSlowTurnsAway()
      #expect(store.reading.counts.working == 2 && store.reading.counts.waiting == 2)
      gate.open()
      try await group.waitForAll()
    }
    #expect(begun.entries.sorted() == [0, 1, 2, 3])
  }

  @Test func unreadableMediaAreNotKept() async throws {
    let store = store(capacity: 9)
    let tag = EntityTag(parts: ["a"])
    let error = await #expect(throws: PageError.self) {
      try await store.medium(tag, type: "") { () async throws(PageError) in
        throw PageError(.damaged, "no sound")
      }
    }
    #expect(error?.message == "no sound" && store[tag] == nil)
  }
}
