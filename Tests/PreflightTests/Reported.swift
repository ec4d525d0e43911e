import Foundation
import TestSupport
import Testing

/// A finding as the command reports it.
struct Reported: Hashable, CustomStringConvertible {
  var rule: String
  /// The page's index, or nil if the whole issue is meant.
  var page: Int?
  var severity = ""
  var box: [Double]?
  var message = ""

  init(_ rule: String, page: Int? = nil) {
    self.rule = rule
    self.page = page
  }

  init(_ json: [String: Any]) throws {
    rule = try #require(json["rule"] as? String)
    page = json["page"] as? Int
    severity = try #require(json["severity"] as? String)
    box = json["box"] as? [Double]
    message = try #require(json["message"] as? String)
    let advice = try #require(json["advice"] as? String)
    #expect(!message.isEmpty && !advice.isEmpty)
  }

  var description: String { "\(rule) on \(page.map { "page \($0)" } ?? "all"): \(message)" }

  /// Without what the tests do not foresee to the letter.
  var place: Reported { Reported(rule, page: page) }
}

/// The findings of `recto preflight` in a source, however busy the machine is.
func preflight(_ source: String, _ arguments: String...) async throws -> [Reported] {
  let result = try await runRecto(
    ["preflight", source, "--format", "json", "--time-limit", "120"] + arguments)
  try #require(result.status == 0 || result.status == 1, "\(source): \(result.errors)")
  let answer = try #require(
    try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
  let findings = try #require(answer["findings"] as? [[String: Any]]).map(Reported.init)
  #expect((result.status == 1) == findings.contains { $0.severity == "error" })
  return findings
}

/// Expects these findings and no others, in any order.
func expect(
  _ found: [Reported], are wanted: [Reported], sourceLocation: SourceLocation = #_sourceLocation
) {
  var missing = wanted
  for finding in found {
    if let index = missing.firstIndex(of: finding.place) {
      missing.remove(at: index)
    } else {
      Issue.record("invented: \(finding)", sourceLocation: sourceLocation)
    }
  }
  for finding in missing { Issue.record("not found: \(finding)", sourceLocation: sourceLocation) }
}

/// A profile in which every rule counts, with limits that small pictures can break.
let everything = """
  {"extends": "print", "name": "everything", "rules": {
    "text-contrast": "error", "alternative-text": "error", "language-missing": "error",
    "title-missing": "error", "heading-order": "error", "reading-order-unknown": "error",
    "reading-order": "error", "page-without-text": "error", "text-unmapped": "error", "page-weight": "error",
    "address-insecure": "note", "media-online": "note", "outline-missing": "error"},
   "limits": {"pictureResolution": 150, "pictureColors": ["gray", "rgb"], "pageBytes": 20000}}
  """
