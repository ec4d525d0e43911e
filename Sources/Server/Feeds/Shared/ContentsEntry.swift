import RectoJSON
import RectoPageModel
import RectoPluginKit

/// An entry of a table of contents that leads to a page, or has entries below it that do. Others,
/// such as those that lead to another file, are left out.
struct ContentsEntry: Sendable, Hashable {
  /// On one line.
  let title: String
  /// Nil for an entry that only groups others.
  let page: Int?
  let children: [ContentsEntry]

  /// The maximum number of entries; the first ones are kept.
  static let maximumCount = 5_000
  /// The maximum length of a title in Unicode scalars.
  static let titleCount = 300

  /// The entries of an outline.
  static func entries(_ outline: [OutlineItem], pageCount: Int) -> [ContentsEntry] {
    var left = maximumCount
    return entries(outline, pageCount, &left)
  }

  private static func entries(
    _ items: [OutlineItem], _ pageCount: Int, _ left: inout Int
  ) -> [ContentsEntry] {
    var entries: [ContentsEntry] = []
    for item in items {
      guard left > 0 else { break }
      left -= 1
      var page: Int?
      if case .page(let index, _) = item.target, (0..<pageCount).contains(index) { page = index }
      let children = self.entries(item.children, pageCount, &left)
      guard page != nil || !children.isEmpty else { continue }
      let title = DisplayText(item.title, maximumCount: titleCount).text
      entries.append(
        ContentsEntry(title: title.isEmpty ? "…" : title, page: page, children: children))
    }
    return entries
  }

  /// Its own page, or that of the first below it which has one.
  var firstPage: Int { page ?? children.first?.firstPage ?? 0 }
}
