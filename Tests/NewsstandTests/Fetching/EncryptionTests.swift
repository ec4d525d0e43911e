import Foundation
import RectoNewsstand
import TestSupport
import Testing

/// Servers that say who they are.
@Suite(.enabled(if: program("openssl") != nil, "openssl is not installed"))
struct EncryptionTests {
  /// A self-signed certificate of 127.0.0.1.
  private func certificate(in folder: TemporaryFolder) async throws -> (file: String, key: String) {
    let (file, key) = (folder.path("certificate.pem"), folder.path("key.pem"))
    let made = try await run(
      try #require(program("openssl")),
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-out",
        file, "-keyout", key,
      ])
    try #require(made.status == 0, "\(made.errors)")
    return (file, key)
  }

  @Test func aServerThatCannotProveWhoItIsIsRefused() async throws {
    let folder = try temporaryFolder()
    let certificate = try await certificate(in: folder)
    let peer = try await Peer(certificate: certificate)
    let asset = IssueAsset(url: peer.url("size=100000"))
    #expect(await (try DownloadFixture()).failure(asset)?.code == .refused)
    var policy = FetchPolicy.patient
    policy.certificates = certificate.file
    let fixture = try DownloadFixture(policy)
    #expect(try await fixture.download(asset).bytes == 100_000)
  }

  @Test func aRedirectDoesNotLeadOutOfIt() async throws {
    let folder = try temporaryFolder()
    let certificate = try await certificate(in: folder)
    let (peer, plain) = (try await Peer(certificate: certificate), try await Peer())
    var policy = FetchPolicy.patient
    policy.certificates = certificate.file
    let fixture = try DownloadFixture(policy)
    let down = IssueAsset(url: peer.url("to=\(plain.url("size=10").hex)"))
    #expect(await fixture.failure(down)?.code == .refused)
    let up = IssueAsset(url: plain.url("to=\(peer.url("size=10").hex)"))
    #expect(try await fixture.download(up).bytes == 10)
  }

  @Test func theEndOfAnEncryptedConnectionIsNotTheEndOfAFile() async throws {
    let folder = try temporaryFolder()
    let certificate = try await certificate(in: folder)
    let peer = try await Peer(certificate: certificate)
    var policy = FetchPolicy.patient
    policy.certificates = certificate.file
    // Cut, it would look as if it had been closed.
    let failure = await (try DownloadFixture(policy)).failure(
      IssueAsset(url: peer.url("size=100000/plain=1/cut=50000/etag=none")))
    #expect(failure?.code == .badAnswer)
  }
}
