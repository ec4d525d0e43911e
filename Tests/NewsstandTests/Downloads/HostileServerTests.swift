import Foundation
import RectoNewsstand
import TestSupport
import Testing

private let script = corporaFolder().map { "\($0)/../tools/hostile_server.py" }
private let isThere = script.map { FileManager.default.fileExists(atPath: $0) } ?? false

/// The outcome of a request for one of its paths.
private enum Outcome: Hashable {
  /// The bytes that it has for all paths.
  case right
  /// Other bytes, which cannot be recognized as wrong.
  case some
  case failed(NewsstandError.Code)
}

/// Each path of a server that misbehaves in one way on each.
@Suite(.enabled(if: isThere, "hostile_server.py is not beside RECTO_CORPORA"))
struct HostileServerTests {
  /// With a digest and without one, where that makes a difference.
  private static let downloads: [(path: String, with: Outcome, without: Outcome)] = [
    ("good", .right, .right), ("no-range", .right, .right), ("range-wrong", .right, .right),
    ("range-416", .right, .right), ("range-multi", .right, .right),
    ("etag-changes", .failed(.badAnswer), .failed(.badAnswer)),
    ("cl-long", .failed(.unreachable), .failed(.unreachable)),
    ("cl-short", .failed(.corrupt), .some),
    ("cl-negative", .failed(.badAnswer), .failed(.badAnswer)),
    ("cl-2e63", .failed(.tooLarge), .failed(.tooLarge)),
    ("cl-dup", .failed(.badAnswer), .failed(.badAnswer)),
    ("no-cl", .failed(.corrupt), .failed(.badAnswer)),
    ("chunked-cut", .failed(.unreachable), .failed(.unreachable)),
    ("chunk-huge", .failed(.badAnswer), .failed(.badAnswer)),
    ("drop-50", .right, .right), ("drop-always", .right, .right),
    ("flip", .failed(.corrupt), .some),
    ("slow-headers", .failed(.stalled), .failed(.stalled)),
    ("slow-body", .failed(.stalled), .failed(.stalled)),
    ("never", .failed(.stalled), .failed(.stalled)),
    ("stall-50", .failed(.stalled), .failed(.stalled)),
    ("redir-loop", .failed(.refused), .failed(.refused)),
    ("redir-chain/0", .failed(.refused), .failed(.refused)),
    ("redir-chain/46", .right, .right), ("redir-chain/45", .failed(.refused), .failed(.refused)),
    ("redir-file", .failed(.refused), .failed(.refused)),
    ("redir-meta", .failed(.refused), .failed(.refused)),
    ("redir-empty", .failed(.badAnswer), .failed(.badAnswer)),
    ("redir-crlf", .failed(.badAnswer), .failed(.badAnswer)),
    ("redir-https-down", .failed(.unreachable), .failed(.unreachable)),
    ("gzip-bomb", .failed(.badAnswer), .failed(.badAnswer)),
    ("hdr-huge", .failed(.badAnswer), .failed(.badAnswer)),
    ("hdr-many", .failed(.badAnswer), .failed(.badAnswer)),
    ("status-weird", .failed(.badAnswer), .failed(.badAnswer)),
    ("status-garbage", .failed(.badAnswer), .failed(.badAnswer)),
    ("http09", .failed(.badAnswer), .failed(.badAnswer)),
    ("100-flood", .failed(.badAnswer), .failed(.badAnswer)),
    ("500", .right, .right), ("503-retry", .failed(.badAnswer), .failed(.badAnswer)),
    ("429", .right, .right),
    ("401", .failed(.needsAuthorization), .failed(.needsAuthorization)),
    ("html-200", .failed(.badAnswer), .failed(.badAnswer)), ("cd-traversal", .right, .right),
    ("204", .failed(.badAnswer), .failed(.badAnswer)),
    ("cookie-bomb", .failed(.badAnswer), .failed(.badAnswer)),
    ("nothing-there", .failed(.notFound), .failed(.notFound)),
  ]

  /// The paths whose outcome in memory differs from that of a download without a digest: an answer
  /// in memory is never resumed, and may be anything.
  private static let fetches: [String: Outcome] = [
    "etag-changes": .failed(.unreachable), "drop-always": .failed(.unreachable),
    "cl-2e63": .failed(.tooLarge), "gzip-bomb": .failed(.tooLarge), "html-200": .some,
    "cookie-bomb": .some, "drop-50": .right,
  ]

  @Test(arguments: [true, false])
  func aDownloadHasTheRightBytesOrSaysWhatIsWrong(isPromised: Bool) async throws {
    let server = try await HostileServer()
    try await inGroups(of: 8, Self.downloads) { path, with, without in
      let fixture = try DownloadFixture(policy(for: path))
      let asset = IssueAsset(
        url: "\(server.url)/\(path)", mediaType: "application/zip",
        sha256: isPromised ? server.digest : nil)
      let (outcome, text) = await outcome(server) { () async throws(NewsstandError) in
        let file = try await fixture.download(asset)
        return (try? bytes(ofFile: file.path)) ?? []
      }
      #expect(outcome == (isPromised ? with : without), "/\(path): \(text)")
      // Failed downloads have no final name, and files with one are complete.
      let finished = try fixture.finished()
      if case .failed = outcome { #expect(finished.isEmpty, "/\(path)") }
      if isPromised {
        for file in finished {
          #expect(try sha256(bytes(ofFile: fixture.folder.path(file))) == server.digest, "/\(path)")
        }
      }
    }
  }

  /// A network's page for signing in comes in place of whatever was asked for.
  @Test func aWebPageIsNoIssueWhereTheCatalogSaysNoType() async throws {
    let server = try await HostileServer()
    let fixture = try DownloadFixture()
    let failure = await fixture.failure(IssueAsset(url: "\(server.url)/html-200"))
    #expect(failure?.code == .badAnswer)
    #expect(failure?.message.contains("is a web page") == true)
    #expect(try fixture.finished().isEmpty)
  }

  @Test func aFetchHasTheRightBytesOrSaysWhatIsWrong() async throws {
    let server = try await HostileServer()
    // Shared, so that connections are used again after whatever came before.
    let (patient, hasty) = (HTTPFetcher(policy: .patient), HTTPFetcher(policy: .hasty))
    try await inGroups(of: 8, Self.downloads) { path, _, without in
      let (outcome, text) = await outcome(server) { () async throws(NewsstandError) in
        try await (isStalling(path) ? hasty : patient).fetch(
          FetchRequest(url: "\(server.url)/\(path)", mostBytes: 4 << 20)
        ).bytes
      }
      #expect(outcome == Self.fetches[path] ?? without, "/\(path): \(text)")
    }
  }

  /// It sends twice as much as it announces, and keeps the connection.
  @Test func whatComesTooMuchIsNoAnswerToTheNextRequest() async throws {
    let server = try await HostileServer()
    let fetcher = HTTPFetcher(policy: .patient, atOnce: 1)
    for path in ["cl-short", "good", "good"] {
      let answer = try await fetcher.fetch(
        FetchRequest(url: "\(server.url)/\(path)", mostBytes: 4 << 20))
      #expect((sha256(answer.bytes) == server.digest) == (path == "good"))
    }
  }

  private func isStalling(_ path: String) -> Bool {
    ["slow", "never", "stall"].contains { path.hasPrefix($0) }
  }

  private func policy(for path: String) -> FetchPolicy {
    var policy = isStalling(path) ? FetchPolicy.hasty : .patient
    // A reset takes away what was not read before it: attempts may bring nothing by chance.
    if path == "drop-always" { policy.retries = 1000 }
    return policy
  }

  @Test func aFarRetryAfterIsSaidAndNotWaitedFor() async throws {
    let server = try await HostileServer()
    let fixture = try DownloadFixture()
    let failure = await fixture.failure(IssueAsset(url: "\(server.url)/503-retry"))
    #expect(failure?.retryAfter == 2_147_483_647)
  }

  /// With a stop in the middle, so that the rest is asked for: each answers that wrongly.
  @Test(arguments: ["range-wrong", "range-416", "range-multi", "no-range", "good"])
  func aWrongRestIsNotAppended(path: String) async throws {
    let server = try await HostileServer()
    let fixture = try DownloadFixture()
    let asset = IssueAsset(url: "\(server.url)/\(path)", sha256: server.digest)
    let whole = try await fetched("\(server.url)/good")
    try fixture.leavePart(of: asset, from: whole, count: 300_000)
    let file = try await fixture.download(asset)
    #expect(try sha256(bytes(ofFile: file.path)) == server.digest)
  }

  private func outcome(
    _ server: HostileServer, _ body: () async throws(NewsstandError) -> [UInt8]
  ) async -> (Outcome, String) {
    do throws(NewsstandError) {
      return (sha256(try await body()) == server.digest ? .right : .some, "")
    } catch {
      return (.failed(error.code), error.message)
    }
  }

  private func fetched(_ url: String) async throws -> [UInt8] {
    try await HTTPFetcher(policy: .patient).fetch(
      FetchRequest(url: url, mostBytes: 4 << 20)
    ).bytes
  }
}

/// Calls `body` with each element, `count` at the same time.
private func inGroups<Element: Sendable>(
  of count: Int, _ elements: [Element],
  _ body: @escaping @Sendable (Element) async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for (index, element) in elements.enumerated() {
      if index >= count { try await group.next() }
      group.addTask { try await body(element) }
    }
    try await group.waitForAll()
  }
}

/// The server in a process of its own, which ends with the value.
private final class HostileServer: Sendable {
  private let process: ChildProcess
  let url: String
  let digest: String

  /// The script takes a port and cannot choose one. Where another process took the port first, it
  /// ends without a word and is started again with another.
  init() async throws {
    for _ in 0..<20 {
      let port = try FreePort().number
      let process = try ChildProcess(
        try #require(program("python3")), [script ?? "", "\(port)", "86400"], output: .lines)
      // It prints the digest when it listens.
      guard let digest = try await process.nextLine() else { continue }
      try #require(digest.count == 64)
      (self.process, self.digest) = (process, digest)
      url = "http://127.0.0.1:\(port)"
      return
    }
    throw POSIXError(.EADDRINUSE)
  }
}
