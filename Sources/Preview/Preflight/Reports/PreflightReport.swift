import RectoJSON
import RectoPageModel

/// The findings of preflight in one source, with the report formats.
public struct PreflightReport: Sendable {
  /// The source as it was given.
  public var source: String
  /// The profile's name.
  public var profile: String
  /// The findings, sorted as by `Preflight`.
  public var findings: [PreflightFinding]

  public init(source: String, profile: String, findings: [PreflightFinding]) {
    self.source = source
    self.profile = profile
    self.findings = findings
  }

  public func count(_ severity: PreflightFinding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}

/// `{"source","profile","counts":{"error","warning","note"},"findings":[…]}`
extension PreflightReport: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("source", source)
      json.member("profile", profile)
      json.key("counts")
      json.object { json in
        for severity in PreflightFinding.Severity.allCases.reversed() {
          json.key(severity.rawValue)
          json.value(count(severity))
        }
      }
      json.key("findings")
      json.array(findings) { $0.value($1) }
    }
  }
}

/// `{"rule","severity","page","box":[x,y,w,h],"message","advice"}`; no `page` where the whole
/// publication is meant, and no `box` where the whole page is.
extension PreflightFinding: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("rule", rule)
      json.member("severity", severity.rawValue)
      if let page {
        json.member("page", page)
      }
      if let box {
        json.member("box", box)
      }
      json.member("message", message)
      json.member("advice", advice)
    }
  }
}
