import Foundation
import RectoNewsstand
import RectoPageModel
import TestSupport
import Testing

struct PublisherTests {
  private let shelf: PublishingFixture

  init() throws {
    shelf = try PublishingFixture()
  }

  private let described = """
    {"id": "harbor 12", "title": "Tides & \\"boats\\"", "publication": "Harbor", "number": "12/26",
     "date": "2026-11-22", "summary": "The sea.", "authors": ["A", "B"], "language": "en",
     "subjects": ["boats"], "contents": ["One", "Two"], "price": "2.90 EUR",
     "productID": "org.example.12"}
    """

  @Test func allFeedsSayTheSame() async throws {
    try shelf.story("Ropes", "11.md", date: "2026-10")
    try shelf.story("Tides", "12.md")
    try shelf.sources.write(Array(described.utf8), to: "12.issue.json")
    try shelf.story("Undated", "zz.md")
    try shelf.sources.write(Array("notes".utf8), to: "notes.txt")
    try shelf.sources.write(Array("<p>".utf8), to: "page.html")
    var options = PublishOptions()
    options.paidContent = .open
    options.title = "Harbor"
    options.summary = "Of boats"
    options.subscriptionProductID = "org.example.year"
    let report = try await shelf.publish(options)
    #expect(report.problems.isEmpty && report.added.count == 3, "\(report.problems)")
    #expect(report.writtenFeeds.sorted() == PublishingFixture.feeds.sorted())
    let own = try shelf.read("catalog.json")
    #expect(own.issues.map(\.id.text) == ["harbor 12", "11", "zz"])
    #expect(own.subscriptionProductID == "org.example.year")
    let first = own.issues[0]
    #expect(first.title == "Tides & \"boats\"" && first.number == "12/26")
    #expect(first.price == "2.90 EUR" && !first.isFree && own.issues[1].isFree)
    #expect(own.issues[1].authors == ["A", "B"] && own.issues[1].contents == ["One", "Two"])
    #expect(own.issues[2].title == "Undated" && own.issues[2].publication == "Harbor")
    for name in PublishingFixture.feeds {
      let catalog = try shelf.read(name)
      #expect(catalog.problems.isEmpty, "\(name): \(catalog.problems)")
      #expect(catalog.title == (name == "issues.plist" ? nil : "Harbor"), "\(name)")
      #expect(
        withoutPictureFacts(catalog).issues == withoutPictureFacts(own).issues, "\(name)")
      guard !["issues.plist", "info.xml"].contains(name) else { continue }
      let digests = catalog.issues.map { [$0.cover?.sha256, $0.thumbnail?.sha256] }
      #expect(digests == own.issues.map { [$0.cover?.sha256, $0.thumbnail?.sha256] }, "\(name)")
    }
  }

  /// Not all formats have room for the type and the digest of a picture.
  private func withoutPictureFacts(_ catalog: Catalog) -> Catalog {
    var catalog = catalog
    for index in catalog.issues.indices {
      catalog.issues[index].cover?.mediaType = nil
      catalog.issues[index].cover?.sha256 = nil
      catalog.issues[index].thumbnail?.mediaType = nil
      catalog.issues[index].thumbnail?.sha256 = nil
    }
    return catalog
  }

  @Test(arguments: ["12.md.part", "12.md~", "12.tmp", "12.MD.CRDOWNLOAD", "12.md.partial"])
  func anUnfinishedFileIsNotPublished(name: String) async throws {
    try shelf.story("Ropes", "11.md")
    try shelf.story("Tides", name)
    let report = try await shelf.publish()
    #expect(report.issues.map(\.title) == ["Ropes"] && report.problems.isEmpty)
  }

  @Test func runsToOneOutputTakeTurns() async throws {
    for number in 1...4 { try shelf.story("Tide \(number)", "\(number).md") }
    try await withThrowingTaskGroup(of: PublishReport.self) { group in
      for _ in 0..<3 { group.addTask { try await shelf.publish() } }
      for try await report in group { #expect(report.issues.count == 4 && report.problems.isEmpty) }
    }
    #expect(try shelf.read("catalog.json").issues.count == 4)
    #expect(try !shelf.output.entries().contains { $0.contains(".packing") })
  }

  @Test func aRunThatGoesOnKeepsOthersFromWriting() async throws {
    try shelf.story("Tides", "12.md")
    let other = open(shelf.output.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(other) }
    #expect(other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0)
    var options = PublishOptions()
    options.lockTimeout = .zero
    let error = await failure { [options] () async throws(NewsstandError) in
      _ = try await shelf.publish(options)
    }
    #expect(error?.code == .notNow && error?.message.contains("publishing to") == true)
    #expect(try !shelf.output.entries().contains("catalog.json"))
    #expect(flock(other, LOCK_UN) == 0)
    #expect(try await shelf.publish(options).issues.count == 1)
  }

  @Test func whatIsPromisedLiesThere() async throws {
    try shelf.story("Tides", "12.md")
    _ = try await shelf.publish()
    let issue = try #require(try shelf.read("catalog.json", base: "https://h/").issues.first)
    func file(_ asset: IssueAsset?) throws -> [UInt8] {
      try bytes(
        ofFile: shelf.output.path(String(try #require(asset).url.dropFirst("https://h/".count))))
    }
    let content = try #require(issue.content.first)
    #expect(try file(content) == bytes(ofFile: shelf.sources.path("12.md")))
    #expect(content.size == (try file(content)).count && content.mediaType == "text/markdown")
    let sum = try await run("/usr/bin/sha256sum", [], input: try file(content)).text
    #expect(content.sha256.map { sum.hasPrefix($0) } == true)
    for (picture, height) in [(issue.cover, 800), (issue.thumbnail, 200)] {
      let sum = try await run("/usr/bin/sha256sum", [], input: try file(picture)).text
      #expect(picture?.sha256.map { sum.hasPrefix($0) } == true)
      let image = try decodeJPEG(try file(picture))
      #expect(image.height == height && image.width < height)
      #expect(picture?.url.hasSuffix("-\(image.width)x\(height).jpg") == true)
    }
    #expect(try !shelf.output.entries().contains { $0.contains(".packing") })
  }

  @Test(
    .needsBooks, .usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
  func aBookHasTheCoverOfItsPackage() async throws {
    try shelf.sources.writeCoveredBook("book")
    _ = try await shelf.publish()
    let issue = try #require(try shelf.read("catalog.json", base: "https://h/").issues.first)
    for asset in [issue.cover, issue.thumbnail] {
      let path = String(try #require(asset).url.dropFirst("https://h/".count))
      let image = try decodeJPEG(try bytes(ofFile: shelf.output.path(path)))
      let aspect = Double(image.width) / Double(image.height)
      #expect((0.65...0.68).contains(aspect))
      let color = image.rgb[image.width / 2, image.height / 2]
      #expect(color[0] > 180 && color[1] < 40)
    }
  }

  @Test func publishingTwiceChangesNothingAndAChangeIsDatedAlone() async throws {
    try shelf.story("Ropes", "11.md", date: "2026-10")
    try shelf.story("Tides", "12.md", date: "2026-11")
    _ = try await shelf.publish(at: 1_795_305_600)
    let before = try shelf.files()
    var report = try await shelf.publish(at: 1_795_400_000)
    #expect(report.writtenFeeds.isEmpty && report.added.isEmpty && report.changed.isEmpty)
    #expect(try shelf.files() == before)

    try shelf.story("Tides again", "12.md", date: "2026-11")
    report = try await shelf.publish(at: 1_795_500_000)
    #expect(report.changed.map(\.text) == ["12"] && report.writtenFeeds.count == 5)
    let text = String(decoding: try bytes(ofFile: shelf.output.path("opds.xml")), as: UTF8.self)
    #expect(text.components(separatedBy: "2026-11-24T06:00:00Z").count == 3)
    #expect(text.components(separatedBy: "2026-11-22T00:00:00Z").count == 2)
    // A client with the old feed still gets the files that it names.
    for name in before.keys where name.hasPrefix("content/") {
      #expect(try shelf.files()[name] == before[name])
    }
    var options = PublishOptions()
    options.removesOldContent = true
    report = try await shelf.publish(options)
    #expect(report.removedContent.filter { $0.hasPrefix("content/12-") }.count == 1)
    #expect(try shelf.files().keys.filter { $0.hasPrefix("content/") }.count == 2)
  }

  @Test func anIssueKeepsItsIDWhenItsFileIsRenamedOrChanged() async throws {
    try shelf.story("Tides", "12.md")
    _ = try await shelf.publish()
    try FileManager.default.moveItem(
      atPath: shelf.sources.path("12.md"), toPath: shelf.sources.path("tides.md"))
    var report = try await shelf.publish()
    #expect(report.issues.map(\.id.text) == ["12"] && report.removed.isEmpty)
    try shelf.story("Tides, mended", "tides.md")
    report = try await shelf.publish()
    #expect(report.issues.map(\.id.text) == ["12"])
    #expect(report.issues.map(\.title) == ["Tides, mended"])
  }

  @Test func whatCannotBePublishedIsToldAndWhatWasStays() async throws {
    try shelf.story("Ropes", "11.md")
    try shelf.story("Tides", "12.md")
    try shelf.sources.write(Array("%PDF-1.7\nnothing".utf8), to: "broken.pdf")
    try shelf.story("Bad price", "price.md")
    try shelf.sources.write(Array(#"{"price":"much"}"#.utf8), to: "price.md.issue.json")
    try shelf.story("Same", "same.md")
    try shelf.sources.write(Array(#"{"id":"11"}"#.utf8), to: "same.issue.json")
    try shelf.story("Typo", "typo.md")
    try shelf.sources.write(Array(#"{"titel":"x"}"#.utf8), to: "typo.issue.json")
    var report = try await shelf.publish()
    #expect(report.issues.map(\.id.text) == ["11", "12"])
    try #require(report.problems.count == 4)
    for (problem, words) in zip(
      report.problems, [["broken.pdf"], ["price", "2.99 EUR"], ["same.md", "11.md"], ["titel"]])
    {
      #expect(words.allSatisfy { problem.contains($0) }, "\(problem)")
    }

    // Rejected today, still there for those who want what was published yesterday.
    let refuse: PublishCheck = { _, path in path.hasSuffix("12.md") ? ["page 1 is empty"] : [] }
    report = try await shelf.publish(check: refuse)
    #expect(report.issues.map(\.id.text) == ["11", "12"] && report.writtenFeeds.isEmpty)
    #expect(report.problems.contains("12.md: page 1 is empty"))
    try FileManager.default.removeItem(atPath: shelf.sources.path("12.md"))
    report = try await shelf.publish()
    #expect(report.removed.map(\.text) == ["12"] && report.issues.map(\.id.text) == ["11"])
  }

  @Test func aFolderIsPackedTheSameEachTime() async throws {
    try shelf.sources.write(
      Array(#"{"parts":["a.md","b/b.md"],"metadata":{"title":"Parts"}}"#.utf8), to: "13/recto.json")
    try shelf.sources.write(Array("# A\n".utf8), to: "13/a.md")
    try shelf.sources.write(Array("# B\n".utf8), to: "13/b/b.md")
    try shelf.sources.write(Array(#"{"number":13}"#.utf8), to: "13/issue.json")
    let report = try await shelf.publish()
    #expect(report.problems.isEmpty, "\(report.problems)")
    let issue = try #require(report.issues.first)
    #expect(issue.title == "Parts" && issue.number == "13")
    let path = shelf.output.path(try #require(issue.content.first).url)
    let packed = try bytes(ofFile: path)
    let listed = try await run("/usr/bin/python3", ["-m", "zipfile", "-l", path]).text
    #expect(listed.contains("1980-01-01") && !listed.contains("issue.json"))
    // Other times of the files, another time of packing.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
      ofItemAtPath: shelf.sources.path("13/a.md"))
    try FileManager.default.removeItem(atPath: path)
    #expect(try await shelf.publish().writtenFeeds.isEmpty)
    #expect(try bytes(ofFile: path) == packed)

    try FileManager.default.createSymbolicLink(
      atPath: shelf.sources.path("13/c.md"), withDestinationPath: "/etc/hostname")
    #expect(try await shelf.publish().problems.first?.contains("c.md") == true)
  }

  @Test func feedsHaveAbsoluteURLsWhereTheirPlaceIsKnown() async throws {
    try shelf.story("Tides", "12.md")
    var options = PublishOptions()
    options.baseURL = "https://example.org/harbor"
    _ = try await shelf.publish(options)
    for name in PublishingFixture.feeds where name != "catalog.json" {
      let url = try shelf.read(name, base: "https://elsewhere.example/").issues.first?.content
        .first?.url
      #expect(url?.hasPrefix("https://example.org/harbor/content/12-") == true, "\(name)")
    }
    let text = String(decoding: try bytes(ofFile: shelf.output.path("catalog.json")), as: UTF8.self)
    #expect(!text.contains("https://"))
    options.baseURL = "ftp://example.org/"
    let error = await #expect(throws: NewsstandError.self) { _ = try await shelf.publish(options) }
    #expect(error?.code == .refused)
  }

  @Test func anotherCatalogInTheOutputIsNotWrittenOver() async throws {
    try shelf.story("Tides", "12.md")
    try shelf.output.write(Array("<html>".utf8), to: "catalog.json")
    let error = await #expect(throws: NewsstandError.self) { _ = try await shelf.publish() }
    #expect(error?.code == .badCatalog && error?.message.contains("catalog.json") == true)
    #expect(try shelf.output.entries() == ["catalog.json"])
  }

  @Test func nothingToPublishIsAnError() async throws {
    for folder in [shelf.sources.path, shelf.sources.path("missing")] {
      let error = await #expect(throws: NewsstandError.self) {
        _ = try await shelf.publisher().publish(folder, to: shelf.output.path)
      }
      #expect(error?.code == (folder.hasSuffix("missing") ? .notFound : .badContent))
      #expect(try shelf.output.entries().isEmpty)
    }
  }
}
