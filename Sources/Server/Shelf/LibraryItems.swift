import Newsstand
import PageModel

/// The installed issues of a library, as items of the shelf.
struct LibraryItems: Sendable {
  let reader: LibraryReader

  /// The issues, the newest first; empty if the library cannot be read, which it reports itself.
  func items() async -> [ShelfItem] {
    var items: [ShelfItem] = []
    for record in (try? await reader.records()) ?? [] {
      guard case .installed = record.state, let path = try? await reader.content(of: record.id),
        let root = try? ServedRoot(path), let state = SourceState(root.path)
      else { continue }
      items.append(
        ShelfItem(
          id: IssueKey.publication(of: record.id), path: root.path, name: record.issue.title,
          byteCount: state.byteCount, modified: state.modified, version: state.version))
    }
    return items
  }
}
