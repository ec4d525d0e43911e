import RectoMarkup
import RectoPageModel
import RectoPipeline

extension SnapshotReport {
  /// A JUnit file: a test suite a device, a test case a page. Broken pages are errors; all others that are
  /// not good, and pages that are gone, are failures.
  public var junit: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    var devices: [String] = []
    for device in outcomes.map(\.device) + gone.map(\.device) where !devices.contains(device) {
      devices.append(device)
    }
    for device in devices {
      let cases = outcomes.filter { $0.device == device }
      let errors = cases.count { if case .broken = $0.status { true } else { false } }
      let goneNames = Set(gone.filter { $0.device == device }.map(\.name))
      let missing = namesOfGone.filter(goneNames.contains)
      let failures = cases.count { !$0.isGood } - errors + missing.count
      text +=
        "<testsuite name=\"\(escapeMarkup("\(source) \(device)"))\" tests=\"\(cases.count + missing.count)\""
        + " failures=\"\(failures)\" errors=\"\(errors)\">\n"
      for outcome in cases { text += junitCase(outcome) }
      for name in missing {
        let message = escapeMarkup("\(name): the page no longer exists")
        text += "\(junitHead(name))><failure message=\"\(message)\"></failure></testcase>\n"
      }
      text += "</testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func junitHead(_ name: String) -> String {
    "<testcase classname=\"\(escapeMarkup(source))\" name=\"\(escapeMarkup(name))\""
  }

  private func junitCase(_ outcome: PageOutcome) -> String {
    let head = junitHead(outcome.name)
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
