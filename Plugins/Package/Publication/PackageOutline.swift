import RectoPageModel

extension PackagePublication: OutlinedPublication {
  /// Each part's own entries, below its title where it has one.
  func outline() throws(PageError) -> [OutlineItem] {
    var items: [OutlineItem] = []
    for part in parts where part.label != .cover {
      let own = try (part.publication as? any OutlinedPublication)?.outline() ?? []
      let entries = own.compactMap { item($0, in: part) }
      if let title = part.title {
        items.append(
          OutlineItem(title: title, target: .page(part.start, nil), children: entries))
      } else {
        items += entries
      }
    }
    return items
  }

  /// Nil for an entry whose page is not shown and that has nothing below it.
  private func item(_ item: OutlineItem, in part: Part) -> OutlineItem? {
    let children = item.children.compactMap { self.item($0, in: part) }
    var target = item.target.map { self.target($0, in: part) }
    if case .page(let page, _)? = item.target, part.place(of: page) == nil {
      guard !children.isEmpty else { return nil }
      target = nil
    }
    return OutlineItem(title: item.title, target: target, children: children)
  }
}
