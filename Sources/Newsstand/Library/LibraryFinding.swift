/// Something in a library that is not as it should be.
public struct LibraryFinding: Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An installed issue's file is not there.
    case missingContent
    /// It has other bytes than when it was installed.
    case changedContent
    /// The cover, a thumbnail or the table of contents is not there.
    case missingPictures
    /// Pages are not in the index, or it does not fit the texts.
    case missingIndex
    /// A folder that belongs to no issue.
    case orphan
    /// An issue was downloaded, and the program ended before it was installed.
    case interrupted
    /// The records themselves are damaged, or that of one issue.
    case damagedRecords
  }

  public let kind: Kind
  /// The issue that it is about, if any.
  public let id: IssueID?
  /// One sentence: the problem, and its repair.
  public let message: String
  /// True if it is repaired now.
  public let isRepaired: Bool

  public var description: String { message }
}
