import RectoPageModel

extension PreflightReport {
  /// The report for people: a line per finding below the page that it is on, and the number of
  /// findings.
  public var text: String {
    var lines: [String] = []
    var page: Int??
    for finding in findings {
      if page != .some(finding.page) {
        if page != nil { lines.append("") }
        lines.append(finding.page.map { "page \($0 + 1)" } ?? "whole issue")
        page = .some(finding.page)
      }
      lines.append("  " + line(finding))
    }
    if !findings.isEmpty { lines.append("") }
    lines.append(summary)
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ finding: PreflightFinding) -> String {
    let place = finding.box.map { box in
      " [\([box.x, box.y, box.width, box.height].map(brief).joined(separator: ", "))]"
    }
    return "\(finding.severity.rawValue)  \(finding.rule)\(place ?? "")  "
      + "\(finding.message.onOneLine). \(finding.advice.onOneLine)."
  }

  private var summary: String {
    guard !findings.isEmpty else { return "nothing found (profile \(profile.onOneLine))" }
    let counts = PreflightFinding.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = count(severity)
      guard count > 0 else { return nil }
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return counts.joined(separator: ", ") + " (profile \(profile.onOneLine))"
  }
}

extension String {
  /// Without what could steer a terminal: text of a source is anybody's.
  fileprivate var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? " " : $0 }))
  }
}
