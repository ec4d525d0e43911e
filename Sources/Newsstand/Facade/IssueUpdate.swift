/// New content of an installed issue, which stays readable until the new content takes its place.
public enum IssueUpdate: Sendable, Hashable {
  case available
  case downloading(DownloadProgress)
  case failed(NewsstandError)

  /// Its name in JSON.
  public var name: String {
    switch self {
    case .available: "available"
    case .downloading: "downloading"
    case .failed: "failed"
    }
  }
}
