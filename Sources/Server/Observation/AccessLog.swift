import Dispatch
import Glibc
import RectoHTTP
import RectoJSON
import RectoPageModel
import Synchronization

/// Writes one JSON object a line for each request, in the order in which they are answered.
///
/// Lines are written on a separate queue: a pipe without a reader does not block requests, but
/// loses lines, which the next written line reports.
public final class AccessLog: Sendable {
  private struct Backlog {
    var waiting = 0
    var lost = 0
  }

  private static let longestBacklog = 10_000

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "recto access log")
  private let backlog = Mutex(Backlog())

  /// A log that is appended to a file, or written to standard error for `-`.
  ///
  /// Throws `cannotWrite`. Calls `open`.
  public init(_ path: String) throws(PageError) {
    descriptor =
      path == "-"
      ? dup(STDERR_FILENO) : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o640)
    guard descriptor >= 0 else {
      throw PageError(
        .cannotWrite, "\(path): the log cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ exchange: ObservedExchange) {
    let lost: Int? = backlog.withLock { backlog in
      guard backlog.waiting < Self.longestBacklog else {
        backlog.lost += 1
        return nil
      }
      backlog.waiting += 1
      defer { backlog.lost = 0 }
      return backlog.lost
    }
    guard let lost else { return }
    let time = timespec.now
    queue.async { [self] in
      append(exchange.line(at: time, lost: lost))
      backlog.withLock { $0.waiting -= 1 }
    }
  }

  /// Returns when all lines are written that were given before.
  func flush() async {
    await withCheckedContinuation { done in queue.async { done.resume() } }
  }

  /// In one write, so that lines of several processes do not mix.
  private func append(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

extension ObservedExchange {
  /// `{"time","client","method","target","status","bytes","ms","route","agent"}`, with
  /// `"lost"` where lines before it were.
  fileprivate func line(at time: timespec, lost: Int) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("time", Timestamp(seconds: time.tv_sec).iso8601)
      json.member("client", client)
      json.member("method", request.method.rawValue.prefix(16).description)
      json.member("target", request.target.withoutSecrets)
      json.member("status", response.status.rawValue)
      if let byteCount { json.member("bytes", byteCount) }
      json.member("ms", seconds * 1000)
      json.member("route", route)
      json.optional("agent", request.headers["User-Agent"].map { String($0.prefix(256)) })
      if lost > 0 { json.member("lost", lost) }
    }
    return json.bytes + [0x0A]
  }
}

extension timespec {
  fileprivate static var now: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }
}

extension HTTPTarget {
  /// The text, with the values of query items that may be secrets left out.
  var withoutSecrets: String {
    guard query.contains(where: { Self.isSecret($0.name) }),
      let mark = text.firstIndex(of: "?")
    else { return text }
    let items = zip(text[text.index(after: mark)...].split(separator: "&"), query)
      .map { text, item in
        Self.isSecret(item.name) ? "\(text.prefix { $0 != "=" })=…" : String(text)
      }
    return text[...mark] + items.joined(separator: "&")
  }

  private static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["token", "password", "secret", "signature"].contains(where: name.contains)
  }
}
