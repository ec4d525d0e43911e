import RectoEPUBReading
import RectoPageModel

/// The labels of the pages of the printed edition (EPUB 3.3, 7.4.1.4; OPF 2.0.1, 2.4.1), by the
/// documents that they lead into.
struct PrintedLabels {
  struct Entry {
    let label: String
    /// The name of the element that begins the printed page; nil where the document does.
    let fragment: String?
  }

  private var entries: [Int: [Entry]] = [:]
  private var labels: Set<String> = []

  /// The first of two entries with the same label counts, and the first of a document that is one page.
  init(of book: Book, in spine: SplitSpine) {
    for entry in book.pageList where !entry.label.isEmpty {
      guard case .resource(let path, let fragment) = entry.target,
        let item = spine.item(of: path, named: fragment),
        !(spine.items[item].isFixed && entries[item] != nil), labels.insert(entry.label).inserted
      else { continue }
      let name = fragment.flatMap { $0.isEmpty ? nil : $0 }
      entries[item, default: []].append(Entry(label: entry.label, fragment: name))
    }
  }

  /// The labels in a document of the spine, in their order.
  func entries(ofItem item: Int) -> [Entry] { entries[item] ?? [] }

  /// The label of a page without one in print: its number, in brackets if that is the label of a page.
  func number(ofPage index: Int) -> String {
    let number = "\(index + 1)"
    return labels.contains(number) ? "[\(number)]" : number
  }
}

extension EPUBPublication {
  func label(ofItem item: Int, page: Int, at index: Int) -> String {
    let entries = labels.entries(ofItem: item)
    let place =
      spine[item].isFixed ? entries.indices.first : labeledPages(ofItem: item).firstIndex(of: page)
    return place.map { entries[$0].label } ?? labels.number(ofPage: index)
  }

  /// For each label in a chapter its page there, or -1 if the chapter does not have the place. They are
  /// kept, so that a list of all pages opens no chapter.
  @discardableResult
  func labeledPages(ofItem item: Int) -> [Int] {
    let entries = labels.entries(ofItem: item)
    guard !entries.isEmpty else { return [] }
    let name = LayoutName.labels(ofPart: item)
    if let known = numbers(name), known.count == entries.count { return known }
    guard let chapter = try? shelf.chapter(item) else { return [] }
    let pages = entries.map { entry in
      entry.fragment.map { chapter.place(named: $0)?.page ?? -1 } ?? 0
    }
    keep(pages, as: name, isLasting: true)
    return pages
  }
}

extension LayoutName {
  /// The page of each printed label in a part.
  static func labels(ofPart index: Int) -> LayoutName { LayoutName("labels \(index)")! }
}
