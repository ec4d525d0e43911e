import Foundation
import RectoNewsstand
import RectoPipeline
import TestSupport
import Testing

/// A web server in a process of its own, which ends with the value.
final class Peer: Sendable {
  private let process: ChildProcess
  let url: String

  /// `peer.py` beside this file. With a certificate and its key, it speaks TLS.
  init(certificate: (file: String, key: String)? = nil) async throws {
    let script =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Scripts/peer.py"
    process = try ChildProcess(
      try #require(program("python3")),
      [script] + (certificate.map { [$0.file, $0.key] } ?? []), hasInput: true, output: .lines)
    let port = try #require(Int(try await process.nextLine() ?? ""))
    url = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)"
  }

  /// A URL of words as the script has them.
  func url(_ words: String) -> String { "\(url)/\(words)" }

  /// The requests so far: path, `Range` and `If-Range` of each.
  func log() async throws -> [String] {
    let answer = try await HTTPFetcher(policy: .patient).fetch(
      FetchRequest(url: url("log"), mostBytes: 1 << 20))
    return String(decoding: answer.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The content that the script sends for `size=`.
  static func content(_ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 9)
    for number in 0...size / 9 {
      let digits = "\(number)"
      bytes += Array((String(repeating: "0", count: 8 - digits.count) + digits + "\n").utf8)
    }
    return Array(bytes.prefix(size))
  }

  /// The SHA-256 of that.
  static func digest(_ size: Int) -> String { sha256(content(size)) }
}

/// In hexadecimal digits.
func sha256(_ bytes: [UInt8]) -> String {
  var sha256 = SHA256()
  bytes.withUnsafeBytes { sha256.update($0) }
  return sha256.digest().hex
}

extension String {
  /// Its UTF-8 in hexadecimal digits.
  var hex: String {
    utf8.map { (($0 < 16) ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension FetchPolicy {
  /// No limit that a slow machine can reach, and no wait before the next attempt.
  static var patient: FetchPolicy {
    var policy = FetchPolicy()
    (policy.connectSeconds, policy.stallSeconds, policy.answerSeconds) = (3600, 3600, 3600)
    // An attempt counts as one that brought something from 3,600 bytes on.
    policy.fewestBytesPerSecond = 1
    policy.retrySeconds = 0
    policy.spareBytes = 0
    return policy
  }

  /// For a server that sends a byte a second at most: it stalls however slow the machine is.
  static var hasty: FetchPolicy {
    var policy = patient
    policy.stallSeconds = 0.2
    policy.fewestBytesPerSecond = 128
    return policy
  }
}

/// A folder for downloads, and its content.
struct DownloadFixture {
  let folder: TemporaryFolder
  let manager: DownloadManager
  let id: IssueID

  init(_ policy: FetchPolicy = .patient, atOnce: Int = 2) throws {
    folder = try temporaryFolder()
    manager = DownloadManager(folder: folder.path, policy: policy, atOnce: atOnce)
    id = try IssueID("urn:issue:1")
  }

  func download(
    _ asset: IssueAsset, namedBy: String? = nil,
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) async throws(NewsstandError) -> DownloadedFile {
    try await manager.download([asset], for: id, namedBy: namedBy, progress: progress)[0]
  }

  /// Begins a download that the server holds up, and returns when some of it has come. The task gives
  /// the error that it ends with.
  func holding(_ asset: IssueAsset) async throws -> Task<NewsstandError?, Never> {
    let progress = Log<Int>()
    let download = Task { await failure(asset) { progress.append($0.received) } }
    try await progress.wait { $0.contains { $0 > 0 } }
    return download
  }

  /// The code of the error that a download ends with, or nil.
  func failure(
    _ asset: IssueAsset, namedBy: String? = nil,
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) async -> NewsstandError? {
    do throws(NewsstandError) {
      _ = try await download(asset, namedBy: namedBy, progress: progress)
      return nil
    } catch {
      return error
    }
  }

  /// Files that have their final names.
  func finished() throws -> [String] {
    try folder.entries().filter {
      ($0 as NSString).lastPathComponent.count == 64 && $0.contains("/")
    }
  }

  /// Bytes of the one part that is there.
  func partBytes() throws -> Int {
    let part = try #require(try folder.entries().first { $0.hasSuffix(".part") })
    return try bytes(ofFile: folder.path(part)).count
  }
}
