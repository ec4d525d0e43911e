/// The library's record of an issue that it has, had, or is to have.
public struct IssueRecord: Sendable, Hashable, Identifiable {
  public var issue: Issue
  public var id: IssueID { issue.id }
  /// The catalog that it came from.
  public var store: String?
  /// The state; that of a download without its progress.
  public var state: IssueState
  /// Installed, and not read yet.
  public var isNew: Bool
  /// The number of pages, once it is or was installed.
  public var pageCount: Int?
  /// The files on the disk; the first is opened. Kept when it is archived.
  public var files: [StoredFile]
  public var times: Times

  /// True if the catalog now has other content than is installed: another digest or length or, where
  /// it promises neither, another address.
  func isOther(than offered: Issue) -> Bool {
    let (old, new) = (issue.content, offered.content)
    guard !new.isEmpty, !files.isEmpty else { return false }
    guard new.count == files.count else { return true }
    return new.indices.contains { index in
      if let sha256 = new[index].sha256 { return sha256 != files[index].sha256 }
      if let size = new[index].size { return size != files[index].size }
      guard old.indices.contains(index) else { return true }
      // Behind the question mark are signatures that end.
      return old[index].url.prefix { $0 != "?" } != new[index].url.prefix { $0 != "?" }
    }
  }

  /// The times of the last transitions, in seconds since 1970-01-01T00:00:00Z.
  public struct Times: Sendable, Hashable {
    public var added: Double
    public var downloaded: Double?
    public var installed: Double?
    public var archived: Double?
    public var read: Double?
  }
}

/// A file of an issue in the library.
public struct StoredFile: Sendable, Hashable {
  /// Within the issue's folder.
  public var name: String
  public var size: Int
  /// SHA-256 in 64 lower-case hexadecimal digits.
  public var sha256: String

  public init(name: String, size: Int, sha256: String) {
    self.name = name
    self.size = size
    self.sha256 = sha256
  }
}
