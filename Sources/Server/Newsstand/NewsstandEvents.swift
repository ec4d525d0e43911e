import RectoHTTP
import RectoJSON
import RectoNewsstand
import RectoPageModel

/// The events of the newsstand, for a page that shows it: `issue` with its key, state and progress,
/// and `change` after a change of the list. At most some ten a second for each download.
struct NewsstandEvents: Sendable {
  private let newsstand: Newsstand

  init(_ newsstand: Newsstand) {
    self.newsstand = newsstand
  }

  func response() -> HTTPResponse {
    let events = newsstand.events
    return .events { writer in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for await event in events { try await writer.write(Self.sent(event)) }
        }
        // Many networks close a connection without traffic.
        group.addTask {
          while true {
            try await writer.write(ServerSentEvent.keepAlive)
            try await Task.sleep(for: .seconds(15))
          }
        }
        try await group.next()
        group.cancelAll()
      }
    }
  }

  private static func sent(_ event: NewsstandEvent) -> ServerSentEvent {
    guard case .issueChanged(let id, let state) = event else {
      return ServerSentEvent("change", data: "{}")
    }
    var json = JSONWriter()
    json.object { json in
      json.member("key", IssueKey.key(of: id))
      json.member("state", state.name)
      if case .downloading(let progress) = state {
        json.key("progress")
        json.object { progress.writeMembers(to: &$0) }
      }
      if case .failed(let error) = state { json.member("error", error.message) }
    }
    return ServerSentEvent("issue", data: String(decoding: json.bytes, as: UTF8.self))
  }
}
