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
      let language = content.language.map { String(cString: $0) }
      // Content that stands twice in the tree is read where it comes first.
      if contents[Int(content.page)]?[content.mcid] == nil {
        contents[Int(content.page), default: [:]][content.mcid] = Content(
          rank: rank, block: content.block, role: role, language: language)
      }
    }
  }

  func isTagged(page: Int) -> Bool { contents[page] != nil }

  /// The page's words in the order of the tree, or nil where the page is not tagged well enough.
  func order(_ builder: TextBuilder, on page: Int) -> PageText? {
    guard let contents = contents[page] else { return nil }
    let words = builder.text.words
    let tagged = words.indices.compactMap { index in
      contents[words[index].mcid].map { (word: index, content: $0) }
    }
    guard !tagged.isEmpty, Double(tagged.count) >= Self.requiredShare * Double(words.count) else {
      return nil
    }
    // The words of one content stay in geometric order.
    let sorted = tagged.sorted { ($0.content.rank, $0.word) < ($1.content.rank, $1.word) }
    var blocks = sorted.split(between: { $0.content.block != $1.content.block }).compactMap { run in
      makeBlock(run, builder)
    }
    // What the tree leaves out is page furniture, and comes last.
    blocks += builder.text.blocks.indices.compactMap { block in
      builder.makeBlock(role: .artifact, ofBlock: block) { contents[words[$0].mcid] == nil }
    }
    return PageText(order: .structureTree, blocks: blocks)
  }

  private func makeBlock(
    _ run: ArraySlice<(word: Int, content: Content)>, _ builder: TextBuilder
  ) -> TextBlock? {
    guard let first = run.first else { return nil }
    let lineOf = builder.lineOfWord
    let lines = run.split(between: { lineOf[$0.word] != lineOf[$1.word] }).compactMap { line in
      builder.makeLine(words: line.map(\.word).sorted(), language: line.first?.content.language)
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
