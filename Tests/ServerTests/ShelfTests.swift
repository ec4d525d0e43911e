import Foundation
import RectoBackends
import RectoPageModel
import TestSupport
import Testing

@testable import RectoServer

struct ShelfTests {
  private func ids(_ shelf: some Answering, _ query: String = "") async throws -> [String] {
    try await shelf.publications(query).compactMap { $0["id"] as? String }
  }

  private func story(_ title: String) -> [UInt8] { Array("# \(title)\n\nThe tide.\n".utf8) }

  @Test func changesOfAFolderAreFound() async throws {
    let folder = try temporaryFolder()
    try folder.write(story("One"), to: "one.md")
    try folder.write(story("Two"), to: "deeper/still/Two Tides.md")
    try folder.write(story("Hidden"), to: ".hidden.md")
    try folder.write(Array("a { }".utf8), to: "style.css")
    let clock = ManualClock()
    try await withServer(folder.path, clock: clock) { shelf in
      var found = try await ids(shelf)
      #expect(found.count == 2 && found.contains("one.md"))
      let deep = try #require(found.first { $0 != "one.md" })
      #expect(deep.hasPrefix("deeper-still-two-tides.md-"))
      #expect(try await shelf.answer("/api/1/publications/\(deep)").status == 200)

      try folder.write(story("Three"), to: "three.md")
      #expect(try await shelf.answer("/api/1/publications/three.md").status == 404)
      clock.advance(by: Shelf.shortestRest)
      #expect(try await shelf.answer("/api/1/publications/three.md").status == 200)
      try FileManager.default.removeItem(atPath: folder.path("one.md"))
      #expect(try await ids(shelf).contains("one.md"))
      clock.advance(by: Shelf.shortestRest)
      found = try await ids(shelf)
      #expect(Set(found) == [deep, "three.md"])
      #expect(try await shelf.answer("/api/1/publications/one.md").status == 404)
      #expect(try await ids(shelf, "?q=TIDES") == [deep])
      #expect(try await ids(shelf, "?limit=1&offset=1").count == 1)
    }
  }

  @Test func aRewrittenFileIsReadAgain() async throws {
    let folder = try temporaryFolder()
    try folder.write(story("Before"), to: "story.md")
    let clock = ManualClock()
    try await withServer(folder.path("story.md"), clock: clock) { shelf in
      let target = "/api/1/publications/story.md/pages/0/text"
      let before = try await shelf.answer(target)
      #expect(before.text.contains("Before"))
      let image = try await shelf.answer("/api/1/publications/story.md/pages/0/image.png")
      try folder.write(story("Afterwards"), to: "story.md")
      clock.advance(by: Shelf.shortestRest)
      // A list waits for the look at the folder.
      _ = try await ids(shelf)
      let after = try await shelf.answer(target)
      #expect(after.text.contains("Afterwards") && after["ETag"] != before["ETag"])
      let changed = try await shelf.answer("/api/1/publications/story.md/pages/0/image.png")
      #expect(changed["ETag"] != image["ETag"])
    }
  }

  @Test(arguments: [-1_000_000_000_000, 10_000_000_000, 1_000_000_000_000])
  func aFileOfAnyDateIsServed(seconds: Int) async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(story("Late"), to: "late.md")
    let time = timespec(tv_sec: seconds, tv_nsec: 5)
    try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    try await withServer(folder.path) { shelf in
      let found = try await ids(shelf)
      #expect(found == ["late.md"])
      let text = try await shelf.answer("/api/1/publications/late.md/pages/0/text")
      #expect(text.status == 200)
    }
  }

  @Test func aNameThatIsNotUTF8IsWarnedOf() throws {
    let folder = try temporaryFolder()
    try folder.write(story("Sound"), to: "sound.md")
    let name = Array(folder.path.utf8CString.dropLast()) + "/caf\u{1}.md".utf8CString
    let odd = name.map { $0 == 1 ? CChar(bitPattern: 0xE9) : $0 }
    close(open(odd, O_CREAT | O_WRONLY, 0o666))
    let root = try ServedRoot(folder.path)
    let contents = ShelfScan(roots: [root], kinds: SourceKinds(builtInBackends())).contents()
    #expect(contents.items.map(\.id) == ["sound.md"])
    #expect(contents.warnings.count == 1)
    #expect(contents.warnings.first?.contains("its name is not UTF-8") == true)
  }

  @Test func nothingOutsideOfTheServedFolderIsEverSent() async throws {
    let folder = try temporaryFolder()
    try folder.write(story("Secret"), to: "secret/secret.md")
    try folder.write(story("Open"), to: "served/open.md")
    let served = folder.path("served")
    for (link, target) in [
      ("file.md", folder.path("secret/secret.md")), ("folder", folder.path("secret")),
      ("up", ".."), ("root", "/"), ("circle", "."),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(served)/\(link)", withDestinationPath: target)
    }
    let shelf = try await ServedShelf(served)
    #expect(try await ids(shelf) == ["open.md"])
    for target in [
      "/files/file.md", "/files/secret.md", "/files/../secret/secret.md",
      "/files/..%2fsecret%2fsecret.md", "/files/%2e%2e", "/files/folder%2Fsecret.md",
      "/files//etc/passwd", "/files/%2Fetc%2Fpasswd", "/api/1/publications/..",
      "/api/1/publications/..%2Fsecret", "/iiif/image/3/..%2Fsecret.md:0/info.json",
      "/api/1/publications/open.md/media/0/0", "/files/open.md/",
    ] {
      let answer = try await shelf.answer(target)
      #expect(answer.status == 404, "\(target): \(answer.status)")
      #expect(!answer.text.contains("Secret"), "\(target)")
    }
    // A link that takes a file's place after it was found is not followed either.
    #expect(try await shelf.answer("/files/open.md").status == 200)
    try FileManager.default.removeItem(atPath: "\(served)/open.md")
    try FileManager.default.createSymbolicLink(
      atPath: "\(served)/open.md", withDestinationPath: folder.path("secret/secret.md"))
    let swapped = try await shelf.answer("/files/open.md")
    #expect(swapped.status == 404 && !swapped.text.contains("Secret"))
  }

  @Test func aSourceThatCannotBeOpenedSaysWhyAndTheOthersGoOn() async throws {
    let folder = try temporaryFolder()
    try folder.write(story("Sound"), to: "sound.md")
    try folder.write(Array("%PDF-1.7\nnothing".utf8), to: "broken.pdf")
    try await withServer(folder.path) { shelf in
      try await shelf.looksThroughAll()
      let entries = try await shelf.publications()
      let broken = try #require(entries.first { $0["id"] as? String == "broken.pdf" })
      let sentence = try #require(broken["error"] as? String)
      #expect(!sentence.isEmpty && broken["title"] as? String == "broken")
      let answer = try await shelf.answer("/api/1/publications/broken.pdf/pages/0/image.png")
      #expect(answer.status == 422 && answer["Content-Type"] == "application/problem+json")
      #expect(answer.text.contains(sentence))
      #expect(try await shelf.answer("/api/1/publications/sound.md").status == 200)
      // The file itself is still served.
      #expect(try await shelf.answer("/files/broken.pdf").status == 200)
    }
  }

  /// Opening any of the others blocks.
  @Test func aShelfOfSlowSourcesIsLookedThroughByAFewAtATime() async throws {
    let folder = try temporaryFolder()
    for number in 0..<6 { try folder.write("held when open".utf8, to: "slow-\(number).held") }
    try folder.write(story("Sound"), to: "sound.md")
    let backend = HeldBackend()
    let clock = ManualClock()
    try await withServer(
      folder.path, backends: [backend] + builtInBackends(), clock: clock
    ) { shelf in
      defer { backend.gate.open() }
      let scheduler = shelf.context.shelf.records.recordScheduler
      async let list = shelf.publications()
      try await backend.held.wait("the first looks", count: 2)
      try await until("the others wait") { scheduler.counts.waiting >= 4 }
      clock.advance(by: WorkScheduler.slowAfter(.page))
      scheduler.giveSlowTurnsAway()
      #expect(scheduler.counts.working == 2)
      // A request for one does not wait for the scan of the others.
      #expect(try await shelf.answer("/api/1/publications/sound.md").status == 200)
      #expect(backend.held.entries.count == 2)
      backend.gate.open()
      #expect(try await list.count == 7)
    }
  }

  /// Loading libvips takes a worker as long as drawing some pages.
  @Test(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
  func aServersWorkersAreForkedFromWhatHasTheirLibraries() async throws {
    let shelf = try await ServedShelf(samples + "/quay-pictures")
    let page = "/api/1/publications/quay-pictures/pages/0/image.png?width=60"
    #expect(try await shelf.answer(page).status == 200)
    let zygotes = children(of: shelf.recto.processID)
    #expect(zygotes.count == 1)
    for zygote in zygotes {
      let maps = try #require(FileHandle(forReadingAtPath: "/proc/\(zygote)/maps"))
      let isLoaded = String(decoding: maps.readDataToEndOfFile(), as: UTF8.self)
        .contains("/libvips.so")
      #expect(isLoaded)
    }
  }

  @Test(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
  func aFolderThatIsOnePublicationIsOneItem() async throws {
    let shelf = try await ServedShelf(samples)
    let found = try await ids(shelf)
    let books = hasBooks ? ["quay.epub"] : []
    for name in ["quay-html", "quay-layout", "quay-package", "quay-pages", "quay.pdf"] + books {
      #expect(found.contains(name), "\(found)")
    }
    #expect(!found.contains { $0.hasPrefix("quay-package-") })
    #expect(try await shelf.answer("/files/quay-layout").status == 404)
  }
}
