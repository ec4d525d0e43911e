import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A tab of the browser, which shows one page at a time: the page is loaded, then laid out, read
/// and drawn without further changes.
///
/// A page that hangs or takes too much memory ends only its own tab. Belongs to the browser's
/// thread.
public final class Tab {
  let browser: Browser
  let session: String
  let frame: String
  private let context: String
  private(set) var interceptor: RequestInterceptor?
  /// The requests of its page that were refused.
  public var refused: RefusedRequests { interceptor?.refused ?? RefusedRequests() }
  private var frames = 0
  /// The isolated world of this program's scripts, invisible to the page.
  private var world: Int?
  var hasSpentItsTime = false
  private var hasLoaded = false
  /// True if `loadStill` loaded the page that is shown.
  public private(set) var isStill = false
  /// True after the page ended the process that shows it.
  public private(set) var hasCrashed = false
  private var loads = 0
  /// The viewport that is set.
  public private(set) var viewport = Viewport(width: 1, height: 1)

  var connection: DevToolsConnection { browser.connection }

  /// The maximum number of frames in a page, nested ones included, which bounds its memory.
  private static let frameLimit = 100
  /// The number of pages after which a tab is replaced, since what they leave behind may add up.
  private static let mostLoads = 50

  init(
    _ browser: Browser, context: String, session: String, frame: String, until deadline: Deadline
  ) throws(PageError) {
    self.browser = browser
    self.context = context
    self.session = session
    self.frame = frame
    connection.listen(to: session) { [unowned self] event, _ throws(PageError) in
      try handle(event)
    }
    for command in [
      "Page.enable", "Inspector.enable", "Runtime.runIfWaitingForDebugger",
    ] as [StaticString] {
      try connection.tell(command, session: session, until: deadline)
    }
    try connection.tell("Fetch.enable", session: session, until: deadline)
  }

  deinit {
    connection.listen(to: session, nil)
    try? connection.tell("Target.disposeBrowserContext", until: deadline(seconds: 1)) { json in
      json.member("browserContextId", context)
    }
  }

  /// True if `loadStill` can show another page of the same publication in it.
  public var canShowAnother: Bool { isStill && !hasCrashed && loads < Self.mostLoads }

  /// A deadline that many seconds from now, in the time of the browser's clock.
  public func deadline(seconds: Double) -> Deadline { browser.deadline(seconds: seconds) }

  /// Shows the page at a path of `served` without running its scripts, and then stops all movement.
  /// A page that can take the place of the last one is not loaded: see `DocumentExchange`.
  ///
  /// Throws as `load`.
  public func loadStill(
    _ path: String, from served: ServedFiles, in viewport: Viewport, until deadline: Deadline
  ) throws(PageError) {
    loads += 1
    if isStill, viewport == self.viewport,
      try DocumentExchange(self).show(path, from: served, until: deadline)
    {
      return try settle(until: deadline)
    }
    // The tab of an earlier page is frozen.
    if !isStill { try freeze(until: deadline) }
    try navigate(to: path, from: served, in: viewport, until: deadline)
    while !hasLoaded { try connection.handleMessage(until: deadline) }
    try makeWorld(until: deadline)
    try settle(awaitsFonts: true, until: deadline)
    isStill = true
  }

  /// Loads the page at a path of `served`, runs its scripts for as long as `PageClock` allows, and
  /// then stops all movement. `preamble` is a script that runs before those of each of its documents.
  ///
  /// Throws `limit` when the deadline passes or the page needs too much memory, and `damaged` if
  /// there is no such page.
  public func load(
    _ path: String, from served: ServedFiles, in viewport: Viewport, preamble: String? = nil,
    until deadline: Deadline
  ) throws(PageError) {
    let clock = PageClock(self)
    for script in [NavigationGuard.script, preamble].compactMap(\.self) {
      try connection.tell(
        "Page.addScriptToEvaluateOnNewDocument", session: session, until: deadline
      ) { $0.member("source", script) }
    }
    try clock.stop(until: deadline)
    try navigate(to: path, from: served, in: viewport, runsScripts: true, until: deadline)
    try clock.run(until: deadline)
    try stopFilms(clock, until: deadline)
    try settle(until: deadline)
  }

  private func navigate(
    to path: String, from served: ServedFiles, in viewport: Viewport, runsScripts: Bool = false,
    until deadline: Deadline
  ) throws(PageError) {
    let isSet = isStill && viewport == self.viewport
    frames = 0
    hasLoaded = false
    isStill = false
    interceptor = RequestInterceptor(
      served, path: path, servesFilms: runsScripts, connection: connection, session: session,
      frame: frame)
    if !isSet { try set(viewport, until: deadline) }
    let navigation = try connection.send("Page.navigate", session: session, until: deadline) {
      $0.member("url", IssueAddress.url(ofPath: path))
    }
    let answer = try connection.answer(to: navigation, until: deadline)
    let failure: String? = try DevToolsConnection.read { () throws(JSONError) in
      try answer.decodeIfPresent("errorText")
    }
    if let failure {
      throw PageError(.damaged, "\(path) cannot be loaded: \(DisplayText(failure).text)")
    }
  }

  /// Lays out the page for another window.
  public func set(_ viewport: Viewport, until deadline: Deadline) throws(PageError) {
    self.viewport = viewport
    _ = try connection.ask(
      "Emulation.setDeviceMetricsOverride", session: session, until: deadline
    ) { json in
      json.member("width", viewport.width)
      json.member("height", viewport.height)
      json.member("deviceScaleFactor", 1)
      json.member("mobile", false)
    }
  }

  /// Lays out a loaded page for another window, and waits for what that loads or moves.
  public func show(_ viewport: Viewport, until deadline: Deadline) throws(PageError) {
    try set(viewport, until: deadline)
    if !isStill { try PageClock(self).attend(until: deadline) }
    try settle(until: deadline)
  }

  /// Stops the page's scripts, so that reading and drawing see the same state.
  public func freeze(until deadline: Deadline) throws(PageError) {
    _ = try connection.ask(
      "Emulation.setScriptExecutionDisabled", session: session, until: deadline
    ) { $0.member("value", true) }
  }

  /// Evaluates an expression in a world that the page's scripts cannot see, and waits for a promise.
  ///
  /// Throws `bug` where the expression throws.
  public func evaluate(
    _ expression: String, until deadline: Deadline
  ) throws(PageError) -> JSONValue {
    try evaluate(expression, takesFrames: false, until: deadline)
  }

  /// `evaluate` of an expression that may have to wait for frames of the page.
  func evaluate(
    _ expression: String, takesFrames: Bool, until deadline: Deadline
  ) throws(PageError) -> JSONValue {
    guard let world else { throw PageError(.bug, "the tab shows no page") }
    let ticket = try connection.send("Runtime.evaluate", session: session, until: deadline) {
      $0.member("expression", expression)
      $0.member("contextId", world)
      $0.member("returnByValue", true)
      $0.member("awaitPromise", true)
    }
    let answer =
      takesFrames
      ? try self.answer(withFramesTo: ticket, until: deadline)
      : try connection.answer(to: ticket, until: deadline)
    let value = try DevToolsConnection.read { () throws(JSONError) -> JSONValue? in
      guard try answer.member("exceptionDetails") == nil else { return nil }
      return try answer.member("result")?.member("value")
    }
    guard let value else { throw PageError(.bug, "a script of the backend failed on the page") }
    return value
  }

  func makeWorld(until deadline: Deadline) throws(PageError) {
    let made = try connection.ask("Page.createIsolatedWorld", session: session, until: deadline) {
      $0.member("frameId", frame)
      $0.member("worldName", "recto")
    }
    world = try DevToolsConnection.read { () throws(JSONError) in
      try made.decode("executionContextId") as Int
    }
  }

  private func handle(_ event: DevToolsConnection.Event) throws(PageError) {
    // Answers to the page are sent completely, even if the caller's deadline is short.
    let deadline = deadline(seconds: 5)
    switch event.name {
    case "Fetch.requestPaused":
      // The blank page before the first asks for nothing.
      try interceptor?.answer(event, until: deadline)
    case "Page.frameRequestedNavigation":
      try interceptor?.note(event)
    case "Page.frameNavigated":
      // The blank page before the first has loaded too.
      hasLoaded = false
    case "Page.loadEventFired":
      hasLoaded = true
    case "Emulation.virtualTimeBudgetExpired":
      hasSpentItsTime = true
    case "Page.javascriptDialogOpening":
      try connection.tell("Page.handleJavaScriptDialog", session: session, until: deadline) {
        $0.member("accept", true)
      }
    case "Page.frameAttached":
      frames += 1
      if frames > Self.frameLimit {
        throw PageError(.limit, "the page has more than \(Self.frameLimit) frames")
      }
    case "Inspector.targetCrashed":
      hasCrashed = true
      throw PageError(.limit, "the page exceeds the memory limit of the browser")
    default: break
    }
  }
}
