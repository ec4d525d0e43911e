/// Tells the issues of a catalog apart: an id is unique within its publication, and two publications
/// of one catalog may both have an issue `1`.
struct DistinctIssues: Sendable {
  private struct Key: Hashable {
    let publication: String
    let id: String
  }

  private var keys: Set<Key> = []
  private var ids: Set<IssueID> = []

  /// The issue, with another id if that is one of another publication's; nil if it was there before.
  mutating func admit(_ issue: Issue) -> Issue? {
    let key = Key(publication: issue.publication ?? "", id: issue.catalogID)
    guard keys.insert(key).inserted else { return nil }
    if ids.insert(issue.id).inserted { return issue }
    // A URI is the same issue everywhere.
    guard !issue.id.isURI, let publication = issue.publication else { return nil }
    var other = issue
    other.id = IssueID.distinct(issue.catalogID, of: publication) { !ids.contains($0) }
    ids.insert(other.id)
    return other
  }
}

extension IssueID {
  /// True if it names the issue whatever catalog it is in, as identifiers of OPDS do.
  var isURI: Bool { text.utf8.contains(UInt8(ascii: ":")) }

  /// `12@harbor-weekly`, or the like with a number, the first that is free.
  static func distinct(
    _ id: String, of publication: String, isFree: (IssueID) -> Bool
  ) -> IssueID {
    let letters = publication.lowercased().unicodeScalars.map { scalar in
      IssueID.isWordScalar(scalar) ? String(scalar) : "-"
    }
    let words = letters.joined().split(separator: "-").joined(separator: "-")
    let slug = String(words.prefix(40)).cut(toBytes: 120)
    let name = "\(id.cut(toBytes: 800))@\(slug.isEmpty ? "2" : slug)"
    var candidate = IssueID(known: name)
    var number = 2
    while !isFree(candidate) {
      candidate = IssueID(known: "\(name)-\(number)")
      number += 1
    }
    return candidate
  }
}

extension String {
  /// The first scalars that together have no more than so many bytes in UTF-8. A character may be of
  /// any number of bytes.
  fileprivate func cut(toBytes count: Int) -> String {
    guard utf8.count > count else { return self }
    var end = utf8.index(startIndex, offsetBy: count)
    while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
