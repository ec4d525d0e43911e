import RectoPageModel

/// A receiver of a publisher's news.
public enum NewsReceiver: Sendable, Hashable {
  /// Another server, by the URL that takes its pushes, such as
  /// `https://shelf.example/api/1/newsstand/push`.
  case server(String)
  /// The browsers that a library knows, by its folder: those of the readers of a `recto serve` here.
  case library(String)

  /// A URL of `http` or `https`, or else a folder.
  public init(_ text: String) {
    let isURL = text.hasPrefix("https://") || text.hasPrefix("http://")
    self = isURL ? .server(text) : .library(text)
  }
}

/// Announces new issues to servers and readers.
public struct Announcement: Sendable {
  /// The result for all receivers.
  public struct Report: Sendable, Hashable {
    /// The number of servers that were notified.
    public var servers = 0
    /// The number of browsers that were notified.
    public var readers = 0
    /// The number of browsers that withdrew their permission.
    public var gone = 0
    /// A sentence for each receiver that was not notified.
    public var problems: [String] = []
  }

  private let sender: PushSender
  private let token: String?

  /// `token` is for servers that require one.
  public init(sender: PushSender, token: String? = nil) {
    self.sender = sender
    self.token = token
  }

  /// Tells each receiver, one after the other; failures are problems of the report.
  public func send(_ notice: PushNotice, to receivers: [NewsReceiver]) async -> Report {
    var report = Report()
    for receiver in receivers {
      switch receiver {
      case .server(let url):
        switch await sender.send(notice, toServer: url, token: token) {
        case .sent: report.servers += 1
        case .gone: report.problems.append("\(url) does not accept pushes: nothing is there")
        case .failed(let error): report.problems.append(error.message)
        }
      case .library(let path): await tellReaders(of: path, notice, &report)
      }
    }
    return report
  }

  private func tellReaders(
    of path: String, _ notice: PushNotice, _ report: inout Report
  ) async {
    do throws(NewsstandError) {
      for (_, outcome) in try await LibraryReader(path).tell(notice, by: sender) {
        switch outcome {
        case .sent: report.readers += 1
        case .gone: report.gone += 1
        case .failed(let error): report.problems.append(error.message)
        }
      }
    } catch {
      report.problems.append(error.message)
    }
  }
}
