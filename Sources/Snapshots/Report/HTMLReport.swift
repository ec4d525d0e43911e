import RectoMarkup
import RectoPageModel
import RectoPipeline

/// A report as one HTML file that needs nothing else, neither files nor network.
public struct HTMLReport: Sendable {
  /// The destination of approvals.
  public enum Approval: Sendable, Hashable {
    /// The report has no buttons.
    case none
    /// Buttons send `POST approve` with this token and the outcome's number in the report.
    case served(token: String)
  }

  private let report: SnapshotReport
  private let approval: Approval

  private static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
  private static let script = String(decoding: PackageResources.report_js, as: UTF8.self)

  public init(_ report: SnapshotReport, approval: Approval = .none) {
    self.report = report
    self.approval = approval
  }

  /// UTF-8.
  public var bytes: [UInt8] {
    var html = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'">
      <title>Snapshots of \(escapeMarkup(report.source))</title>
      <style>\(Self.style)</style>
      </head>
      <body\(tokenAttribute)>
      <header>
      <h1>Snapshots of \(escapeMarkup(report.source))</h1>
      <p id="summary">\(escapeMarkup(report.summary))</p>
      <p class="keys">Keys: <kbd>j</kbd> and <kbd>k</kbd> next and previous page, <kbd>1</kbd> to \
      <kbd>5</kbd> the view\(approval == .none ? "" : ", <kbd>a</kbd> approve")</p>
      </header>
      <main>

      """
    for (number, outcome) in report.outcomes.enumerated() where !outcome.isGood {
      html += section(number, outcome)
    }
    if !report.gone.isEmpty {
      let list = report.namesOfGone.map { "<li>\(escapeMarkup($0))</li>" }.joined()
      html += "<section><h2>Pages that are gone</h2><ul>\(list)</ul></section>\n"
    }
    if report.passes {
      html += "<p class=\"good\">\(sentenceOfSuccess)</p>\n"
    }
    if !report.dead.isEmpty {
      let list = report.dead.map { "<li>\(escapeMarkup($0.path))</li>" }.joined()
      html += "<section><h2>Unused goldens</h2><ul>\(list)</ul></section>\n"
    }
    html += "</main>\n<script>\(Self.script)</script>\n</body>\n</html>\n"
    return Array(html.utf8)
  }

  private var sentenceOfSuccess: String {
    report.names == .goldens
      ? "Every page matches its golden."
      : escapeMarkup("\(report.names.golden) and \(report.names.current) agree on every page.")
  }

  private var tokenAttribute: String {
    guard case .served(let token) = approval else { return "" }
    return " data-token=\"\(escapeMarkup(token))\""
  }

  private func section(_ number: Int, _ outcome: PageOutcome) -> String {
    let name = outcome.name.prefix(1).uppercased() + outcome.name.dropFirst()
    var html = """
      <section class="page" id="page\(number)" data-number="\(number)" tabindex="-1" \
      aria-labelledby="name\(number)">
      <h2 id="name\(number)">\(escapeMarkup(name)) \
      <span class="status \(outcome.status.name)">\(outcome.status.name)</span></h2>
      <p>\(escapeMarkup(outcome.sentence))</p>

      """
    if approval != .none, outcome.recording != nil || !outcome.superseded.isEmpty,
      outcome.status != .recorded
    {
      html +=
        "<p><button class=\"approve\" type=\"button\">Approve \(escapeMarkup(outcome.name))</button> "
        + "<span class=\"answer\" role=\"status\"></span></p>\n"
    }
    html += changes(outcome)
    html += pictures(outcome)
    return html + "</section>\n"
  }

  private func changes(_ outcome: PageOutcome) -> String {
    guard let changes = outcome.result?.changes, !changes.isEmpty else { return "" }
    let rows = changes.enumerated().map { index, change in
      let place = change.box.map { "\($0.x), \($0.y), \($0.width) × \($0.height)" } ?? ""
      return "<tr><td>\(index + 1)</td><td>\(escapeMarkup(change.kind.sentence))</td>"
        + "<td>\(place)</td></tr>"
    }
    return "<table><caption>Changes</caption><thead><tr><th>No.</th><th>What</th>"
      + "<th>Where, in pixels</th></tr></thead><tbody>\(rows.joined())</tbody></table>\n"
  }

  private func pictures(_ outcome: PageOutcome) -> String {
    guard let golden = outcome.golden, let current = outcome.current else {
      guard let only = outcome.golden ?? outcome.current else { return "" }
      let name = outcome.golden == nil ? "The page now" : "The golden"
      return "<figure class=\"one\">\(image(only, name))<figcaption>\(name)</figcaption></figure>\n"
    }
    let views = ["Side by side", "Swipe", "Blink", "Overlay", "Difference"]
    let buttons = views.enumerated().map { index, view in
      "<button type=\"button\" data-view=\"\(index)\" aria-pressed=\"\(index == 0)\">\(view)"
        + "</button>"
    }
    let marks = (outcome.result?.changes ?? []).enumerated().compactMap { index, change in
      change.box.map { box in
        "<i data-x=\"\(box.x)\" data-y=\"\(box.y)\" data-w=\"\(box.width)\" "
          + "data-h=\"\(box.height)\" title=\"\(index + 1): \(escapeMarkup(change.kind.sentence))\"></i>"
      }
    }
    let difference = outcome.difference.map {
      "<figure class=\"difference\"><div>\(image($0, "What differs, in red"))</div>"
        + "<figcaption>Difference</figcaption></figure>"
    }
    return """
      <div class="tools" role="group" aria-label="View of \(escapeMarkup(outcome.name))">\
      \(buttons.joined())
      <label>Position <input type="range" min="0" max="100" value="50"></label>
      <label><input type="checkbox" checked> Marks</label></div>
      <div class="pictures" data-view="0">
      <figure class="golden"><div>\(image(golden, "The golden"))\(marks.joined())</div>\
      <figcaption>\(escapeMarkup(report.names.golden))</figcaption></figure>
      <figure class="current"><div>\(image(current, "The page now"))\(marks.joined())</div>\
      <figcaption>\(escapeMarkup(report.names.current))</figcaption></figure>
      \(difference ?? "")
      </div>

      """
  }

  private func image(_ png: [UInt8], _ description: String) -> String {
    let data = png.withUnsafeBytes { Base64.encode($0) }
    return "<img alt=\"\(description)\" src=\"data:image/png;base64,\(data)\">"
  }
}
