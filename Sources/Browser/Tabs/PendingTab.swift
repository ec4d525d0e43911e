import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A tab that the browser was asked for, and may not have made yet.
struct PendingTab {
  private enum Stage {
    case context(DevToolsConnection.Ticket)
    case target(context: String, DevToolsConnection.Ticket)
    case made(context: String, target: String, session: String)
  }

  private let connection: DevToolsConnection
  private var stage: Stage

  init(_ connection: DevToolsConnection, until deadline: Deadline) throws(PageError) {
    self.connection = connection
    stage = .context(
      try connection.send("Target.createBrowserContext", until: deadline) { json in
        json.member("disposeOnDetach", true)
      })
  }

  /// Sends the next commands, which depend on the answers to earlier ones, and waits for those.
  mutating func advance(until deadline: Deadline) throws(PageError) {
    guard case .context(let ticket) = stage else { return }
    let made = try connection.answer(to: ticket, until: deadline)
    let context: String = try DevToolsConnection.read { () throws(JSONError) in
      try made.decode("browserContextId")
    }
    let target = try connection.send("Target.createTarget", until: deadline) { json in
      json.member("url", "about:blank")
      json.member("browserContextId", context)
      json.member("enableBeginFrameControl", true)
    }
    stage = .target(context: context, target)
  }

  /// Waits until the browser has made it.
  mutating func finish(of browser: Browser, until deadline: Deadline) throws(PageError) {
    try advance(until: deadline)
    guard case .target(let context, let ticket) = stage else { return }
    let answer = try connection.answer(to: ticket, until: deadline)
    let target: String = try DevToolsConnection.read { () throws(JSONError) in
      try answer.decode("targetId")
    }
    let session = try browser.session(ofTarget: target, until: deadline)
    stage = .made(context: context, target: target, session: session)
  }

  /// Waits for the tab.
  consuming func tab(of browser: Browser, until deadline: Deadline) throws(PageError) -> Tab {
    try finish(of: browser, until: deadline)
    guard case .made(let context, let target, let session) = stage else {
      throw PageError(.bug, "the tab has not been asked for")
    }
    return try Tab(browser, context: context, session: session, frame: target, until: deadline)
  }
}
