import Foundation
import RectoJSON
import RectoPageModel
import RectoPreview
import TestSupport
import Testing

/// The forms in which findings are given.
@Suite struct ReportTests {
  private static let report = PreflightReport(
    source: "the issue/ä.pdf", profile: "print",
    findings: [
      PreflightFinding(
        rule: "title-missing", severity: .warning, message: "the issue has no title",
        advice: "State it"),
      PreflightFinding(
        rule: "bleed-missing", severity: .error, page: 2,
        box: Rect(x: 0, y: 1.5, width: 2, height: 100), message: "no bleed\u{1B}[31m",
        advice: "Add bleed"),
      PreflightFinding(
        rule: "bleed-missing", severity: .error, page: 2, message: "none here either",
        advice: "Add bleed"),
    ])

  @Test func theTextHasALineAFindingUnderItsPage() {
    #expect(
      Self.report.text == """
        whole issue
          warning  title-missing  the issue has no title. State it.

        page 3
          error  bleed-missing [0, 1.5, 2, 100]  no bleed [31m. Add bleed.
          error  bleed-missing  none here either. Add bleed.

        2 errors, 1 warning (profile print)

        """)
  }

  @Test func nothingFoundIsSaid() {
    let report = PreflightReport(source: "a.pdf", profile: "tablet", findings: [])
    #expect(report.text == "nothing found (profile tablet)\n")
  }

  private func object(_ value: some JSONRepresentable) throws -> [String: Any] {
    var json = JSONWriter()
    value.write(to: &json)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
  }

  @Test func theJSONHasCountsAndFindings() throws {
    let json = try object(Self.report)
    #expect(json["counts"] as? [String: Int] == ["error": 2, "warning": 1, "note": 0])
    let findings = try #require(json["findings"] as? [[String: Any]])
    #expect(findings[0]["page"] == nil && findings[1]["page"] as? Int == 2)
    #expect(findings[1]["box"] as? [Double] == [0, 1.5, 2, 100])
  }

  /// The requirements of the schema of SARIF 2.1.0 (OASIS, 3.13 to 3.33).
  @Test func theSARIFNamesRulesLevelsAndPlaces() throws {
    let json = try object(SARIFReport(Self.report, toolVersion: "0.1.0"))
    #expect(json["version"] as? String == "2.1.0")
    let run = try #require((json["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] is String && driver["version"] as? String == "0.1.0")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(Set(rules.compactMap { $0["id"] as? String }) == ["bleed-missing", "title-missing"])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 3)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect(["error", "warning", "note"].contains(result["level"] as? String))
      #expect((result["message"] as? [String: Any])?["text"] is String)
    }
    let location = try #require((results[1]["locations"] as? [[String: Any]])?.first)
    let physical = location["physicalLocation"] as? [String: Any]
    #expect(
      (physical?["artifactLocation"] as? [String: Any])?["uri"] as? String
        == "the%20issue/%C3%A4.pdf")
    let logical = (location["logicalLocations"] as? [[String: Any]])?.first
    #expect(logical?["name"] as? String == "page 3")
    #expect((location["properties"] as? [String: Any])?["box"] as? [Double] == [0, 1.5, 2, 100])
  }
}
