import Foundation
import TestSupport
import Testing

@testable import RectoNewsstand

struct LibraryVerificationTests {
  private let test: TestNewsstand
  private let id: IssueID

  init() throws {
    test = try TestNewsstand()
    id = try test.offer("one")
  }

  private func installed() async throws -> Newsstand {
    let newsstand = try await test.open()
    try await newsstand.download(id)
    return newsstand
  }

  private func path(_ name: String) -> String {
    test.folder.path("library/issues/\(id.digest)/\(name)")
  }

  @Test func nothingIsFoundInALibraryThatIsWhole() async throws {
    let newsstand = try await installed()
    #expect(try await newsstand.verify(isRepairing: true) == [])
  }

  /// The present state of a file that was installed.
  enum Content: CaseIterable {
    case missing
    case shorter
    case asLong
    /// The same bytes, in a file elsewhere.
    case link

    var kind: LibraryFinding.Kind {
      switch self {
      case .missing, .link: .missingContent
      case .shorter, .asLong: .changedContent
      }
    }
  }

  @Test(arguments: Content.allCases)
  func contentThatIsNotWhatItWasIsFetchedAgain(content: Content) async throws {
    let newsstand = try await installed()
    let kind = content.kind
    let file = "library/issues/\(id.digest)/content.md"
    let original = try bytes(ofFile: path("content.md"))
    // Content may have another name as well, in a download's folder.
    try FileManager.default.removeItem(atPath: path("content.md"))
    switch content {
    case .missing: break
    case .shorter: try test.folder.write([65], to: file)
    case .asLong: try test.folder.write([UInt8](repeating: 65, count: original.count), to: file)
    case .link:
      try test.folder.write(original, to: "elsewhere.md")
      try FileManager.default.createSymbolicLink(
        atPath: path("content.md"), withDestinationPath: test.folder.path("elsewhere.md"))
    }
    var findings = try await newsstand.verify(isRepairing: false)
    #expect(findings.map(\.kind) == [kind] && findings.allSatisfy { !$0.isRepaired })
    #expect(try await newsstand.issue(id).state == .installed)
    findings = try await newsstand.verify(isRepairing: true)
    #expect(findings.map(\.kind) == [kind] && findings.allSatisfy(\.isRepaired))
    #expect(try await newsstand.issue(id).state == .archived)
    #expect(try await newsstand.verify(isRepairing: false) == [])
    try await newsstand.download(id)
    #expect(try await newsstand.verify(isRepairing: false) == [])
  }

  @Test func picturesAndTheIndexAreMadeAgain() async throws {
    let newsstand = try await installed()
    try FileManager.default.removeItem(atPath: path("cover.jpg"))
    try await newsstand.library.write { [id] database throws(NewsstandError) in
      try database.removeTexts(of: id)
    }
    #expect(try await newsstand.search("lighthouse").isEmpty)
    let found = try await newsstand.verify(isRepairing: true)
    #expect(found.map(\.kind) == [.missingPictures, .missingIndex])
    #expect(found.map(\.isRepaired) == [true, true])
    #expect(newsstand.reader.cover(of: id) != nil)
    #expect(try await newsstand.search("lighthouse").map(\.id) == [id])
    #expect(try await newsstand.verify(isRepairing: false) == [])
  }

  @Test func whatBelongsToNoIssueIsRemoved() async throws {
    let newsstand = try await installed()
    let other = try IssueID("other").digest
    try test.folder.write([1], to: "library/issues/\(other)/content.pdf")
    let found = try await newsstand.verify(isRepairing: true)
    #expect(found.map(\.kind) == [.orphan] && found.allSatisfy(\.isRepaired))
    #expect(!FileManager.default.fileExists(atPath: test.folder.path("library/issues/\(other)")))
    #expect(try await newsstand.issue(id).state == .installed)
  }

  @Test func damagedRecordsAreMadeAgainOfWhatIsInstalled() async throws {
    do {
      let newsstand = try await installed()
      await newsstand.close()
    }
    for name in ["library.sqlite-wal", "library.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: test.folder.path("library/\(name)"))
    }
    let noise = [UInt8](repeating: 0x5A, count: 9000)
    try test.folder.write(noise, to: "library/library.sqlite")
    let error = await #expect(throws: NewsstandError.self) { _ = try await test.open() }
    #expect(error?.code == .badLibrary)
    let newsstand = try await test.open(isRepairing: true)
    let shelved = try await newsstand.issue(id)
    #expect(shelved.state == .installed && shelved.record?.pageCount == 1)
    #expect(try await newsstand.open(id).pageCount == 1)
    #expect(try await newsstand.verify(isRepairing: true).map(\.kind) == [.missingIndex])
    #expect(try await newsstand.search("lighthouse").map(\.id) == [id])
    #expect(try test.folder.entries().contains { $0.contains("library.sqlite.damaged-") })
  }

  @Test func singleRecordsThatCannotBeReadAreMadeAgainOrPutAside() async throws {
    let (other, third) = (try test.offer("other"), try test.offer("third"))
    do {
      let newsstand = try await installed()
      for id in [other, third] { try await newsstand.download(id) }
      try await newsstand.archive(other)
      await newsstand.close()
      let database = try Database(test.folder.path("library/library.sqlite"), .writing)
      try database.execute("UPDATE issues SET metadata = '{' WHERE id = 'one'")
      try database.execute("UPDATE issues SET state = 'lost' WHERE id = 'other'")
      try database.execute("INSERT INTO updates VALUES ('third', '{}')")
    }
    let error = await #expect(throws: NewsstandError.self) { _ = try await test.open() }
    #expect(error?.code == .badLibrary)
    #expect(error?.message.contains("recto library verify --repair") == true)
    let newsstand = try await test.open(isRepairing: true)
    #expect(try await newsstand.reader.record(other) == nil)
    for id in [id, third] { #expect(try await newsstand.open(id).pageCount == 1) }
    #expect(try await newsstand.reader.updates().isEmpty)
    let found = try await newsstand.verify(isRepairing: true)
    #expect(
      found.map(\.kind) == [.damagedRecords, .damagedRecords, .damagedRecords, .missingIndex])
    #expect(found.compactMap(\.id) == [id, other, third, id] && found.allSatisfy(\.isRepaired))
    #expect(try await newsstand.verify(isRepairing: false) == [])
    let aside = try await newsstand.library.read { database throws(NewsstandError) in
      try database.rows("SELECT source, issue FROM damaged ORDER BY 1, 2") {
        "\($0.text(0)) \($0.text(1))"
      }
    }
    #expect(aside == ["issues one", "issues other", "updates third"])
  }

  @Test func recordsThatCannotBeReadAreFindingsAndTheOthersAreVerified() async throws {
    let (other, third) = (try test.offer("other"), try test.offer("third"))
    do {
      let newsstand = try await installed()
      for id in [other, third] { try await newsstand.download(id) }
      await newsstand.close()
      let database = try Database(test.folder.path("library/library.sqlite"), .writing)
      try database.execute("UPDATE issues SET metadata = '{' WHERE id = 'one'")
      try database.execute("INSERT INTO updates VALUES ('third', '{}')")
    }
    let content = "library/issues/\(other.digest)/content.md"
    try FileManager.default.removeItem(atPath: test.folder.path(content))
    // Files of an issue whose record cannot be read belong to it all the same.
    let left = ["library/downloads/\(id.digest)/part", "library/staging/\(id.digest)/part"]
    for name in left { try test.folder.write([1], to: name) }
    do {
      let newsstand = try await test.open { $0.acceptsDamage = true }
      let found = try await newsstand.verify(isRepairing: false)
      #expect(found.map(\.kind) == [.damagedRecords, .damagedRecords, .missingContent])
      #expect(found.compactMap(\.id) == [id, third, other])
      #expect(found.allSatisfy { !$0.isRepaired })
      for finding in found.prefix(2) {
        #expect(finding.message.contains("library.sqlite"), "\(finding)")
        #expect(finding.message.contains("recto library verify --repair"), "\(finding)")
      }
      let files = [path("content.md")] + left.map { test.folder.path($0) }
      for file in files { #expect(FileManager.default.fileExists(atPath: file), "\(file)") }
      await newsstand.close()
    }
    let newsstand = try await test.open(isRepairing: true)
    let found = try await newsstand.verify(isRepairing: true)
    #expect(
      found.map(\.kind)
        == [.damagedRecords, .damagedRecords, .missingIndex, .missingContent])
    #expect(found.allSatisfy { $0.isRepaired })
    #expect(try await newsstand.verify(isRepairing: false) == [])
  }

  @Test func nothingIsRepairedWhileSomethingIsOnItsWay() async throws {
    let newsstand = try await installed()
    let other = try test.offer("other")
    test.downloads.hold(true)
    try await newsstand.begin(other)
    let error = await failure { () async throws(NewsstandError) in
      _ = try await newsstand.verify(isRepairing: true)
    }
    #expect(error?.code == .notNow)
    try await newsstand.cancel(other)
  }
}
