import RectoEPUBReading
import RectoJSON
import RectoPageModel
import RectoPluginKit

extension EPUBPublication {
  /// The target of a file of the book, or of an element in it, in the publication.
  func target(ofPath path: String, fragment: String?) -> LinkTarget {
    guard let file = try? RelativePath(path) else { return .broken(path) }
    guard let item = splitSpine.item(of: file, named: fragment) else {
      return open.contains(file)
        ? .file(path) : .broken(path + (fragment.map { "#\($0)" } ?? ""))
    }
    return target(ofItem: item, fragment: fragment)
  }

  func target(_ reference: BookReference) -> LinkTarget {
    switch reference {
    case .resource(let path, let fragment): target(ofPath: path.text, fragment: fragment)
    case .remote(let address): .url(address)
    }
  }

  /// A fragment that names nothing leads to the document's beginning, as in every browser. A
  /// document outside the excerpt is another file.
  private func target(ofItem item: Int, fragment: String?) -> LinkTarget {
    guard let start = start(ofItem: item) else { return .file(spine[item].path.text) }
    guard let fragment, !fragment.isEmpty, !spine[item].isFixed,
      let place = try? shelf.chapter(item).place(named: fragment)
    else { return .page(start, nil) }
    return .page(start + place.page, place.point)
  }

  /// One of the pages of fixed size, by its number among them.
  func fixedTarget(_ number: Int, _ point: Point?) -> LinkTarget {
    let items = spine.indices.filter { spine[$0].isFixed }
    guard items.indices.contains(number) else { return .broken("page \(number + 1)") }
    guard let start = start(ofItem: items[number]) else {
      return .file(spine[items[number]].path.text)
    }
    return .page(start, point)
  }
}

extension EPUBPublication: OutlinedPublication {
  /// The table of contents; of a book without one its landmarks.
  func outline() throws(PageError) -> [OutlineItem] {
    try finish()
    if let bytes = shelf.store?.layout(.outline), let kept = try? [OutlineItem](jsonBytes: bytes) {
      return kept
    }
    let entries = book.contents.isEmpty ? book.landmarks : book.contents
    let outline = entries.compactMap(outlineItem)
    if isWhole {
      var json = JSONWriter(isExact: true)
      json.array(outline) { $0.value($1) }
      shelf.store?.keep(json.bytes, as: .outline, isLasting: true)
    }
    return outline
  }

  /// Returns nil for an entry without words and without entries below it.
  private func outlineItem(_ entry: NavigationEntry) -> OutlineItem? {
    let children = entry.children.compactMap(outlineItem)
    guard !entry.label.isEmpty || !children.isEmpty else { return nil }
    return OutlineItem(title: entry.label, target: entry.target.map(target), children: children)
  }
}
