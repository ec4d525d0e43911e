extension IssueState {
  /// A state without what goes with it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case notDownloaded, queued, downloading, downloaded, installing, installed, archived, failed

    /// The possible next states: the only table of transitions.
    public var successors: Set<Kind> {
      switch self {
      case .notDownloaded: [.queued]
      // Cancelled, it returns to its earlier state.
      case .queued: [.downloading, .notDownloaded, .archived, .failed]
      // Queued again where the process ended.
      case .downloading: [.downloaded, .queued, .notDownloaded, .archived, .failed]
      // Queued again where its files are not what they were.
      case .downloaded: [.installing, .queued, .notDownloaded, .archived]
      // Downloaded again where it was cancelled, or the process ended.
      case .installing: [.installed, .downloaded, .failed]
      case .installed: [.archived]
      case .archived: [.queued]
      case .failed: [.queued, .notDownloaded, .archived]
      }
    }
  }

  public var kind: Kind {
    switch self {
    case .notDownloaded: .notDownloaded
    case .queued: .queued
    case .downloading: .downloading
    case .downloaded: .downloaded
    case .installing: .installing
    case .installed: .installed
    case .archived: .archived
    case .failed: .failed
    }
  }

  /// Throws `notNow` where the other state cannot come next.
  func check(next: Kind, of id: IssueID) throws(NewsstandError) {
    guard kind.successors.contains(next) else {
      throw NewsstandError(
        .notNow, "the issue \(printable(id.text)) \(kind.sentence(before: next))")
    }
  }
}

extension IssueState.Kind {
  /// The reason why another state cannot come next, and what can be done.
  func sentence(before next: Self) -> String {
    switch (self, next) {
    case (.installed, .queued): "is installed already: read it, or archive it first"
    case (.downloaded, .queued): "is downloaded already: install it"
    case (.queued, _), (.downloading, _), (.installing, _):
      "is \(words): wait for that, or cancel it"
    case (.archived, .archived): "is archived already"
    case (_, .archived): "cannot be archived because it is not downloaded: download it first"
    case (_, .installing), (_, .installed): "is \(words): download it first"
    case (_, .notDownloaded): "is \(words): there is nothing to cancel"
    default: "is \(words) and cannot be \(next.words) now"
    }
  }

  /// For a sentence.
  var words: String {
    switch self {
    case .notDownloaded: "not downloaded"
    case .queued: "queued"
    case .downloading: "being downloaded"
    case .downloaded: "downloaded"
    case .installing: "being installed"
    case .installed: "installed"
    case .archived: "archived"
    case .failed: "failed"
    }
  }
}
