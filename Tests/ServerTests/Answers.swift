import Foundation
import RectoServer
import TestSupport
import Testing

/// A server at a port of this machine.
protocol Answering: Sendable {
  var port: Int { get }
}

extension RectoServer: Answering {}

extension Answering {
  /// The answer to a request with header fields as written.
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

  /// The content of a JSON document.
  func json(_ target: String) async throws -> [String: Any] {
    let answer = try await answer(target)
    try #require(answer.status == 200, "\(target): \(answer.text)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
  }

  /// The list of publications.
  func publications(_ query: String = "") async throws -> [[String: Any]] {
    let list = try await json("/api/1/publications\(query)")
    return try #require(list["publications"] as? [[String: Any]])
  }

  /// Waits until it has looked into all of its publications: lists do without those that take long.
  func looksThroughAll() async throws {
    try await until("all publications are known") {
      try await publications("?limit=200").allSatisfy { $0["pending"] == nil }
    }
  }

  /// A figure of `/metrics`.
  func figure(_ name: String) async throws -> Double {
    let lines = try await answer("/metrics").text.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("\(name) ") }, "\(name) is missing")
    return try #require(Double(line.split(separator: " ")[1]))
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
