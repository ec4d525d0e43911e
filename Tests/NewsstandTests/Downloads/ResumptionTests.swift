import Foundation
import RectoNewsstand
import TestSupport
import Testing

/// Downloads that resume partial files, and those that must not.
struct ResumptionTests {
  private static let size = 400_000
  private static let whole = Peer.content(size)

  private func asset(_ peer: Peer, _ words: String, isPromised: Bool = false) -> IssueAsset {
    IssueAsset(
      url: peer.url("size=\(Self.size)/\(words)"), sha256: isPromised ? sha256(Self.whole) : nil)
  }

  @Test func aBrokenConnectionIsGoneOnWithFromWhereItBroke() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let file = try await fixture.download(asset(peer, "cut=150000"))
    #expect(try bytes(ofFile: file.path) == Self.whole)
    let log = try await peer.log()
    #expect(log.count == 2)
    #expect(log.last?.hasSuffix(#" bytes=150000- "v1""#) == true, "\(log)")
  }

  @Test func aDownloadGoesOnAsLongAsEachAttemptBringsMore() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    // More attempts than may bring nothing.
    let file = try await fixture.download(asset(peer, "piece=50000"))
    #expect(try bytes(ofFile: file.path) == Self.whole)
    #expect(try await peer.log().count == 8)
  }

  @Test func whatIsHereOfAnEarlierProcessIsGoneOnWith() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let asset = asset(peer, "a=b")
    try fixture.leavePart(of: asset, from: Self.whole, count: 123_456)
    #expect(fixture.manager.progress(of: [asset], for: fixture.id)?.received == 123_456)
    let file = try await fixture.download(asset)
    #expect(try bytes(ofFile: file.path) == Self.whole)
    #expect(try await peer.log().first?.contains("bytes=123456-") == true)
  }

  @Test func whatThePowerTookFromThePartIsFetchedAgain() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let asset = asset(peer, "a=b")
    // The journal knows of more bytes than there are.
    try fixture.leavePart(of: asset, from: Self.whole, count: 123_456)
    let part = try #require(try fixture.folder.entries().first { $0.hasSuffix(".part") })
    try fixture.folder.write(Self.whole.prefix(1000), to: part)
    let file = try await fixture.download(asset)
    #expect(try bytes(ofFile: file.path) == Self.whole)
    #expect(try await peer.log().map { $0.split(separator: " ")[1] } == ["-"])
  }

  /// More bytes than are still to come would stay behind them.
  @Test(arguments: [50_000, 350_000])
  func bytesBeyondWhatTheJournalKnowsAreCutOff(count: Int) async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let asset = asset(peer, "a=b")
    try fixture.leavePart(of: asset, from: Self.whole, count: 100_000)
    let part = try #require(try fixture.folder.entries().first { $0.hasSuffix(".part") })
    try fixture.folder.write(
      Self.whole.prefix(100_000) + [UInt8](repeating: 0, count: count), to: part)
    let file = try await fixture.download(asset)
    #expect(try bytes(ofFile: file.path) == Self.whole)
    #expect(try await peer.log().first?.contains("bytes=100000-") == true)
  }

  @Test func anotherVersionIsFetchedFromItsStart() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let asset = asset(peer, "etag=v2")
    // The partial file is of another version, and would not fit.
    try fixture.leavePart(
      of: asset, from: [UInt8](repeating: 7, count: Self.size), count: 200_000, validator: #""v1""#)
    let file = try await fixture.download(asset)
    #expect(try bytes(ofFile: file.path) == Self.whole)
  }

  @Test(arguments: ["none", "weak"])
  func withoutAValidatorTheDownloadRestarts(tag: String) async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let failure = await fixture.failure(asset(peer, "etag=\(tag)/cut=150000"))
    #expect(failure?.code == .unreachable)
    #expect(try await peer.log().allSatisfy { $0.hasSuffix(" - -") })
    // A digest tells, once all is there.
    let file = try await fixture.download(asset(peer, "etag=\(tag)/cut=150000", isPromised: true))
    #expect(try bytes(ofFile: file.path) == Self.whole)
  }

  @Test func aPartThatWasChangedOnTheDiskIsNoticedAndFetchedAgain() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let asset = asset(peer, "a=b", isPromised: true)
    try fixture.leavePart(
      of: asset, from: [UInt8](repeating: 7, count: Self.size), count: 200_000)
    let file = try await fixture.download(asset)
    #expect(try bytes(ofFile: file.path) == Self.whole)
    #expect(try await peer.log().map { $0.split(separator: " ")[1] } == ["bytes=200000-", "-"])
  }

  @Test func aRestOfAnotherWholeIsNotAppended() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let failure = await fixture.failure(asset(peer, "cut=150000/total=500000"))
    #expect(failure?.code == .badAnswer)
    #expect(try fixture.finished().isEmpty)
  }

  @Test func whatIsHereAlreadyIsNotFetchedAgain() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let first = try await fixture.download(asset(peer, "a=b"))
    let second = try await fixture.download(asset(peer, "a=b"))
    #expect(first == second)
    #expect(try await peer.log().count == 1)
  }

  @Test func aFinishedFileThatWasChangedIsFetchedAgain() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    let first = try await fixture.download(asset(peer, "a=b"))
    var changed = Self.whole
    changed[5] ^= 1
    try Data(changed).write(to: URL(fileURLWithPath: first.path))
    let second = try await fixture.download(asset(peer, "a=b"))
    #expect(try bytes(ofFile: second.path) == Self.whole)
    #expect(try await peer.log().count == 2)
  }

  @Test func whatIsPromisedOtherwiseIsAnotherFile() async throws {
    let peer = try await Peer()
    let fixture = try DownloadFixture()
    _ = try await fixture.download(asset(peer, "a=b"))
    let file = try await fixture.download(asset(peer, "a=b", isPromised: true))
    #expect(try await peer.log().count == 2)
    #expect(try fixture.finished().count == 1, "what belongs to no promise is removed")
    #expect(file.sha256 == sha256(Self.whole))
  }
}
