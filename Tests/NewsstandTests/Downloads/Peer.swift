import Foundation
import Newsstand
import Pipeline
import TestSupport
import Testing

/// A web server in a process of its own, which ends with the value.
///
/// `@unchecked`: Foundation's `Process` and `Pipe` are not marked, and are set up before others see
/// them.
final class Peer: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  let url: String

  /// `peer.py` beside this file. With a certificate and its key, it speaks TLS.
  init(certificate: (file: String, key: String)? = nil) throws {
    let script =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Scripts/peer.py"
    let port = try Self.start(
      process, input, output, [script] + (certificate.map { [$0.file, $0.key] } ?? []))
    url = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)"
  }

  // What tests start may have inherited that it ends for nothing less.
  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  private static func start(
    _ process: Process, _ input: Pipe, _ output: Pipe, _ arguments: [String]
  ) throws -> Int {
    process.executableURL = URL(fileURLWithPath: try #require(program("python3")))
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    return try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// A URL of words as the script has them.
  func url(_ words: String) -> String { "\(url)/\(words)" }

  /// What was asked for so far: path, `Range` and `If-Range` of each.
  func log() async throws -> [String] {
    var policy = FetchPolicy()
    policy.isPrivateAllowed = true
    let answer = try await HTTPFetcher(policy: policy).fetch(
      FetchRequest(url: url("log"), mostBytes: 1 << 20))
    return String(decoding: answer.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// What the script sends for `size=`.
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
  /// Not patient.
  static var hasty: FetchPolicy {
    var policy = FetchPolicy()
    policy.stallSeconds = 2
    policy.retrySeconds = 0.02
    policy.spareBytes = 0
    return policy
  }
}

/// A folder for downloads, and what is in it.
struct DownloadFixture {
  let folder: TemporaryFolder
  let manager: DownloadManager
  let id: IssueID

  init(_ policy: FetchPolicy = .hasty, atOnce: Int = 2) throws {
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
