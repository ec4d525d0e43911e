import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The time that passes in a page: its own, which stands still while files are fetched and goes on
/// at once where nothing happens. The same page is therefore at the same moment each time.
struct PageClock {
  private let tab: Tab

  /// Milliseconds that the browser's clock may need beside `ClockScript.life`.
  private static let slack = 100
  /// Times that a page is given as much again, and a frame, where its clock has not come to its end
  /// by then.
  private static let attempts = 30
  /// Tasks in a row without a tick, after which the clock ticks all the same.
  private static let patience = 10_000

  init(_ tab: Tab) { self.tab = tab }

  /// Stops the clock of the page that is loaded next. Waits for it: another process may show that
  /// page, and is told only what has been acknowledged by then.
  func stop(until deadline: Deadline) throws(PageError) {
    let script = try tab.connection.send(
      "Page.addScriptToEvaluateOnNewDocument", session: tab.session, until: deadline
    ) { $0.member("source", ClockScript.script) }
    let policy = try tab.connection.send(
      "Emulation.setVirtualTimePolicy", session: tab.session, until: deadline
    ) { json in
      json.member("policy", "pause")
      json.member("initialVirtualTime", ClockScript.start)
    }
    for ticket in [script, policy] { _ = try tab.connection.answer(to: ticket, until: deadline) }
  }

  /// Advances the page's clock and waits until its end.
  ///
  /// Frames tell a page which elements are seen and how large they are. It gets two early, so that it has
  /// time to act on them, and two at the end.
  func run(until deadline: Deadline) throws(PageError) {
    try pass(Self.slack, until: deadline)
    try tab.makeFrames(until: deadline)
    try askForAll(until: deadline)
    for _ in 0..<Self.attempts {
      let age = try documentAge(until: deadline)
      if age >= Double(ClockScript.life) { break }
      try pass(ClockScript.life + Self.slack - Int(age), until: deadline)
      try tab.makeFramesInTime(until: deadline)
    }
    try askForAll(until: deadline)
    try pass(Self.slack, until: deadline)
  }

  /// Has the page ask for pictures and frames that it would ask for once they are scrolled to.
  private func askForAll(until deadline: Deadline) throws(PageError) {
    _ = try tab.evaluate(Self.asking, until: deadline)
  }

  private static let asking = PageFunction(PackageResources.load_lazy_js).call()

  /// Gives the page a frame, and time to act on it.
  func attend(until deadline: Deadline) throws(PageError) {
    try tab.makeFrames(until: deadline)
    try pass(Self.slack, until: deadline)
  }

  /// Advances the browser's clock by so many milliseconds, and waits until it has.
  func pass(_ milliseconds: Int, until deadline: Deadline) throws(PageError) {
    tab.hasSpentItsTime = false
    _ = try tab.connection.ask(
      "Emulation.setVirtualTimePolicy", session: tab.session, until: deadline
    ) { json in
      json.member("policy", "pauseIfNetworkFetchesPending")
      json.member("budget", milliseconds)
      json.member("maxVirtualTimeTaskStarvationCount", Self.patience)
    }
    while !tab.hasSpentItsTime { try tab.connection.handleMessage(until: deadline) }
  }

  /// Milliseconds since the document began, by its own clock.
  private func documentAge(until deadline: Deadline) throws(PageError) -> Double {
    let answer = try tab.connection.ask("Runtime.evaluate", session: tab.session, until: deadline) {
      $0.member("expression", "Number(performance.now())")
      $0.member("returnByValue", true)
    }
    // A page that tampers with its clock may answer no number.
    return try DevToolsConnection.read { () throws(JSONError) -> Double? in
      try answer.member("result")?.decodeIfPresent("value")
    } ?? 0
  }
}
