/// A page of an installed issue that a search found.
public struct LibraryHit: Sendable, Hashable {
  public let id: IssueID
  /// The title of the issue.
  public let title: String
  /// The index of the page, from 0.
  public let page: Int
  /// The words around the hits.
  public let snippet: String
  /// The ranges of the hits in `snippet`, counted in characters.
  public let marks: [Range<Int>]

  /// `marked` has each hit between U+0002 and U+0003.
  init(id: IssueID, title: String, page: Int, marked: String) {
    var snippet = ""
    var marks: [Range<Int>] = []
    var count = 0
    var start = 0
    for piece in IndexedText.joined(marked) {
      switch piece {
      case "\u{2}": start = count
      case "\u{3}": marks.append(start..<count)
      default:
        snippet.append(piece)
        count += 1
      }
    }
    self.id = id
    self.title = title
    self.page = page
    self.snippet = snippet
    self.marks = marks
  }
}
