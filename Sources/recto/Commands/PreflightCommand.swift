import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPreview
import RectoWorkers

struct PreflightCommand: SourceCommand {
  let name = "preflight"
  let summary = "Checks an issue for problems before it is published."
  let ownOptions = [
    pagesOption,
    Option("check-engines", "Find pages that Poppler and PDFium draw or read differently"),
    Option(
      "profile", value: "NAME", choices: ["tablet", "print", "accessibility"],
      "tablet, print, accessibility, or a JSON file (default: tablet)"),
    Option(
      "format", value: "FORMAT", choices: Format.allCases.map(\.rawValue),
      "text, json or sarif (default: text)"), pagesJSONOption,
    outputOption, progressOption,
    Option("list-rules", "List the rules and their severities"),
  ]
  let examples = [
    "recto preflight issue.pdf", "recto preflight --profile print --pages 1-4 issue.pdf",
    "recto preflight --profile ours.json --format sarif -o issue.sarif issue/",
    "recto preflight --check-engines issue.pdf",
    "recto preflight --list-rules --profile accessibility",
  ]
  let notes = """
    The exit status is 1 if an error is found; warnings count with --strict, notes never. Links are
    not followed. docs/preflight.md explains the rules and the form of profiles.
    """

  private enum Format: String, CaseIterable { case text, json, sarif }

  /// Warnings are reported as findings.
  let reportsWarnings = false
  /// Engines that are compared each draw what they can by themselves.
  func substitutesEngines(_ arguments: Arguments) -> Bool { !arguments.has("check-engines") }

  func needsWorkers(_ arguments: Arguments) -> Bool {
    !arguments.has("in-process") && !arguments.has("list-rules")
  }

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    // Mistakes on the command line are reported before anything is opened.
    _ = try format(arguments)
    let profile = try profile(arguments)
    guard arguments.has("list-rules") else { return try await open(arguments, launch) }
    guard arguments.operands.isEmpty else {
      throw UsageError("--list-rules takes no source: leave out \(arguments.operands[0])")
    }
    try listRules(arguments, of: profile)
    return .done
  }

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    let format = try format(arguments)
    let profile = try profile(arguments)
    let pages = try await session.pages(arguments)
    let other =
      arguments.has("check-engines") ? try await session.openWithOtherEngine() : nil
    let progress = try Progress(arguments, total: pages.count)
    let findings = try await Preflight(profile: profile).findings(
      in: session.publication, comparedWith: other, pages: pages
    ) { progress.advance(page: $0) }
    progress.finish()
    let report = PreflightReport(
      source: session.source, profile: profile.name, findings: findings)
    try write(report, as: format, arguments)
    guard report.count(.error) == 0 else { return .found }
    return arguments.status(.done, warningCount: report.count(.warning))
  }

  private func write(
    _ report: PreflightReport, as format: Format, _ arguments: Arguments
  ) throws(PageError) {
    let path = arguments["output"] ?? "-"
    var json = JSONWriter()
    switch format {
    case .text: return try writeFile(Array(report.text.utf8), to: path)
    case .json: report.write(to: &json)
    case .sarif: SARIFReport(report, toolVersion: rectoVersion).write(to: &json)
    }
    try writeFile(json.bytes + [0x0A], to: path)
  }

  private func format(_ arguments: Arguments) throws(UsageError) -> Format {
    guard let name = try arguments.word("format", of: Format.allCases.map(\.rawValue)),
      let format = Format(rawValue: name)
    else { return arguments.has("json") ? .json : .text }
    guard !arguments.has("json") || format == .json else {
      throw UsageError("--json and --format \(name) cannot be used together")
    }
    return format
  }

  private func profile(_ arguments: Arguments) throws(UsageError) -> PreflightProfile {
    guard let name = arguments["profile"] else { return .tablet }
    do throws(PageError) {
      return try PreflightProfile(named: name)
    } catch {
      throw UsageError("--profile: \(error.message)")
    }
  }

  private func listRules(
    _ arguments: Arguments, of profile: PreflightProfile
  ) throws(PageError) {
    func severity(_ rule: PreflightRuleKind) -> String {
      profile.severities[rule.id]?.rawValue ?? "off"
    }
    let rules = Preflight.rules
    let width = rules.map(\.id.count).max() ?? 0
    try answer(arguments) { json in
      json.object { json in
        json.member("profile", profile.name)
        json.key("rules")
        json.array(rules) { json, rule in
          json.object { json in
            json.member("id", rule.id)
            json.member("severity", severity(rule))
            json.member("summary", rule.summary)
            json.member("advice", rule.advice)
          }
        }
      }
    } text: {
      rules.map { rule in
        let level = severity(rule)
        return "\(rule.id)\(String(repeating: " ", count: width - rule.id.count))  \(level)"
          + "\(String(repeating: " ", count: max(0, 7 - level.count)))  \(rule.summary)\n"
      }.joined()
    }
  }
}
