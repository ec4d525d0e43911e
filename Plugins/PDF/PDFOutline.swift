import CRectoPoppler
import RectoPageModel

extension PDFPublication: OutlinedPublication {
  /// The maximum depth; deeper entries are left out. Poppler itself does not guard against loops.
  private static let maximumDepth = 64
  /// The maximum number of entries, more than a person could use.
  private static let maximumEntries = 100_000

  /// Calls `poppler_index_iter_new` and the other functions of `PopplerIndexIter`.
  func outline() throws(PageError) -> [OutlineItem] {
    var count = 0
    return outline(poppler_index_iter_new(document), depth: 0, count: &count)
  }

  /// Takes ownership of the iterator, which is nil without entries.
  private func outline(_ iterator: OpaquePointer?, depth: Int, count: inout Int) -> [OutlineItem] {
    guard let iterator else { return [] }
    defer { poppler_index_iter_free(iterator) }
    guard depth < Self.maximumDepth else { return [] }
    var items: [OutlineItem] = []
    repeat {
      count += 1
      guard count <= Self.maximumEntries else { break }
      guard let action = poppler_index_iter_get_action(iterator) else { continue }
      defer { poppler_action_free(action) }
      let children = outline(
        poppler_index_iter_get_child(iterator), depth: depth + 1, count: &count)
      items.append(
        OutlineItem(
          title: borrowString(action.pointee.any.title) ?? "", target: target(of: action),
          children: children))
    } while poppler_index_iter_next(iterator) != 0
    return items
  }
}
