import RectoJSON
import RectoPageModel

/// A report as SARIF 2.1.0 (OASIS), which editors and continuous integration read.
///
/// SARIF places findings in lines of text. Here the file is the place, the page is a logical location
/// in it, and `page` and `box`, as `recto` counts them, are properties of the location.
public struct SARIFReport: JSONRepresentable, Sendable {
  public var report: PreflightReport
  /// The version of the program, such as `0.1.0`.
  public var toolVersion: String

  public init(_ report: PreflightReport, toolVersion: String) {
    self.report = report
    self.toolVersion = toolVersion
  }

  /// The rules that found something, in the order in which they are listed.
  private var rules: [PreflightRuleKind] {
    let found = Set(report.findings.map(\.rule))
    return Preflight.rules.filter { found.contains($0.id) }
  }

  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.member("version", "2.1.0")
      json.key("runs")
      json.array([report]) { json, _ in writeRun(to: &json) }
    }
  }

  private func writeRun(to json: inout JSONWriter) {
    let rules = rules
    json.object { json in
      json.key("tool")
      json.object { json in
        json.key("driver")
        json.object { json in
          json.member("name", "recto preflight")
          json.member("version", toolVersion)
          json.key("rules")
          json.array(rules) { write($1, to: &$0) }
        }
      }
      json.key("properties")
      json.object { $0.member("profile", report.profile) }
      json.key("results")
      json.array(report.findings) { json, finding in
        write(finding, ruleIndex: rules.firstIndex { $0.id == finding.rule }, to: &json)
      }
    }
  }

  private func write(_ rule: PreflightRuleKind, to json: inout JSONWriter) {
    let severity = report.findings.first { $0.rule == rule.id }?.severity ?? .warning
    json.object { json in
      json.member("id", rule.id)
      json.key("shortDescription")
      json.object { $0.member("text", rule.summary + ".") }
      json.key("help")
      json.object { $0.member("text", rule.advice + ".") }
      json.key("defaultConfiguration")
      json.object { $0.member("level", severity.rawValue) }
    }
  }

  private func write(
    _ finding: PreflightFinding, ruleIndex: Int?, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("ruleId", finding.rule)
      if let ruleIndex {
        json.member("ruleIndex", ruleIndex)
      }
      json.member("level", finding.severity.rawValue)
      json.key("message")
      json.object { $0.member("text", "\(finding.message). \(finding.advice).") }
      json.key("locations")
      json.array([finding]) { writeLocation(of: $1, to: &$0) }
    }
  }

  private func writeLocation(of finding: PreflightFinding, to json: inout JSONWriter) {
    json.object { json in
      json.key("physicalLocation")
      json.object { json in
        json.key("artifactLocation")
        json.object { $0.member("uri", Locator.href(ofPath: report.source)) }
      }
      guard let page = finding.page else { return }
      json.key("logicalLocations")
      json.array([page]) { json, page in
        json.object { json in
          json.member("name", "page \(page + 1)")
          json.member("fullyQualifiedName", "page/\(page + 1)")
          json.member("kind", "page")
        }
      }
      json.key("properties")
      json.object { json in
        json.member("page", page)
        if let box = finding.box {
          json.member("box", box)
        }
      }
    }
  }
}
