import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: hasSamples, Comment(rawValue: needsSamples)))
struct LiveReloadTests {
  /// A copy of the sample layout that may be edited.
  private func issue() throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    try FileManager.default.copyItem(
      atPath: samples + "/quay-layout", toPath: folder.path("issue"))
    return folder
  }

  @Test func onlyThePagesOfAnEditedStoryAreTold() async throws {
    let folder = try issue()
    let issue = folder.path("issue")
    let before = try await textWords(issue)
    let served = try await ServedProof(issue, "--device", "none", "--dpi", "36")
    let path = folder.path("issue/stories/tide.md")
    let story = String(decoding: try bytes(ofFile: path), as: UTF8.self)
    try folder.write(
      Array(story.replacingOccurrences(of: "moon", with: "MOON").utf8), to: "issue/stories/tide.md")
    let events = try await served.events(until: "proof")

    let after = try await textWords(issue)
    let changed = (0..<after.count).filter { before[$0] != after[$0] }
    try #require(!changed.isEmpty && changed.count < after.count)
    let told = events.filter { $0.name == "page" }.compactMap {
      ($0.data["page"] as? JSON)?["index"] as? Int
    }
    #expect(told.sorted() == changed)
    let page = try #require(events.first?.data["page"] as? JSON)
    #expect(words(of: page) == after[changed[0]])
    let picture = try #require((page["picture"] as? JSON)?["path"] as? String)
    #expect(httpStatus(try await served.get("/\(picture)")) == 200)
    #expect(try await served.get("/data/own.js").contains("MOON"))

    let end = try await served.stop()
    #expect(end.status == 0)
    #expect(end.leftovers == [])
  }

  @Test func aBrokenSaveShowsItsSentenceUntilTheNextGoodOne() async throws {
    let folder = try issue()
    let path = folder.path("issue/layout.json")
    let served = try await ServedProof(folder.path("issue"), "--device", "none", "--dpi", "36")
    let good = try bytes(ofFile: path)
    try folder.write(good.prefix(good.count / 2), to: "issue/layout.json")
    let failure = try await served.nextEvent()
    #expect(failure.name == "failure")
    #expect((failure.data["failure"] as? String)?.isEmpty == false)
    // The last good pages stay, and who connects now is told as well.
    #expect(httpStatus(try await served.get("/data/own.js")) == 200)
    let late = try SocketClient(port: served.port)
    try await late.send(httpRequest("/events") + "\r\n\r\n")
    #expect(try await late.receive { $0.contains("\n\n") }.contains("failure"))

    // Many editors save like this: another file takes the place of the old one.
    try folder.write(good, to: "issue/.layout.json.new")
    #expect(rename(folder.path("issue/.layout.json.new"), path) == 0)
    let events = try await served.events(until: "proof")
    #expect(events.map(\.name) == ["proof"])
    #expect(try await served.stop().status == 0)
  }

  @Test func preflightLooksAgainAfterASave() async throws {
    let folder = try issue()
    let served = try await ServedProof(folder.path("issue"), "--device", "none", "--dpi", "36")
    let path = folder.path("issue/stories/tide.md")
    let story = try bytes(ofFile: path)
    try folder.write(story + Array("\n\n![A buoy](buoy.png)\n".utf8), to: "issue/stories/tide.md")
    let events = try await served.events(until: "findings")
    // The pages come before the findings.
    #expect(events.contains { $0.name == "proof" })
    let findings = try #require(events.last?.data["findings"] as? [JSON])
    #expect(findings.contains { ($0["message"] as? String)?.contains("buoy.png") == true })
    #expect(try await served.get("/data/proof.js").contains("buoy.png"))
    #expect(try await served.stop().status == 0)
  }

  @Test func pagesThatComeAndGoAreTold() async throws {
    let folder = try temporaryFolder()
    let long = "# Tide\n\n" + String(repeating: "The sea comes and goes. ", count: 900)
    let path = try folder.write(Array(long.utf8), to: "story.md")
    let served = try await ServedProof(path, "--device", "none", "--dpi", "36")
    try folder.write(Array("# Tide\n\nShort.\n".utf8), to: "story.md")
    let events = try await served.events(until: "proof")
    let edition = try #require(events.first { $0.name == "edition" })
    #expect(edition.data["pageCount"] as? Int == 1)
    #expect(edition.data["indices"] as? [Int] == [0])
    #expect(try await served.stop().leftovers == [])
  }

  @Test func theTextBesideAPageImageIsWatched() async throws {
    let folder = try temporaryFolder()
    for name in ["page2.png", "page2.xml"] {
      try folder.write(bytes(ofFile: "\(samples)/quay-pages/\(name)"), to: name)
    }
    let served = try await ServedProof(
      folder.path("page2.png"), "--device", "none", "--dpi", "36")
    let text = String(decoding: try bytes(ofFile: folder.path("page2.xml")), as: UTF8.self)
    try folder.write(
      Array(text.replacing("CONTENT=\"", with: "CONTENT=\"Edited").utf8), to: "page2.xml")
    let events = try await served.events(until: "proof")
    let page = try #require(events.first { $0.name == "page" }?.data["page"] as? JSON)
    let words = words(of: page)
    #expect(!words.isEmpty && words.allSatisfy { $0.hasPrefix("Edited") })
    #expect(try await served.stop().status == 0)
  }

  @Test func nothingButTheProofIsServed() async throws {
    let served = try await ServedProof(samples + "/quay.pdf", "--pages", "1", "--dpi", "36")
    for (target, status) in [
      ("/", 200), ("/index.html", 200), ("/proof.json", 200), ("/proof.js", 200),
      ("/nothing.js", 404), ("/.recto-proof", 404), ("/data", 404), ("/pages/../proof.json", 404),
      ("/..%2f..%2fetc%2fpasswd", 404), ("/%2e%2e/%2e%2e/etc/passwd", 404), ("//", 404),
    ] {
      #expect(httpStatus(try await served.get(target)) == status, "\(target)")
    }
    #expect(try await served.get("/").contains("Content-Security-Policy: default-src 'self'"))
    let post = try await httpAnswer(port: served.port, httpRequest("/", "POST"))
    #expect(httpStatus(post) == 405)
    let foreign = try await httpAnswer(
      port: served.port, "GET / HTTP/1.1\r\nHost: harbor.example:\(served.port)")
    #expect(httpStatus(foreign) == 421)
    let other = try await runRecto([
      "preview", samples + "/quay.pdf", "--pages", "1", "--serve", "--port", "\(served.port)",
    ])
    #expect(other.status == 64 && other.errors.contains("is in use"), "\(other.errors)")
    #expect(try await served.stop().status == 0)
  }
}
