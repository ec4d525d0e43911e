/// The state of an issue between a catalog and a reader.
public enum IssueState: Sendable, Hashable {
  case notDownloaded
  case queued
  case downloading(DownloadProgress)
  /// All of it is here, and is what the catalog promised.
  case downloaded
  case installing
  /// It can be read.
  case installed
  /// Its content was removed, and its record is kept.
  case archived
  case failed(NewsstandError)

  /// Its name in JSON and in the library's records.
  public var name: String { kind.rawValue }
}

/// The progress of a download, of all files of the issue together.
public struct DownloadProgress: Sendable, Hashable {
  /// The number of bytes on the disk.
  public var received: Int
  /// The total number of bytes; nil if unknown.
  public var total: Int?
  /// The present rate in bytes per second; 0 at the start.
  public var rate: Double

  public init(received: Int = 0, total: Int? = nil, rate: Double = 0) {
    self.received = received
    self.total = total
    self.rate = rate
  }

  /// The downloaded share from 0 to 1; nil if the total is unknown.
  public var fraction: Double? {
    total.map { $0 > 0 ? min(1, Double(received) / Double($0)) : 1 }
  }

  /// The remaining time in seconds; nil if the total or the rate is unknown.
  public var secondsLeft: Double? {
    guard let total, rate > 0 else { return nil }
    return Double(max(0, total - received)) / rate
  }
}

/// A possible action of a person on an issue.
public enum IssueAction: String, Sendable, Hashable, CaseIterable {
  case buy, download, cancel, install, read, update, archive
}
