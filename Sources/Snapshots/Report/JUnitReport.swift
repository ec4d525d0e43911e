import RectoMarkup
import RectoPageModel
import RectoPipeline

extension SnapshotReport {
  /// A JUnit file: a test suite a device, a test case a page. Broken pages are errors, all others
  /// that are not good failures.
  public var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    var devices: [String] = []
    for outcome in outcomes where !devices.contains(outcome.device) {
      devices.append(outcome.device)
    }
    for device in devices {
      let cases = outcomes.filter { $0.device == device }
      let errors = cases.count { if case .broken = $0.status { true } else { false } }
      let failures = cases.count { !$0.isGood } - errors
      text +=
        "<testsuite name=\"\(escapeMarkup("\(source) \(device)"))\" tests=\"\(cases.count)\""
        + " failures=\"\(failures)\" errors=\"\(errors)\">\n"
      for outcome in cases { text += junitCase(outcome) }
      text += "</testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func junitCase(_ outcome: PageOutcome) -> String {
    let head =
      "<testcase classname=\"\(escapeMarkup(source))\" name=\"\(escapeMarkup(outcome.name))\""
    let element: String
    switch outcome.status {
    case .passed: return head + "/>\n"
    case .broken: element = "error"
    case .failed, .missing, .recorded: element = "failure"
    }
    let changes = outcome.result?.changes.map(\.kind.sentence).joined(separator: "\n") ?? ""
    return head
      + "><\(element) message=\"\(escapeMarkup(outcome.sentence))\">\(escapeMarkup(changes))"
      + "</\(element)></testcase>\n"
  }
}
