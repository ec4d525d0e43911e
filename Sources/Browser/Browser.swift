import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A browser of its own: Debian's chromium-headless-shell in bubblewrap, told what to do over a
/// pipe. It lays pages out and draws them; it reaches no network and no file.
///
/// It belongs to one thread and ends with its last reference.
public final class Browser {
  let connection: DevToolsConnection
  private var sessions: [String: String] = [:]
  private var spare: PendingTab?
  private var isStarted = false
  private let clock: any JobClock

  /// A browser that costs little until it is started.
  ///
  /// Throws `notInstalled` with the name of a package that is missing, and `limit`.
  public init(_ clock: any JobClock) throws(PageError) {
    self.clock = clock
    connection = DevToolsConnection(MessagePipe(try BrowserProcess()))
    connection.onBrowserEvent = { [unowned self] event, deadline throws(PageError) in
      try handle(event, until: deadline)
    }
  }

  /// Starts the browser if it does not run, without waiting for it (some 0.3 s).
  ///
  /// Throws `limit` if the command cannot be sent, and `damaged` if the browser has ended.
  public func start() throws(PageError) {
    try start(until: deadline(seconds: Self.startSeconds))
  }

  /// Starts the browser and waits until its first tab is there, on elapsed time.
  ///
  /// Throws `limit` when that takes too long, and `damaged` if the browser has ended.
  public func startAndWait() throws(PageError) {
    let deadline = Deadline(seconds: Self.startSeconds, WallClock())
    try start(until: deadline)
    try spare?.finish(of: self, until: deadline)
  }

  private func start(until deadline: Deadline) throws(PageError) {
    guard !isStarted else { return }
    isStarted = true
    // Every new target is paused until its opener is known.
    try connection.tell("Target.setAutoAttach", until: deadline) { json in
      json.member("autoAttach", true)
      json.member("waitForDebuggerOnStart", true)
      json.member("flatten", true)
    }
    try connection.tell("Browser.setDownloadBehavior", until: deadline) { json in
      json.member("behavior", "deny")
    }
    spare = try PendingTab(connection, until: deadline)
  }

  /// The time limit, in seconds, of commands sent ahead, which the browser reads once it runs.
  private static let startSeconds = 8.0

  /// A deadline that many seconds from now, in the time of the browser's clock.
  public func deadline(seconds: Double) -> Deadline { Deadline(seconds: seconds, clock) }

  /// True if it runs, or can be started. A browser that has ended does not come back.
  public var isAlive: Bool { connection.isOpen }

  /// A tab that has shown nothing yet, with cookies, storage and cache of its own. It is closed
  /// with its last reference.
  ///
  /// Throws `limit` when the deadline passes, and `damaged` where the browser has ended.
  public func makeTab(until deadline: Deadline) throws(PageError) -> Tab {
    try start()
    if let pending = spare {
      spare = nil
      return try pending.tab(of: self, until: deadline)
    }
    return try PendingTab(connection, until: deadline).tab(of: self, until: deadline)
  }

  /// Makes the next tab ahead. A failure is reported when the tab is needed.
  public func prepareTab() {
    guard spare == nil, isAlive else { return }
    let deadline = deadline(seconds: 1)
    spare = try? PendingTab(connection, until: deadline)
    try? spare?.advance(until: deadline)
  }

  /// The session of a target, once the browser has told it.
  func session(ofTarget target: String, until deadline: Deadline) throws(PageError) -> String {
    while true {
      if let session = sessions.removeValue(forKey: target) { return session }
      try connection.handleMessage(until: deadline)
    }
  }

  private func handle(_ event: DevToolsConnection.Event, until deadline: Deadline) throws(PageError)
  {
    guard event.name == "Target.attachedToTarget" else { return }
    let (session, target, isOwn) = try DevToolsConnection.read {
      () throws(JSONError) -> (String, String, Bool) in
      let about = try event.parameters.required("targetInfo") { $0 }
      let kind: String = try about.decode("type")
      let opener = try about.member("openerId")
      return (
        try event.parameters.decode("sessionId"), try about.decode("targetId"),
        kind == "page" && opener == nil
      )
    }
    guard isOwn else {
      // A pop-up, or a worker that outlives its page. It has not run a line yet.
      return try connection.tell("Target.closeTarget", until: deadline) { json in
        json.member("targetId", target)
      }
    }
    sessions[target] = session
  }
}

extension Browser {
  /// Changes with the browser that is installed: the size of its program and when it was made.
  public static var build: String { BrowserProgram.build }
}
