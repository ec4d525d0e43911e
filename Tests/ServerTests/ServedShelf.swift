import Foundation
import TestSupport
import Testing

/// A `recto serve` with its folder, and a client for it.
final class ServedShelf: Sendable {
  let url: String
  let port: Int
  let recto: RunningRecto
  /// Where its cache is, which is its own.
  private let cache: TemporaryFolder

  /// Serves on a port that is free, without a log. What is not told how long a page may take has time
  /// enough while other tests keep the machine busy.
  init(_ arguments: String..., environment: [String: String] = [:]) async throws {
    cache = try temporaryFolder()
    let patience = arguments.contains("--time-limit") ? [] : ["--time-limit", "120"]
    recto = try RunningRecto(
      ["serve", "--port", "0", "--access-log", "none"] + patience + arguments,
      environment: environment.merging(["RECTO_CACHE_DIR": cache.path]) { own, _ in own })
    let line = await recto.nextLine()
    url = String(line.drop { $0 == " " }.reversed().drop { $0 == "/" }.reversed())
    port = try #require(URL(string: url)?.port, "recto serve said: \(line)")
  }

  /// What is answered, with fields of the header as they are written.
  func answer(
    _ target: String, method: String = "GET", _ fields: String..., body: String = ""
  ) async throws -> Answer {
    let client = try SocketClient(port: port)
    let length = body.isEmpty ? "" : "\r\nContent-Length: \(body.utf8.count)"
    let lines = fields.map { "\r\n\($0)" }.joined()
    try await client.send(
      httpRequest(target, method) + lines + length + "\r\nConnection: close\r\n\r\n" + body)
    var bytes: [UInt8] = []
    while true {
      let more = try await client.receive()
      if more.isEmpty { break }
      bytes += more
    }
    return try Answer(bytes)
  }

  /// What a JSON document says.
  func json(_ target: String) async throws -> [String: Any] {
    let answer = try await answer(target)
    try #require(answer.status == 200, "\(target): \(answer.text)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
  }

  /// Ends it as Ctrl-C does, and gives its status.
  func stop() async -> Int32 {
    recto.interrupt()
    return await recto.status()
  }
}

/// An answer of HTTP/1.1.
struct Answer {
  let status: Int
  let body: [UInt8]
  private let fields: [(name: String, value: String)]

  init(_ bytes: [UInt8]) throws {
    let end = Array("\r\n\r\n".utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: end) } ?? bytes.endIndex
    let head = String(decoding: bytes[..<start], as: UTF8.self).components(separatedBy: "\r\n")
    status = try #require(httpStatus(head[0]), "no answer of HTTP: \(head)")
    fields = head.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (
        parts.first.map { $0.lowercased() } ?? "",
        parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      )
    }
    body = Array(bytes[min(start + 4, bytes.count)...])
  }

  /// The first value of a field.
  subscript(_ name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// The processes that a process has started and that have not ended.
func children(of process: Int32) -> [Int32] {
  let tasks =
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
  return tasks.flatMap { task in
    let list = try? String(
      contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)
    return (list ?? "").split(separator: " ").compactMap { Int32($0) }
  }
}

let hasSamples = samplesFolder() != nil
let samples = samplesFolder() ?? ""
