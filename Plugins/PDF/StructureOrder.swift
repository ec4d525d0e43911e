import CPopplerPage
import PageModel

/// The reading order that a tagged PDF states (ISO 32000-2, 14.8): for each page, which marked
/// content comes when, and in what block.
struct StructureOrder {
  private struct Content {
    let rank: Int
    let block: Int32
    let role: TextRole
    let language: String?
    let alternative: String?
  }

  /// By page and marked-content identifier.
  private var contents: [Int: [Int32: Content]] = [:]

  /// Less of a page's words in the tree than this, and the tags are not believed: they were
  /// left behind by an editor, or cover only the headings.
  private static let requiredShare = 0.5

  /// Calls `recto_structure_new`; a document without tags gives an empty order.
  init(document: OpaquePointer) {
    guard let structure = recto_structure_new(document) else { return }
    defer { recto_structure_free(structure) }
    var count = 0
    let list = UnsafeBufferPointer(start: recto_structure_contents(structure, &count), count: count)
    for (rank, content) in list.enumerated() {
      let role = content.role.flatMap { roles[String(cString: $0)] } ?? .paragraph
      let language = languageTag(content.language.map { String(cString: $0) })
      let alternative = content.alternative.map { String(cString: $0) }
      // Content that stands twice in the tree is read where it comes first.
      if contents[Int(content.page)]?[content.mcid] == nil {
        contents[Int(content.page), default: [:]][content.mcid] = Content(
          rank: rank, block: content.block, role: role, language: language, alternative: alternative
        )
      }
    }
  }

  /// True if the tree has any content.
  var isTagged: Bool { !contents.isEmpty }

  func isTagged(page: Int) -> Bool { contents[page] != nil }

  /// The replacement text of the elements around a marked content (ISO 32000-2, 14.9.3); nil if
  /// they have none, or if it is in none.
  func alternative(ofContent identifier: Int32, on page: Int) -> String? {
    contents[page]?[identifier]?.alternative
  }

  /// The page's words in the order of the tree, or nil where the page is not tagged well enough.
  func order(_ builder: TextBuilder, on page: Int) -> PageText? {
    guard let contents = contents[page] else { return nil }
    let words = builder.text.words
    let listed = words.indices.count { contents[words[$0].mcid] != nil }
    guard listed > 0, Double(listed) >= Self.requiredShare * Double(words.count) else {
      return nil
    }
    let tagged = tagged(builder, contents)
    // Within one content the order in which it is drawn is that of reading (14.8.2.5).
    let sorted = tagged.sorted {
      ($0.content.rank, words[$0.word].position) < ($1.content.rank, words[$1.word].position)
    }
    var blocks = sorted.split(between: { $0.content.block != $1.content.block }).compactMap { run in
      makeBlock(run, builder)
    }
    // Content outside the tree is page furniture, and comes last.
    blocks += builder.text.blocks.indices.compactMap { block in
      builder.makeBlock(role: .artifact, ofBlock: block) { words[$0].mcid < 0 }
    }
    return PageText(order: .structureTree, blocks: blocks)
  }

  /// The marked words, with their content. Poppler's tree lacks the elements that only PDF 2.0
  /// knows, such as `Em`: marked words outside the tree belong to the content drawn before them, or
  /// after them at the start of a line.
  private func tagged(
    _ builder: TextBuilder, _ contents: [Int32: Content]
  ) -> [(word: Int, content: Content)] {
    let words = builder.text.words
    var result: [(word: Int, content: Content)] = []
    var lost: [Int] = []
    func place(before next: (word: Int, content: Content)?) {
      guard let first = lost.first, let last = lost.last else { return }
      let previous = result.last
      let isAtBeginning =
        next.map { next in
          builder.isOneLine(last, next.word)
            && !(previous.map { builder.isOneLine($0.word, first) } ?? false)
        } ?? false
      if let neighbor = isAtBeginning ? next : previous ?? next {
        result += lost.map { ($0, neighbor.content) }
      }
      lost = []
    }
    let marked = words.indices.filter { words[$0].mcid >= 0 }
      .sorted { words[$0].position < words[$1].position }
    for word in marked {
      guard let content = contents[words[word].mcid] else {
        lost.append(word)
        continue
      }
      place(before: (word, content))
      result.append((word, content))
    }
    place(before: nil)
    return result
  }

  private func makeBlock(
    _ run: ArraySlice<(word: Int, content: Content)>, _ builder: TextBuilder
  ) -> TextBlock? {
    guard let first = run.first else { return nil }
    let lines = run.split(between: { !builder.isOneLine($0.word, $1.word) }).compactMap { line in
      builder.makeLine(
        words: builder.visualOrder(line.map(\.word)), language: line.first?.content.language)
    }
    return TextBlock(role: first.content.role, lines: lines)
  }
}

extension RandomAccessCollection {
  /// Cuts the collection between neighbors for which `areParted` holds.
  fileprivate func split(
    between areParted: (Element, Element) -> Bool
  ) -> [SubSequence] {
    var runs: [SubSequence] = []
    var start = startIndex
    for (here, next) in zip(indices, indices.dropFirst()) where areParted(self[here], self[next]) {
      runs.append(self[start..<next])
      start = next
    }
    if start < endIndex { runs.append(self[start...]) }
    return runs
  }
}

/// The standard structure types of ISO 32000-2, 14.8.4, that the page model tells apart.
private let roles: [String: TextRole] = [
  "P": .paragraph, "Title": .title, "H": .heading1, "H1": .heading1, "H2": .heading2,
  "H3": .heading3, "H4": .heading4, "H5": .heading5, "H6": .heading6, "LI": .listItem,
  "LBody": .listItem, "Lbl": .listItem, "TD": .tableCell, "TH": .tableCell,
  "Caption": .caption, "BlockQuote": .quote, "Quote": .quote, "Code": .code, "Note": .note,
  "Formula": .formula, "TOCI": .tableOfContents, "Artifact": .artifact,
]
