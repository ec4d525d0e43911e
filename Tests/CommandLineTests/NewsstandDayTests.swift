import Foundation
import TestSupport
import Testing

/// A day of a publisher and a reader, by commands alone, with a web server between them.
@Suite(.enabled(if: program("python3") != nil, "python3 serves the catalog"))
struct NewsstandDayTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try temporaryFolder()
    environment = [
      "RECTO_LIBRARY": folder.path("library"), "RECTO_CACHE_DIR": folder.path("cache"),
    ]
  }

  private func recto(_ arguments: String..., status: Int32 = 0) async throws -> CommandResult {
    let result = try await runRecto(arguments, environment: environment)
    #expect(result.status == status, "\(arguments): \(result.errors)")
    return result
  }

  /// The id and what a person can do, of each issue that the library or a store knows.
  private func issues(_ command: String...) async throws -> [(
    id: String, state: String, isNew: Bool
  )] {
    let json = try parse(try await runRecto(command + ["--json"], environment: environment).output)
    return try #require(json["issues"] as? [JSON]).map {
      ($0["id"] as? String ?? "", $0["state"] as? String ?? "", $0["new"] as? Bool ?? false)
    }
  }

  private func write(issue number: Int, day: String) throws {
    let text = """
      ---
      title: Tide \(number)
      ---

      # The harbor in week \(number)

      Boats came in on \(day); the keeper wrote marker\(number) into the log.
      """
    try folder.write(Array(text.utf8), to: "issues/tide-\(number).md")
    let facts = "{\"id\": \"tide-\(number)\", \"date\": \"\(day)\", \"publication\": \"Tide\"}"
    try folder.write(Array(facts.utf8), to: "issues/tide-\(number).issue.json")
  }

  private func publish() async throws {
    _ = try await recto("publish", folder.path("issues"), "--catalog", folder.path("site"))
  }

  /// Runs a statement on the library's records.
  private func change(_ statement: String) async throws {
    let script = """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as records:
        records.execute(sys.argv[2])
      """
    let python = try #require(program("python3"))
    let result = try await run(
      python, ["-c", script, folder.path("library/library.sqlite"), statement])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Puts the records to what they are where a program was killed while it installed.
  private func interruptInstallation() async throws {
    try await change("UPDATE issues SET state = 'installing'")
  }

  @Test(arguments: [["download", "--all"], ["check"], ["verify", "--repair"]])
  func whatWasKilledWhileItInstalledIsInstalledByTheNext(command: [String]) async throws {
    try write(issue: 1, day: "2020-01-06")
    try await publish()
    let server = try await StaticServer(folder.path("site"))
    _ = try await recto("store", "add", server.url + "catalog.json")
    _ = try await recto("library", "download", "latest")
    try await interruptInstallation()
    let result = try await runRecto(["library"] + command, environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await issues("library", "list").map(\.state) == ["installed"])
    _ = try await recto("library", "verify")
  }

  @Test func aLibraryThatCanOnlyBeReadIsRead() async throws {
    try write(issue: 1, day: "2020-01-06")
    try await publish()
    do {
      let server = try await StaticServer(folder.path("site"))
      _ = try await recto("store", "add", server.url + "catalog.json")
      _ = try await recto("library", "download", "latest")
    }
    let library = folder.path("library")
    // In a name space of its own, where the folder is mounted to be read.
    let mount = "mount --bind $0 $0 && mount -o remount,ro,bind $0 $0 && exec \"$@\""
    func reading(_ arguments: String...) async throws -> CommandResult {
      try await run(
        "/usr/bin/unshare", ["-rm", "sh", "-c", mount, library] + arguments,
        environment: environment)
    }
    guard try await reading("true").status == 0 else {
      try Test.cancel("this machine allows no user name spaces")
    }
    let list = try await reading(try rectoExecutable(), "library", "list")
    #expect(list.status == 0, "\(list.errors)")
    #expect(list.text.contains("Tide 1"))
    let search = try await reading(try rectoExecutable(), "library", "search", "marker1")
    #expect(search.status == 0, "\(search.errors)")
    #expect(search.text.contains("page 1"))
    let whole = try await reading(try rectoExecutable(), "library", "verify")
    #expect(whole.status == 0, "\(whole.errors)")
    let issues = folder.path("library/issues")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: issues).first)
    try FileManager.default.removeItem(atPath: "\(issues)/\(name)/cover.jpg")
    let torn = try await reading(try rectoExecutable(), "library", "verify")
    #expect(torn.status == 1 && torn.text.contains("pictures"), "\(torn.text) \(torn.errors)")
    let repaired = try await reading(try rectoExecutable(), "library", "verify", "--repair")
    #expect(repaired.status == 73, "\(repaired.errors)")
    let change = try await reading(try rectoExecutable(), "library", "archive", "tide-1")
    #expect(change.status == 73, "\(change.errors)")
  }

  @Test(arguments: ["catalog.json", "opds2.json", "opds.xml"])
  func fromThePublisherToTheReaderAndBack(catalog: String) async throws {
    for (number, day) in [(1, "2020-01-06"), (2, "2020-01-13"), (3, "2020-01-20")] {
      try write(issue: number, day: day)
    }
    try await publish()
    let server = try await StaticServer(folder.path("site"))
    let store = server.url + catalog

    // The list, the newest first; nothing is here yet.
    _ = try await recto("store", "add", store)
    #expect(try await issues("store", "show").map(\.id) == ["tide-3", "tide-2", "tide-1"])
    #expect(try await issues("library", "list").isEmpty)
    let emptyIcon = try await recto("library", "icon", "-o", "-").output

    // One is fetched; it is new, and the icon says so.
    _ = try await recto("library", "download", "latest")
    #expect(try await issues("library", "list").map(\.state) == ["installed"])
    #expect(try await issues("library", "list").map(\.isNew) == [true])
    let newIcon = try await recto("library", "icon", "-o", "-").output
    #expect(newIcon != emptyIcon)

    // A subscriber gets the fourth issue, but no older one.
    _ = try await recto("library", "subscribe", store)
    _ = try await recto("library", "check", "--force")
    #expect(try await issues("library", "list").count == 1)
    try write(issue: 4, day: "2099-01-27")
    try await publish()
    _ = try await recto("library", "check")
    #expect(try await issues("library", "list").count == 1, "a day has not passed")
    _ = try await recto("library", "check", "--force")
    #expect(try await issues("library", "list").map(\.id) == ["tide-4", "tide-3"])
    let fourthIcon = try await recto("library", "icon", "-o", "-").output
    #expect(fourthIcon != newIcon)

    // It is read, archived and fetched again.
    let path = String(try await recto("library", "read", "tide-4").text.dropLast())
    #expect(try await recto("text", path).text.contains("marker4"))
    #expect(try await issues("library", "list").first?.isNew == false)
    #expect(try await recto("library", "icon", "-o", "-").output != fourthIcon)
    _ = try await recto("library", "archive", "tide-4")
    #expect(try await issues("library", "list").first?.state == "archived")
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try await recto("library", "download", "tide-4")
    #expect(try await recto("text", path).text.contains("marker4"))

    // The network goes away, and the library still reads.
    try await server.stop()
    _ = try await recto("store", "refresh", status: 66)
    #expect(try await issues("store", "show").count == 4)
    #expect(try await recto("library", "search", "marker3").text.contains("Tide 3"))
    let third = String(try await recto("library", "read", "tide-3").text.dropLast())
    #expect(try await recto("text", third).text.contains("marker3"))
    #expect(try await recto("library", "verify").text == "no problems found\n")
    _ = try await recto("library", "download", "tide-1", status: 66)
  }

  @Test func checkTriesAgainWhatFailedAndEndsWithItsStatus() async throws {
    try write(issue: 1, day: "2020-01-06")
    try await publish()
    let server = try await StaticServer(folder.path("site"))
    _ = try await recto("library", "subscribe", server.url + "catalog.json")
    try write(issue: 2, day: "2099-01-13")
    try await publish()
    let (content, away) = (folder.path("site/content"), folder.path("away"))
    try FileManager.default.moveItem(atPath: content, toPath: away)
    _ = try await recto("library", "check", "--force", status: 66)
    let early = try await recto("library", "check", status: 66)
    #expect(early.errors.contains("tide-2"), "\(early.errors)")
    try FileManager.default.moveItem(atPath: away, toPath: content)
    _ = try await recto("library", "check", "--force")
    #expect(try await issues("library", "list").map(\.state) == ["installed"])
    _ = try await recto("library", "check")
  }

  @Test func severalStoresAreOneAnswer() async throws {
    try write(issue: 1, day: "2020-01-06")
    let sites = ["site", "other"]
    for site in sites {
      _ = try await recto("publish", folder.path("issues"), "--catalog", folder.path(site))
    }
    let urls = sites.map { "file://\(folder.path($0))/catalog.json" }
    let added = try await recto("store", "add", "--allow-files", "--json", urls[0], urls[1])
    let stores = try #require(try parse(added.output)["stores"] as? [JSON])
    #expect(stores.compactMap { $0["url"] as? String } == urls)

    _ = try await recto("store", "refresh", "--allow-files", "-o", folder.path("stores"))
    let lines = String(decoding: try bytes(ofFile: folder.path("stores")), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 2)
    for url in urls { #expect(lines.count { $0.hasPrefix(url) } == 1, "\(lines)") }

    // One that is not there does not hide the other.
    let none = "file://\(folder.path("none"))/catalog.json"
    let again = try await recto(
      "store", "add", "--allow-files", "--json", urls[1], none, status: 66)
    #expect((try parse(again.output)["stores"] as? [JSON])?.count == 1)
  }

  @Test func anErrorIsOneSentenceAndAStatus() async throws {
    for (arguments, status, part) in [
      (["library"], 64, "no action is given"), (["library", "sell"], 64, "sell"),
      (["library", "download"], 64, "no issue is given"),
      (["library", "download", "none"], 66, "none"),
      (["library", "archive", "none"], 66, "none"),
      (["library", "install", "none"], 66, "nor the library has"),
      (["library", "download", "../a"], 64, "../a"),
      (["store", "add"], 64, "no store is given"), (["store", "add", "gopher://a/"], 65, "gopher"),
      (["store", "add", "http://127.0.0.1:9/catalog.json"], 66, "it was not added"),
      (["store", "show", "http://127.0.0.1:9/catalog.json"], 66, "there is no store"),
      (["store", "add", "--keep", "http://127.0.0.1:9/catalog.json"], 66, "127.0.0.1:9"),
      (["store", "show", "http://a.example/"], 66, "a.example"),
      (["store", "refresh"], 66, "127.0.0.1"),
      (["publish", folder.path], 64, "--catalog"),
      (["publish", folder.path("none"), "--catalog", folder.path("site")], 66, "none"),
      (["library", "list", "--library", "/proc/none"], 73, "/proc"),
    ] as [([String], Int32, String)] {
      let result = try await runRecto(arguments, environment: environment)
      #expect(result.status == status, "\(arguments): \(result.status) \(result.errors)")
      #expect(result.errorLines.count >= 1 && result.errors.contains(part), "\(result.errors)")
    }
  }

  @Test func readersDoNotWaitForAWriterOfTheLibrary() async throws {
    try write(issue: 1, day: "2020-01-06")
    try await publish()
    let server = try await StaticServer(folder.path("site"))
    _ = try await recto("store", "add", server.url + "catalog.json")
    _ = try await recto("library", "download", "latest")
    // Held as by a program that changes the library.
    let lock = open(folder.path("library/lock"), O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    #expect(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
    #expect(try await recto("store", "list").text.contains("1 issue"))
    #expect(try await issues("store", "show").map(\.state) == ["installed"])
    #expect(try await issues("library", "list").map(\.isNew) == [true])
    #expect(try await recto("library", "search", "marker1").text.contains("Tide 1"))
    #expect(try await recto("library", "icon", "-o", "-").output.count > 100)
    let refused = try await recto("library", "archive", "tide-1", status: 75)
    #expect(refused.errors.contains("is being changed by another program"))
  }

  @Test func aDamagedRecordIsRepairedByTheCommandThatTheErrorNames() async throws {
    try write(issue: 1, day: "2020-01-06")
    try await publish()
    let server = try await StaticServer(folder.path("site"))
    _ = try await recto("store", "add", server.url + "catalog.json")
    _ = try await recto("library", "download", "latest")
    try await change("UPDATE issues SET metadata = '{'")
    let refused = try await recto("library", "list", status: 65)
    #expect(refused.errors.contains("recto library verify --repair"))
    _ = try await recto("library", "verify", "--repair")
    #expect(try await issues("library", "list").map(\.state) == ["installed"])
    #expect(try await recto("library", "search", "marker1").text.contains("Tide 1"))
  }

  @Test func aDamagedRecordIsAFindingAndTheOthersAreVerified() async throws {
    for (number, day) in [(1, "2020-01-06"), (2, "2020-01-13")] {
      try write(issue: number, day: day)
    }
    try await publish()
    let server = try await StaticServer(folder.path("site"))
    _ = try await recto("store", "add", server.url + "catalog.json")
    _ = try await recto("library", "download", "--all")
    let path = String(try await recto("library", "read", "tide-2").text.dropLast())
    try FileManager.default.removeItem(atPath: path)
    try await change("UPDATE issues SET metadata = '{' WHERE id = 'tide-1'")
    let result = try await recto("library", "verify", "--json", status: 1)
    let findings = try #require(try parse(result.output)["findings"] as? [JSON])
    #expect(
      findings.map { $0["kind"] as? String } == ["damagedRecords", "missingContent"],
      "\(result.text)")
    #expect(findings.map { $0["id"] as? String } == ["tide-1", "tide-2"])
    let message = try #require(findings.first?["message"] as? String)
    #expect(message.contains("recto library verify --repair"), "\(message)")
    _ = try await recto("library", "verify", "--repair")
    #expect(try await recto("library", "verify").text == "no problems found\n")
  }

  @Test func aDamagedLibraryIsReportedAndRepaired() async throws {
    try write(issue: 1, day: "2020-01-06")
    try await publish()
    let server = try await StaticServer(folder.path("site"))
    _ = try await recto("store", "add", server.url + "catalog.json")
    _ = try await recto("library", "download", "latest")
    let path = String(try await recto("library", "read", "tide-1").text.dropLast())
    try FileManager.default.removeItem(atPath: path)
    #expect(try await recto("library", "verify", status: 1).text.contains("Tide 1"))
    _ = try await recto("library", "verify", "--repair")
    #expect(try await recto("library", "verify").text == "no problems found\n")
    _ = try await recto("library", "download", "tide-1")
    #expect(try await recto("text", path).text.contains("marker1"))
  }
}
