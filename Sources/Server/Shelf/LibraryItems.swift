import RectoNewsstand
import RectoPageModel

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
          byteCount: state.byteCount, modified: state.modified, version: state.version,
          catalogTitle: record.issue.title))
    }
    return items
  }

  /// The further files of an installed issue, such as a supplement, a sound or a film, as items
  /// that no list contains.
  func parts(of publication: String) async -> [ShelfItem] {
    let records = (try? await reader.records()) ?? []
    guard let record = records.first(where: { IssueKey.publication(of: $0.id) == publication })
    else { return [] }
    let title = record.issue.title
    return ((try? await reader.parts(of: record.id)) ?? []).enumerated().compactMap { index, path in
      guard let root = try? ServedRoot(path), let state = SourceState(root.path) else { return nil }
      let number = index + 2
      return ShelfItem(
        id: "\(publication)\(Self.partMark)\(number)", path: root.path,
        name: "\(title) (\(number))",
        byteCount: state.byteCount, modified: state.modified, version: state.version,
        catalogTitle: "\(title) (\(number))")
    }
  }

  /// The id of the issue in the id of a part; nil for other ids.
  static func publication(ofPart id: String) -> String? {
    guard IssueKey.isPublication(id), let mark = id.firstRange(of: partMark) else { return nil }
    return String(id[..<mark.lowerBound])
  }

  private static let partMark = ".part-"
}
