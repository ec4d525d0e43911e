import Foundation
import TestSupport
import Testing

typealias JSON = [String: Any]

let samples = samplesFolder() ?? ""
let hasSamples = samplesFolder() != nil

/// A proof that `recto preview -o` wrote.
struct MadeProof {
  let folder: TemporaryFolder
  let result: CommandResult
  let json: JSON

  /// Runs the command, which has to give `status`.
  init(_ arguments: String..., status: Int32 = 0) async throws {
    folder = try temporaryFolder()
    result = try await runRecto(
      ["preview"] + arguments + ["-o", folder.path("proof")])
    try #require(result.status == status, "\(result.errors)")
    json = try Self.parse(TestSupport.bytes(ofFile: folder.path("proof/proof.json")))
  }

  var editions: [JSON] { json["editions"] as? [JSON] ?? [] }
  /// The publication's own.
  var pages: [JSON] { editions.first?["pages"] as? [JSON] ?? [] }

  func bytes(of name: String) throws -> [UInt8] {
    try TestSupport.bytes(ofFile: folder.path("proof/\(name)"))
  }

  /// The data that a script of the folder passes to its function.
  func data(_ name: String, _ function: String) throws -> JSON {
    let text = String(decoding: try bytes(of: "data/\(name).js"), as: UTF8.self)
    try #require(text.hasPrefix("\(function)(") && text.hasSuffix(");\n"))
    return try Self.parse(Array(text.dropFirst(function.count + 1).dropLast(3).utf8))
  }

  private static func parse(_ bytes: [UInt8]) throws -> JSON {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? JSON)
  }
}

/// The words of a page of a proof.
func words(of page: JSON) -> [String] {
  (page["blocks"] as? [JSON] ?? []).flatMap { $0["words"] as? [[Any]] ?? [] }
    .compactMap { $0.first as? String }
}

/// The words of each page as `recto text` has them.
func textWords(_ source: String) async throws -> [[String]] {
  let result = try await runRecto(["text", "--json", source])
  let answer = try JSONSerialization.jsonObject(with: Data(result.output)) as? JSON
  return try #require(answer?["pages"] as? [JSON]).map { page in
    (page["blocks"] as? [JSON] ?? []).flatMap { $0["lines"] as? [JSON] ?? [] }
      .flatMap { $0["words"] as? [JSON] ?? [] }.compactMap { $0["text"] as? String }
  }
}
