import Foundation
import RectoPageModel
import TestSupport
import Testing

@testable import RectoNewsstand

struct InstallTests {
  private let test: TestNewsstand

  init() throws { test = try TestNewsstand() }

  @Test func anIssueIsDownloadedInstalledAndReadable() async throws {
    let id = try test.offer("one", text: "# Tide\n\nThe lighthouse at Höfn.\n")
    let newsstand = try await test.open()
    #expect(try await newsstand.issue(id).actions == [.download])
    try await newsstand.download(id)
    let shelved = try await newsstand.issue(id)
    #expect(shelved.state == .installed && shelved.isNew && shelved.actions == [.read, .archive])
    let path = try await newsstand.reader.content(of: id)
    #expect(path.hasSuffix("/issues/\(id.digest)/content.md"))
    let cover = try bytes(ofFile: try #require(newsstand.reader.cover(of: id)))
    #expect(cover.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(newsstand.reader.thumbnail(ofPage: 0, of: id) != nil)
    #expect(newsstand.reader.thumbnail(ofPage: 1, of: id) == nil)
    #expect(try await newsstand.search("hofn").map(\.id) == [id])
    #expect(try await newsstand.open(id).pageCount == 1)
    #expect(try await newsstand.issue(id).isNew == false)
    #expect(try test.entries("staging") == [])
    #expect(test.downloads.discarded == [id])
  }

  @Test func moreTextThanAnyIssueHasIsNotIndexed() async throws {
    let id = try test.offer("one", text: "# Tide\n\nThe lighthouse at Höfn.\n")
    let newsstand = try await test.open { $0.install.allTextBytes = 10 }
    try await newsstand.download(id)
    #expect(try await newsstand.issue(id).state == .installed)
    #expect(try await newsstand.search("hofn").isEmpty)
  }

  @Test func contentIsNamedByWhatItIsAndNotByItsURL() async throws {
    try test.source.write(try picture(.black), to: "issue.pdf")
    let id = try test.offer("one", file: "issue.pdf")
    let newsstand = try await test.open()
    try await newsstand.download(id)
    #expect(try await newsstand.reader.content(of: id).hasSuffix("/content.png"))
  }

  @Test func theCatalogsCoverIsTakenWhereItIsAPicture() async throws {
    for (cover, isRed) in [
      (try picture(Color(red: 250, green: 0, blue: 0)), true), (Array("<html>".utf8), false),
    ] {
      let test = try TestNewsstand()
      let id = try test.offer("one") { $0.cover = IssueAsset(url: "https://example.org/c") }
      test.store.setCover(cover)
      let newsstand = try await test.open()
      try await newsstand.download(id)
      let path = try #require(newsstand.reader.cover(of: id))
      let shown = try await TestNewsstand.recto().open(path).render(page: 0, RenderRequest())
      let pixel = shown.withPixels { Array($0.prefix(3)) }
      #expect((pixel[2] > 200 && pixel[0] < 60) == isRed)
      #expect(try test.entries("issues/\(id.digest)").contains("offered-cover") == false)
    }
  }

  @Test func whatIsNoPublicationIsNeverInstalled() async throws {
    try test.source.write(Array("%PDF-1.7 and no more".utf8), to: "issue.pdf")
    let id = try test.offer("one", file: "issue.pdf")
    let newsstand = try await test.open()
    let error = await #expect(throws: NewsstandError.self) { try await newsstand.download(id) }
    #expect(error?.code == .badContent)
    let shelved = try await newsstand.issue(id)
    #expect(shelved.state == error.map { .failed($0) } && shelved.actions == [.download])
    #expect(try test.entries("issues") == [] && test.entries("staging") == [])
    // Other bytes may be better.
    #expect(test.downloads.discarded == [id])
    try test.source.write(try picture(.black), to: "issue.pdf")
    try await newsstand.download(id)
    #expect(try await newsstand.issue(id).state == .installed)
  }

  @Test func roomIsLookedForBeforeAnythingIsWritten() async throws {
    let id = try test.offer("one")
    let newsstand = try await test.open { $0.install.leastRoom = Int.max / 2 }
    let error = await #expect(throws: NewsstandError.self) { try await newsstand.download(id) }
    #expect(error?.code == .noSpace)
    #expect(try test.entries("staging") == [])
    // The downloaded file is still there.
    #expect(test.downloads.discarded == [])
  }

  @Test func severalFilesOfAnIssueLieSideBySide() async throws {
    try test.source.write(Array("ID3 sound".utf8), to: "sound.mp3")
    let id = try test.offer("one") {
      $0.content.append(IssueAsset(url: "https://example.org/sound.mp3"))
    }
    let newsstand = try await test.open()
    try await newsstand.download(id)
    let files = try await newsstand.issue(id).record?.files.map(\.name)
    #expect(files == ["content.md", "part-2.mp3"])
  }
}

/// The archives of `$RECTO_CORPORA/hostile/zip`, each as its manifest says.
@Suite(.enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)))
struct HostileArchiveTests {
  private struct Row: Decodable {
    let file: String
    let expect: String?
  }

  private struct Manifest: Decodable {
    let rows: [Row]
  }

  @Test func eachIsInstalledWholeOrIsOneClearError() async throws {
    let folder = try #require(corporaFolder()) + "/hostile"
    let manifest = try JSONDecoder().decode(
      Manifest.self, from: Data(try bytes(ofFile: "\(folder)/manifest.json")))
    let rows = manifest.rows.filter { $0.file.hasPrefix("zip/") }
    try #require(!rows.isEmpty)
    let test = try TestNewsstand()
    for row in rows {
      let name = String(row.file.dropFirst(4))
      try test.source.write(try bytes(ofFile: "\(folder)/\(row.file)"), to: name)
      try test.offer(name, file: name)
    }
    let newsstand = try await test.open()
    var installed = 0
    for row in rows {
      let id = try IssueID(String(row.file.dropFirst(4)))
      let error = await failure { () async throws(NewsstandError) in
        try await newsstand.download(id)
      }
      if row.expect == "renders" { #expect(error == nil, "\(row.file): \(error?.message ?? "")") }
      if row.expect == "clear error" { #expect(error?.code == .badContent, "\(row.file)") }
      if error == nil { installed += 1 }
      #expect(error.map { !$0.message.contains("\n") } ?? true)
    }
    #expect(try test.entries("staging") == [])
    #expect(FileManager.default.fileExists(atPath: "/tmp/h_rel_slip_canary.txt") == false)
    // One folder an issue, and nothing beside them.
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: test.folder.path("library/issues"))
    #expect(folders.count == installed)
    let top = try FileManager.default.contentsOfDirectory(atPath: test.folder.path)
    #expect(top == ["library"])
  }
}

/// The error that `body` throws; nil if it succeeds.
func failure(_ body: () async throws(NewsstandError) -> Void) async -> NewsstandError? {
  do throws(NewsstandError) {
    try await body()
    return nil
  } catch {
    return error
  }
}
