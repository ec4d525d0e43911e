import TestSupport
import Testing

import struct RectoNewsstand.Issue

@testable import RectoNewsstand

/// Two stores, three publications, and the same numbers everywhere.
struct IssueNamesTests {
  private let test: TestNewsstand
  private let stores: [String: ListedIssues]

  private static let harbor = "https://harbor.example/info.xml"
  private static let sails = "https://sails.example/info.xml"

  init() throws {
    test = try TestNewsstand()
    stores = [
      Self.harbor: ListedIssues(), Self.sails: ListedIssues(), TestNewsstand.url: test.store,
    ]
  }

  private func open() async throws -> Newsstand {
    let stores = stores
    return try await test.open {
      $0.makeStore = { url, _, _ throws(NewsstandError) in
        guard let store = stores[url] else { throw NewsstandError(.notFound, "no \(url)") }
        return store
      }
    }
  }

  private func offer(_ number: String, _ publication: String?, in store: String) throws {
    try test.source.write(
      Array("# \(publication ?? "") \(number)\n\nA page.\n".utf8),
      to: "\(publication ?? "none")-\(number).md")
    // As a catalog of several publications gives it.
    let known = stores[store]?.issues() ?? []
    let isTaken = known.contains { $0.id.text == number }
    var issue = Issue(
      id: try IssueID(isTaken ? "\(number)@\(publication ?? "")" : number),
      title: "\(publication ?? "") \(number)")
    issue.catalogID = number
    issue.publication = publication
    issue.date = IssueDate(text: "2023-11-13", seconds: 1_699_833_600)
    issue.content = [
      IssueAsset(url: "https://example.org/\(publication ?? "none")-\(number).md")
    ]
    stores[store]?.add(issue)
  }

  private func ids(_ newsstand: Newsstand) async throws -> [String: String] {
    Dictionary(
      try await newsstand.issues().map { ($0.issue.title, $0.id.text) },
      uniquingKeysWith: { one, _ in one })
  }

  @Test func equalNumbersAreIssuesOfTheirOwnForLife() async throws {
    for number in ["1", "2"] {
      try offer(number, "Harbor", in: Self.harbor)
      try offer(number, "Nets", in: Self.harbor)
      try offer(number, "Sails", in: Self.sails)
    }
    let first: [String: String]
    do {
      let newsstand = try await open()
      try await newsstand.addStore(Self.harbor)
      try await newsstand.addStore(Self.sails)
      first = try await ids(newsstand)
      #expect(Set(first.values).count == 6 && first.count == 6)
      #expect(first["Sails 1"] == "1@sails")
      for id in first.values { try await newsstand.download(try IssueID(id)) }
      let installed = try await newsstand.issues()
      #expect(installed.allSatisfy { $0.state == .installed })
      for issue in installed {
        let open = try await newsstand.open(issue.id)
        #expect(try await open.info.metadata.title ?? issue.issue.title == issue.issue.title)
      }
      await newsstand.close()
    }
    // Another order, other numbers first, and one store gone: the names stay.
    for store in stores.values { store.clear() }
    try offer("2", "Nets", in: Self.harbor)
    try offer("1", "Nets", in: Self.harbor)
    try offer("1", "Harbor", in: Self.harbor)
    try offer("2", "Harbor", in: Self.harbor)
    let newsstand = try await open()
    try await newsstand.removeStore(Self.sails)
    #expect(try await ids(newsstand) == first)
  }

  @Test func aPublicationOrAStoreWithAnotherNameKeepsItsIssues() async throws {
    try offer("1", nil, in: Self.harbor)
    let newsstand = try await open()
    try await newsstand.addStore(Self.harbor)
    try await newsstand.download(try IssueID("1"))
    stores[Self.harbor]?.clear()
    try offer("1", "Harbor", in: Self.harbor)
    #expect(try await newsstand.issues().map(\.id.text) == ["1"])
    // The same magazine at another address.
    try await newsstand.removeStore(Self.harbor)
    try offer("1", "Harbor", in: Self.sails)
    try await newsstand.addStore(Self.sails)
    #expect(try await newsstand.issues().map(\.id.text) == ["1"])
    #expect(try await newsstand.issues().map(\.state.kind) == [.installed])
  }

  /// The tables of a library before ids were unique within a store, with two stores that both have
  /// an issue 1: the first has it installed, and the second was never shown.
  @Test func anOldLibraryWithEqualNumbersLosesNothing() async throws {
    try offer("1", "Harbor", in: Self.harbor)
    do {
      let newsstand = try await open()
      try await newsstand.addStore(Self.harbor)
      try await newsstand.download(try IssueID("1"))
      try await newsstand.subscribe(to: Self.harbor)
      await newsstand.close()
    }
    let path = test.folder.path("library/library.sqlite")
    do {
      let database = try Database(path, .writing)
      try database.execute(
        """
        DROP TABLE names; DROP TABLE purchases; DROP TABLE shops; DROP TABLE prices;
        DROP TABLE settings; DROP TABLE updates; DROP TABLE pushReaders; DROP TABLE pushKeys;
        ALTER TABLE stores DROP COLUMN name; ALTER TABLE stores DROP COLUMN key;
        ALTER TABLE subscriptions DROP COLUMN unread;
        CREATE TABLE receipts (product TEXT PRIMARY KEY, receipt TEXT NOT NULL) STRICT;
        INSERT INTO receipts VALUES ('harbor.2', 'file');
        INSERT INTO stores VALUES ('\(Self.sails)', 9999999999);
        INSERT INTO subscriptions VALUES ('\(Self.sails)', 5, 0, NULL, 1);
        INSERT INTO offered VALUES ('\(Self.sails)', '1');
        UPDATE subscriptions SET since = 5;
        PRAGMA user_version = 1;
        """)
    }
    try offer("1", "Sails", in: Self.sails)
    try offer("2", "Harbor", in: Self.harbor)
    let newsstand = try await open()
    let shown = try await ids(newsstand)
    #expect(shown == ["Harbor 1": "1", "Harbor 2": "2", "Sails 1": "1@sails"])
    #expect(try await newsstand.issue(try IssueID("1")).state == .installed)
    #expect(try await newsstand.open(try IssueID("1")).pageCount == 1)
    // An issue offered before it had a name of its own is not new.
    let begun = try await newsstand.checkSubscriptions(isForced: true).map(\.text)
    #expect(begun == ["2"])
    try await newsstand.finish(try IssueID("2"))
    #expect(await newsstand.entitlements.receipts.map(\.productID) == ["harbor.2"])
    #expect(try await newsstand.verify(isRepairing: false).isEmpty)
  }

  @Test func aURIIsTheSameIssueInAllStores() async throws {
    for store in [Self.harbor, Self.sails] {
      var issue = Issue(id: try IssueID("urn:uuid:1"), title: "One")
      issue.content = [IssueAsset(url: "https://example.org/none.md")]
      stores[store]?.add(issue)
    }
    let newsstand = try await open()
    try await newsstand.addStore(Self.harbor)
    try await newsstand.addStore(Self.sails)
    #expect(try await newsstand.issues().map(\.id.text) == ["urn:uuid:1"])
  }
}
