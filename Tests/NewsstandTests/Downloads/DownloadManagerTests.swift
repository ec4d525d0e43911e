import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RectoNewsstand

struct DownloadManagerTests {
  @Test func allFilesOfAnIssueComeInTheirOrder() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let sizes = [70_000, 9, 200_000]
    let assets = sizes.map {
      IssueAsset(url: peer.url("size=\($0)"), size: $0, sha256: Peer.digest($0).uppercased())
    }
    let files = try await fixture.manager.download(assets, for: fixture.id)
    #expect(files.map(\.bytes) == sizes)
    #expect(files.map(\.sha256) == sizes.map(Peer.digest))
    for (file, size) in zip(files, sizes) {
      #expect(try bytes(ofFile: file.path) == Peer.content(size))
    }
  }

  @Test func nothingThatAServerSaysNamesAFile() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let field = #"Content-Disposition: attachment; filename="../../out.zip""#
    _ = try await fixture.download(
      IssueAsset(url: peer.url("../..%2Fx/size=100/field=\(field.hex)")))
    let names = try fixture.folder.entries()
    #expect(
      names.allSatisfy { name in
        name.split(separator: "/").allSatisfy { part in
          part == "lock"
            || part.prefix(64).count == 64 && part.prefix(64).allSatisfy(\.isHexDigit)
        }
      }, "\(names)")
  }

  @Test func progressIsOfAllFilesTogetherAndEndsWithTheWhole() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let assets = [300_000, 100_000].map { (size: Int) in
      IssueAsset(url: peer.url("size=\(size)"), size: size)
    }
    let seen = Mutex<[DownloadProgress]>([])
    _ = try await fixture.manager.download(assets, for: fixture.id) { progress in
      seen.withLock { $0.append(progress) }
    }
    let all = seen.withLock { $0 }
    #expect(all.map(\.received) == all.map(\.received).sorted())
    #expect(all.allSatisfy { $0.total == 400_000 })
    #expect(all.last?.received == 400_000)
  }

  @Test func aCancelledDownloadEndsAndKeepsWhatHasCome() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let asset = IssueAsset(url: peer.url("size=400000/hold=150000"))
    let download = try await fixture.holding(asset)
    download.cancel()
    #expect(await download.value?.code == .cancelled)
    #expect(try fixture.partBytes() > 0)
    let kept = try #require(fixture.manager.progress(of: [asset], for: fixture.id))
    #expect(kept.received > 0 && kept.total == 400_000)
    let file = try await fixture.download(asset)
    #expect(try bytes(ofFile: file.path) == Peer.content(400_000))
  }

  @Test func whatWaitsIsCancelledAtOnce() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture(atOnce: 1)
    let first = try await fixture.holding(IssueAsset(url: peer.url("size=400000/hold=150000")))
    let id = try IssueID("second")
    let second = Task.immediate {
      try await fixture.manager.download([IssueAsset(url: peer.url("size=9"))], for: id)
    }
    second.cancel()
    await #expect(throws: NewsstandError(.cancelled, "it was cancelled")) { try await second.value }
    first.cancel()
    #expect(await first.value?.code == .cancelled)
    #expect(try await peer.log().count == 1)
  }

  @Test func theMostUrgentComesFirst() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture(atOnce: 1)
    let blocking = try await fixture.holding(IssueAsset(url: peer.url("size=400000/hold=150000")))
    let waiting = try DownloadPriority.allCases.map { priority in
      let id = try IssueID("\(priority)")
      return Task.immediate {
        try await fixture.manager.download(
          [IssueAsset(url: peer.url("size=9/priority=\(priority)"))], for: id, priority: priority)
      }
    }
    blocking.cancel()
    for task in waiting { _ = try await task.value }
    let asked = try await peer.log().dropFirst().map { $0.split(separator: " ")[0].suffix(10) }
    #expect(
      asked.first?.hasSuffix("immediate") == true && asked.last?.hasSuffix("background") == true)
  }

  @Test func twoDoNotDownloadOneIssue() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let asset = IssueAsset(url: peer.url("size=400000/hold=150000"))
    let first = try await fixture.holding(asset)
    #expect(await fixture.failure(asset)?.code == .notNow)
    #expect(throws: NewsstandError.self) { try fixture.manager.discard(fixture.id) }
    #expect(try fixture.partBytes() > 0)
    // The other process downloads an issue with another ID.
    let other = try await run(downloadProcess(), [fixture.folder.path, peer.url("size=9")])
    #expect(other.status == 0, "another issue is unaffected: \(other.text)")
    first.cancel()
    #expect(await first.value?.code == .cancelled)
  }

  @Test func whatIsDiscardedIsGone() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let asset = IssueAsset(url: peer.url("size=100"))
    _ = try await fixture.download(asset)
    #expect(try fixture.finished().count == 1)
    try fixture.manager.discard(fixture.id)
    #expect(try fixture.folder.entries().isEmpty)
    try fixture.manager.discard(fixture.id)
  }

  @Test func whatIsTooLargeForTheDiskIsRefusedBeforeItComes() async throws {
    let peer = try await Peer()
    var policy = FetchPolicy.patient
    policy.spareBytes = 1 << 60
    let fixture = try DownloadFixture(policy)
    #expect(await fixture.failure(IssueAsset(url: peer.url("size=100000")))?.code == .noSpace)
    #expect(try fixture.partBytes() == 0)
    policy.spareBytes = 0
    policy.mostBytes = 99_999
    let small = try DownloadFixture(policy)
    #expect(await small.failure(IssueAsset(url: peer.url("size=100000")))?.code == .tooLarge)
  }

  @Test func aLengthThatIsNotThePromisedOneIsRefusedBeforeItComes() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let failure = await fixture.failure(IssueAsset(url: peer.url("size=100000"), size: 99_999))
    #expect(failure?.code == .corrupt)
    #expect(try fixture.partBytes() == 0)
  }

  @Test func anEndThatNobodySaysIsOnlyBelievedWithAPromise() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let url = peer.url("size=100000/plain=1")
    #expect(await fixture.failure(IssueAsset(url: url))?.code == .badAnswer)
    #expect(try await fixture.download(IssueAsset(url: url, size: 100_000)).bytes == 100_000)
    let cut = peer.url("size=100000/plain=1/etag=none/cut=50000")
    #expect(await fixture.failure(IssueAsset(url: cut, size: 100_000))?.code == .unreachable)
  }

  @Test func whatIsNotEncryptedNeedsADigestOfACatalogThatIs() async throws {
    let peer = try await Peer()
    var policy = FetchPolicy.patient
    policy.isPrivateAllowed = true
    let fixture = try DownloadFixture(policy)
    let url = peer.url("size=100")
    let plain = IssueAsset(url: url, size: 100)
    let failure = await fixture.failure(plain, namedBy: "https://example.org/feed")
    #expect(failure?.code == .refused)
    #expect(try await peer.log().isEmpty)
    let promised = IssueAsset(url: url, sha256: sha256(Peer.content(100)))
    #expect(await fixture.failure(promised, namedBy: "https://example.org/feed") == nil)
    for namedBy in ["http://example.org/feed", nil] {
      #expect(await fixture.failure(plain, namedBy: namedBy) == nil)
    }
  }

  @Test func aFileIsOnlyReadWhereThatIsAllowed() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Peer.content(1000), to: "an issue.pdf")
    let asset = IssueAsset(url: "file://\(path)")
    #expect(await (try DownloadFixture()).failure(asset)?.code == .refused)
    var policy = FetchPolicy.patient
    policy.isFileAllowed = true
    let fixture = try DownloadFixture(policy)
    let file = try await fixture.download(asset)
    #expect(try bytes(ofFile: file.path) == Peer.content(1000))
    #expect(await fixture.failure(IssueAsset(url: "file:///dev/zero"))?.code == .notFound)
    #expect(await fixture.failure(IssueAsset(url: "file://\(folder.path)/none"))?.code == .notFound)
  }
}

/// The path of `DownloadProcess`, beside the tests.
func downloadProcess() throws -> String {
  URL(fileURLWithPath: try rectoExecutable()).deletingLastPathComponent().path + "/DownloadProcess"
}
