import PageModel

/// The time that passes in a page: its own, which stands still while files are fetched and goes on
/// at once where nothing happens. The same page is therefore at the same moment each time.
struct PageClock {
  private let tab: Tab

  /// Milliseconds that a page has, by its own clock, to become what it is to look like.
  private static let budget = 500
  /// Tasks in a row without a tick, after which the clock ticks all the same.
  private static let patience = 10_000
  /// Seconds since 1970: the first second of 2026. A page that shows the date shows this one.
  private static let start = 1_767_225_600

  init(_ tab: Tab) { self.tab = tab }

  /// How many frames the browser shows in that time depends on the machine. Scripts get theirs by
  /// the page's clock, 60 in a second, and not more than fill four fifths of its time: one that
  /// draws without an end has then drawn as often each time. Random numbers are the same ones in
  /// every document (Marsaglia's xorshift), whatever else its process has shown, and dates come in
  /// tenths of a second: a document begins a few milliseconds sooner or later.
  private static let sameness = """
    (() => {
      let state = 0x2545F491;
      Math.random = () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) / 4294967296;
      };
      const RealDate = Date;
      const now = () => Math.floor(RealDate.now() / 100) * 100;
      window.Date = new Proxy(RealDate, {
        construct: (date, given, target) =>
          Reflect.construct(date, given.length ? given : [now()], target),
        apply: () => new RealDate(now()).toString(),
        get: (date, name) => name === "now" ? now : Reflect.get(date, name),
      });
      const later = setTimeout;
      let number = 0, shown = 0, waiting = new Map();
      const show = () => {
        const callbacks = waiting.values();
        waiting = new Map();
        shown++;
        for (const callback of callbacks)
          try { callback(performance.now()); } catch (error) { reportError(error); }
      };
      window.requestAnimationFrame = callback => {
        if (waiting.size === 0 && shown < 24) later(show, 16);
        waiting.set(++number, callback);
        return number;
      };
      window.cancelAnimationFrame = number => { waiting.delete(number); };
    })();
    """

  /// Stops the clock of the page that is loaded next.
  func stop(until deadline: Deadline) throws(PageError) {
    try tab.connection.tell(
      "Page.addScriptToEvaluateOnNewDocument", session: tab.session, until: deadline
    ) { $0.member("source", Self.sameness) }
    try tab.connection.tell(
      "Emulation.setVirtualTimePolicy", session: tab.session, until: deadline
    ) { json in
      json.member("policy", "pause")
      json.member("initialVirtualTime", Self.start)
    }
  }

  /// Lets the time pass and waits until it has.
  func run(until deadline: Deadline) throws(PageError) {
    tab.hasSpentItsTime = false
    _ = try tab.connection.ask(
      "Emulation.setVirtualTimePolicy", session: tab.session, until: deadline
    ) { json in
      json.member("policy", "pauseIfNetworkFetchesPending")
      json.member("budget", Self.budget)
      json.member("maxVirtualTimeTaskStarvationCount", Self.patience)
    }
    while !tab.hasSpentItsTime { try tab.connection.hear(until: deadline) }
  }
}
