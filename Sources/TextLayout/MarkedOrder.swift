import CRectoTextLayout
import RectoPageModel

/// The structure tree's entry for one marked content of a tagged page (ISO 32000-2, 14.7).
package struct MarkedContent {
  /// When it comes in the tree.
  package let rank: Int
  /// Equal for content of one block-level element.
  package let block: Int32
  package let role: TextRole
  package let language: String?

  /// `type` is the standard structure type of the element, such as `H1`.
  package init(rank: Int, block: Int32, type: String?, language: String?) {
    self.rank = rank
    self.block = block
    role = type.flatMap { roles[$0] } ?? .paragraph
    self.language = language
  }
}

/// The reading order that the tags of a page state (ISO 32000-2, 14.8).
package struct MarkedOrder {
  /// By marked-content identifier.
  private let contents: [Int32: MarkedContent]

  /// Less of a page's words in the tree than this, and the tags are not believed: they were
  /// left behind by an editor, or cover only the headings.
  private static let requiredShare = 0.5

  package init(contents: [Int32: MarkedContent]) {
    self.contents = contents
  }

  /// The page's words in the order of the tree, or nil where the page is not tagged well enough.
  package func order(_ builder: TextBuilder) -> PageText? {
    let words = builder.text.words
    let listed = words.indices.count { contents[words[$0].mcid] != nil }
    guard listed > 0, Double(listed) >= Self.requiredShare * Double(words.count) else {
      return nil
    }
    let tagged = tagged(builder)
    // Within one content the order in which it is drawn is that of reading (14.8.2.5).
    let sorted = tagged.sorted {
      ($0.content.rank, words[$0.word].position) < ($1.content.rank, words[$1.word].position)
    }
    var blocks = withNotesLast(sorted, words)
      .split(between: { $0.content.block != $1.content.block })
      .compactMap { makeBlock($0, builder) }
    // Content outside the tree is page furniture, and comes last.
    blocks += builder.text.blocks.indices.compactMap { block in
      builder.makeBlock(role: .artifact, ofBlock: block) { words[$0].mcid < 0 }
    }
    return PageText(order: .structureTree, blocks: blocks)
  }

  /// The words that are marked, with the content that they are of. A tree may lack elements, as
  /// Poppler's lacks those that only PDF 2.0 knows, such as `Em`: marked words
  /// that are not in the tree belong to the words drawn before them, or after them at a line's
  /// start.
  private func tagged(
    _ builder: TextBuilder
  ) -> [(word: Int, content: MarkedContent)] {
    let words = builder.text.words
    var result: [(word: Int, content: MarkedContent)] = []
    var lost: [Int] = []
    func place(before next: (word: Int, content: MarkedContent)?) {
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

  /// The words, with the notes at the foot of the page after all else: the tree has a note where its
  /// mark is, often inside of a sentence.
  private func withNotesLast(
    _ sorted: [(word: Int, content: MarkedContent)], _ words: UnsafeBufferPointer<recto_word>
  ) -> [(word: Int, content: MarkedContent)] {
    guard sorted.contains(where: { $0.content.role == .note }) else { return sorted }
    var text: [(word: Int, content: MarkedContent)] = []
    var notes: [(word: Int, content: MarkedContent)] = []
    var last: [Int32: Int] = [:]
    for (index, one) in sorted.enumerated() { last[one.content.block] = index }
    /// The end of the paragraphs that have begun.
    var end = -1
    var note: [(word: Int, content: MarkedContent)] = []
    for (index, one) in sorted.enumerated() {
      if one.content.role == .note {
        note.append(one)
        continue
      }
      if let first = note.first {
        let isBelow = words[one.word].box.y2 <= words[first.word].box.y1
        if index <= end || isBelow { notes += note } else { text += note }
        note = []
      }
      text.append(one)
      end = max(end, last[one.content.block] ?? index)
    }
    return text + notes + note
  }

  private func makeBlock(
    _ run: ArraySlice<(word: Int, content: MarkedContent)>, _ builder: TextBuilder
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
