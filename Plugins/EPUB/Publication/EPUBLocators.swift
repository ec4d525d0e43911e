import RectoEPUBReading
import RectoPageModel

/// A place is a document of the book and how far into its letters, with some of the words there.
extension EPUBPublication: LocatingPublication {
  func locator(ofPage index: Int) throws(PageError) -> Locator {
    let (item, page) = try place(ofPage: index)
    var locator = Locator(
      href: Locator.href(ofPath: spine[item].path.text), mediaType: spine[item].mediaType)
    locator.title = title(ofItem: item)
    var progression = 0.0
    if spine[item].isFixed {
      locator.progression = 0
    } else {
      progression = try shelf.chapter(item).progression(ofPage: page)
      locator.progression = lengths.progression(
        ofItem: item, at: progression, of: splitSpine.document(ofItem: item))
      locator.textHighlight = try firstWords(ofPage: index)
    }
    if !isExcerpt {
      locator.position = index + 1
      locator.totalProgression = lengths.progression(ofItem: item, at: progression)
    }
    return locator
  }

  func page(of locator: Locator) throws(PageError) -> Int? {
    guard let (item, progression) = place(of: locator), let start = start(ofItem: item) else {
      return nil
    }
    guard !spine[item].isFixed else { return start }
    let chapter = try shelf.chapter(item)
    if let progression {
      return start + (try chapter.page(at: min(1, max(0, progression))))
    }
    for fragment in locator.fragments {
      if let place = chapter.place(named: fragment) { return start + place.page }
    }
    return start
  }

  /// The item of the spine that has a place, and the place there from 0 to 1 where the locator says
  /// it. A document that the book does not have, such as one of another edition, leaves the share of
  /// the whole.
  func place(of locator: Locator) -> (item: Int, progression: Double?)? {
    if let item = item(of: locator) {
      guard let progression = locator.progression else {
        return (splitSpine.item(inDocumentOf: item, named: locator.fragments.first), nil)
      }
      return lengths.place(at: progression, of: splitSpine.document(ofItem: item))
    }
    guard !isExcerptWanted, let total = locator.totalProgression, (0...1).contains(total) else {
      return nil
    }
    return lengths.place(at: total).map { ($0.item, $0.progression) }
  }

  /// The first item of the locator's document. A spine may name a document several times: of these it
  /// is the one whose share of the book is nearest to the locator's.
  private func item(of locator: Locator) -> Int? {
    let found = spine.indices.filter {
      Locator.href(ofPath: spine[$0].path.text) == locator.href
        && splitSpine.document(ofItem: $0).lowerBound == $0
    }
    guard found.count > 1, let total = locator.totalProgression else { return found.first }
    func distance(_ item: Int) -> Double {
      let document = splitSpine.document(ofItem: item)
      let (part, place) = lengths.place(at: locator.progression ?? 0, of: document)
      return abs(lengths.progression(ofItem: part, at: place) - total)
    }
    return found.min { distance($0) < distance($1) }
  }

  /// The title of a document in the table of contents: the first entry that leads there.
  private func title(ofItem item: Int) -> String? {
    let first = splitSpine.document(ofItem: item).lowerBound
    func find(_ entries: [NavigationEntry]) -> String? {
      for entry in entries {
        if let path = entry.target?.path, splitSpine.item(of: path) == first, !entry.label.isEmpty {
          return entry.label
        }
        if let found = find(entry.children) { return found }
      }
      return nil
    }
    return find(book.contents)
  }

  /// The number of words that a locator quotes.
  private static let quotedWords = 12

  private func firstWords(ofPage index: Int) throws(PageError) -> String? {
    let text = try (page(at: index) as? any TextPage)?.text() ?? .none
    let words = text.blocks.flatMap(\.lines).flatMap(\.words).prefix(Self.quotedWords)
    return words.isEmpty ? nil : words.map(\.text).joined(separator: " ")
  }
}
