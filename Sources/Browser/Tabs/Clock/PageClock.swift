import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The time that passes in a page: its own, which stands still while files are fetched and goes on
/// at once where nothing happens. The same page is therefore at the same moment each time.
struct PageClock {
  private let tab: Tab

  /// Milliseconds that a loaded page has to reach its final look.
  private static let life = 500
  /// Milliseconds that the browser's clock may need beside those.
  private static let slack = 100
  /// Times that a page is given as much again where it has not loaded by then.
  private static let attempts = 10
  /// Tasks in a row without a tick, after which the clock ticks all the same.
  private static let patience = 10_000
  /// Seconds since 1970: the first second of 2026. A page that shows the date shows this one.
  private static let start = 1_767_225_600

  init(_ tab: Tab) { self.tab = tab }

  /// The start of a document and the number of frames depend on the machine even by the browser's
  /// own clock. Every document therefore has a clock of its own for timers and dates: it stands
  /// still until everything has loaded, then advances in steps until its end. Random numbers are
  /// the same ones in every document (Marsaglia's xorshift), whatever else its process has shown.
  private static let sameness = """
    (() => {
      let state = 0x2545F491;
      Math.random = () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) / 4294967296;
      };
      const random = Math.random;
      Crypto.prototype.getRandomValues = array => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let index = 0; index < bytes.length; index++) bytes[index] = random() * 256;
        return array;
      };
      // RFC 9562, 5.4.
      Crypto.prototype.randomUUID = () => "10000000-1000-4000-8000-100000000000".replace(
        /[018]/g, digit => (digit ^ random() * 16 >> digit / 4).toString(16));
      let now = 0;
      performance.now = () => now;
      const RealDate = Date;
      window.Date = new Proxy(RealDate, {
        construct: (date, given, target) =>
          Reflect.construct(date, given.length ? given : [\(start)000 + now], target),
        apply: () => new RealDate(\(start)000 + now).toString(),
        get: (date, name) =>
          name === "now" ? () => \(start)000 + now : Reflect.get(date, name),
      });

      const later = setTimeout;
      const call = (work, given) => {
        try {
          if (typeof work === "function") work.apply(window, given); else (0, eval)(String(work));
        } catch (error) { reportError(error); }
      };
      // The pending callbacks, by their number.
      const waiting = new Map();
      let numbers = 0;
      const wait = (work, delay, every, given) => {
        waiting.set(++numbers, { due: now + delay, work, every, given });
        return numbers;
      };
      const milliseconds = (value, least) => Math.max(least, Number(value) || 0);
      window.setTimeout = (work, delay, ...given) => wait(work, milliseconds(delay, 1), 0, given);
      window.setInterval = (work, delay, ...given) => {
        const every = milliseconds(delay, 4);
        return wait(work, every, every, given);
      };
      window.clearTimeout = window.clearInterval = number => { waiting.delete(Number(number)); };
      window.requestAnimationFrame = work => {
        const due = Math.floor(now * 60 / 1000 + 1) * 1000 / 60;
        return wait(() => work(now), due - now, 0, []);
      };
      window.cancelAnimationFrame = window.clearTimeout;
      window.requestIdleCallback = work =>
        wait(() => work({ didTimeout: false, timeRemaining: () => 10 }), 1, 0, []);
      window.cancelIdleCallback = window.clearTimeout;

      // A transition of the view waits for frames, which come when they come: only its end is shown.
      const skip = given => {
        const update = typeof given === "function" ? given : given?.update;
        const done = Promise.resolve().then(() => update?.());
        const settled = done.then(() => {});
        return {
          updateCallbackDone: settled, ready: settled, finished: settled, types: new Set(),
          skipTransition() {},
        };
      };
      for (const { prototype } of [Document, Element])
        if ("startViewTransition" in prototype) prototype.startViewTransition = skip;

      const callAllUntil = end => {
        while (true) {
          let first = null, number = 0;
          for (const [key, entry] of waiting)
            if (entry.due <= end && (first === null || entry.due < first.due))
              [number, first] = [key, entry];
          if (first === null) break;
          now = Math.max(now, first.due);
          if (first.every) first.due += first.every; else waiting.delete(number);
          call(first.work, first.given);
        }
        now = end;
      };
      const step = 10;
      let begun = false;
      const measure = Element.prototype.getBoundingClientRect;
      const measureRoot = () => {
        if (document.documentElement) measure.call(document.documentElement);
      };
      const begin = () => {
        if (begun) return;
        begun = true;
        later(() => {
          // A browser that expects a page to lead elsewhere does not lay it out, so fonts are not asked for.
          measureRoot();
          pass();
        }, step);
      };
      const pass = () => {
        callAllUntil(Math.floor(now / step + 1) * step);
        if (now < \(life)) later(pass, step); else finish();
      };
      // Opens what folds, and asks for the fonts of all that is shown: the clock waits for files, and
      // stands still after that.
      const finish = () => {
        for (const folded of document.querySelectorAll("details")) {
          folded.removeAttribute("name");
          folded.open = true;
        }
        measureRoot();
      };
      addEventListener("load", begin);
      later(begin, \(life));
    })();
    """

  /// Stops the clock of the page that is loaded next. Waits for it: another process may show that
  /// page, and is told only what has been acknowledged by then.
  func stop(until deadline: Deadline) throws(PageError) {
    let script = try tab.connection.send(
      "Page.addScriptToEvaluateOnNewDocument", session: tab.session, until: deadline
    ) { $0.member("source", Self.sameness) }
    let policy = try tab.connection.send(
      "Emulation.setVirtualTimePolicy", session: tab.session, until: deadline
    ) { json in
      json.member("policy", "pause")
      json.member("initialVirtualTime", Self.start)
    }
    for ticket in [script, policy] { _ = try tab.connection.answer(to: ticket, until: deadline) }
  }

  /// Advances the page's clock and waits until its end.
  ///
  /// Frames come when they come, by no clock of the page. What is told of them - which elements are seen,
  /// how large they are - is waited for twice: early, so that the page has time to act on it, and at the end.
  func run(until deadline: Deadline) throws(PageError) {
    try pass(Self.slack, until: deadline)
    try tab.awaitFrame(until: deadline)
    for _ in 0..<Self.attempts {
      let age = try documentAge(until: deadline)
      if age >= Double(Self.life) { break }
      try pass(Self.life + Self.slack - Int(age), until: deadline)
    }
    try tab.awaitFrame(until: deadline)
    try pass(Self.slack, until: deadline)
  }

  private func pass(_ milliseconds: Int, until deadline: Deadline) throws(PageError) {
    tab.hasSpentItsTime = false
    _ = try tab.connection.ask(
      "Emulation.setVirtualTimePolicy", session: tab.session, until: deadline
    ) { json in
      json.member("policy", "pauseIfNetworkFetchesPending")
      json.member("budget", milliseconds)
      json.member("maxVirtualTimeTaskStarvationCount", Self.patience)
    }
    while !tab.hasSpentItsTime { try tab.connection.hear(until: deadline) }
  }

  /// Milliseconds since the document began, by its own clock.
  private func documentAge(until deadline: Deadline) throws(PageError) -> Double {
    let answer = try tab.connection.ask("Runtime.evaluate", session: tab.session, until: deadline) {
      $0.member("expression", "Number(performance.now())")
      $0.member("returnByValue", true)
    }
    // A page that tampers with its clock may answer no number.
    return try Connection.read { () throws(JSONError) -> Double? in
      try answer.member("result")?.decodeIfPresent("value")
    } ?? 0
  }
}
