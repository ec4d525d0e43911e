import CRectoTextLayout
import RectoPageModel

/// The structure tree's entry for one marked content of a tagged page (ISO 32000-2, 14.7).
package struct MarkedContent {
  /// When it comes in the tree.
  package let rank: Int
  /// Equal for content of one block-level element.
  package let block: Int32
  /// The block around it if its element may be a part of that one's lines, or else `block`.
  package let outer: Int32
  package let role: TextRole
  package let language: String?

  /// `type` is the standard structure type of the element, such as `H1`.
  package init(rank: Int, block: Int32, outer: Int32, type: String?, language: String?) {
    let role = type.flatMap { roles[$0] } ?? .paragraph
    self.init(rank: rank, block: block, outer: outer, role: role, language: language)
  }

  private init(rank: Int, block: Int32, outer: Int32, role: TextRole, language: String?) {
    self.rank = rank
    self.block = block
    self.outer = outer
    self.role = role
    self.language = language
  }

  /// The same content as a part of another block.
  func moved(to block: Int32, role: TextRole) -> MarkedContent {
    MarkedContent(rank: rank, block: block, outer: block, role: role, language: language)
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
  package func order(_ found: TextBuilder) -> PageText? {
    let builder = found.withUprightColumns
    let words = builder.text.words
    let listed = words.indices.count { contents[words[$0].mcid] != nil }
    let own = words.indices.count { !isValue(words[$0]) }
    guard listed > 0, Double(listed) >= Self.requiredShare * Double(own) else { return nil }
    let tagged = tagged(builder)
    let inside = Set(tagged.map(\.word).filter { words[$0].mcid < 0 })
    // Within one content the order in which it is drawn is that of reading (14.8.2.5).
    let sorted = NeutralElements(contents.values, builder).joined(
      tagged.sorted {
        ($0.content.rank, words[$0.word].position) < ($1.content.rank, words[$1.word].position)
      })
    let values = values(beside: sorted, builder)
    let placed = Set(values.values.joined())
    let all = sorted.indices.flatMap { index in
      [sorted[index]]
        + values[index, default: []].map { value in
          (word: value, content: content(of: value, after: index, of: sorted, builder))
        }
    }
    var blocks = withNotesLast(all, words)
      .split(between: { $0.content.block != $1.content.block })
      .compactMap { makeBlock($0, builder) }
    // Content outside the tree is page furniture, and comes last.
    blocks += builder.text.blocks.indices.compactMap { block in
      builder.makeBlock(role: .artifact, ofBlock: block) {
        words[$0].mcid < 0 && !inside.contains($0) && !placed.contains($0)
      }
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
    return withSignsInside(result, builder)
  }

  /// The most between a sign and the word that it touches, in parts of the size.
  private static let widestTouch = 0.1

  /// The marked words, in the order in which they are drawn, with signs that a maker of tags forgot, as Chromium
  /// does the marks of `q`: drawn between two words of one block, and touching one of them.
  private func withSignsInside(
    _ marked: [(word: Int, content: MarkedContent)], _ builder: TextBuilder
  ) -> [(word: Int, content: MarkedContent)] {
    let words = builder.text.words
    let signs = words.indices.filter { index in
      words[index].mcid < 0 && !words[index].annotation
        && builder.text.scalars(of: words[index]).allSatisfy(Self.isSign)
    }
    guard !signs.isEmpty else { return marked }
    func touches(_ first: Int, _ second: Int) -> Bool {
      builder.isOneLine(first, second)
        && abs(words[second].along - words[first].end) <= Self.widestTouch * words[first].size
    }
    var result = marked
    for sign in signs {
      let next = result.firstIndex { words[$0.word].position > words[sign].position }
      guard let next, next > 0, result[next - 1].content.block == result[next].content.block else {
        continue
      }
      if touches(sign, result[next].word) {
        result.insert((sign, result[next].content), at: next)
      } else if touches(result[next - 1].word, sign) {
        result.insert((sign, result[next - 1].content), at: next)
      }
    }
    return result
  }

  private static func isSign(_ scalar: UInt32) -> Bool {
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation: true
    default: scalar == 0x22 || scalar == 0x27
    }
  }

  /// True for what a field shows, which has no marks of the page's. A slanted stamp belongs to no text.
  private func isValue(_ word: recto_word) -> Bool {
    word.annotation && word.mcid < 0 && !word.diagonal
  }

  /// More pairs of values and other words than this would take long.
  private static let mostPairs = 50_000_000

  /// The words that fields show, by the indices of the words in `sorted` that they follow: a value
  /// belongs to the text before it on its line, which is its label, or else to what is nearest.
  private func values(
    beside sorted: [(word: Int, content: MarkedContent)], _ builder: TextBuilder
  ) -> [Int: [Int]] {
    let words = builder.text.words
    let values = words.indices.filter { isValue(words[$0]) }
      .sorted { words[$0].position < words[$1].position }
    guard !values.isEmpty, values.count * sorted.count <= Self.mostPairs else { return [:] }
    let isRightToLeft = builder.text.isRightToLeft(sorted.map(\.word))
    var result: [Int: [Int]] = [:]
    var last: (value: Int, label: Int)?
    for value in values {
      var label = before(value, in: sorted, builder, isRightToLeft: isRightToLeft)
      // The words of one value stay together.
      if label == nil, let last, builder.isOneLine(last.value, value),
        abs(words[value].along - words[last.value].end) < words[value].size
      {
        label = last.label
      }
      guard let label = label ?? nearest(to: value, in: sorted, builder) else { continue }
      result[label, default: []].append(value)
      last = (value, label)
    }
    return result
  }

  /// The index of the last word before a value on its line.
  private func before(
    _ value: Int, in sorted: [(word: Int, content: MarkedContent)], _ builder: TextBuilder,
    isRightToLeft: Bool
  ) -> Int? {
    let words = builder.text.words
    func lead(_ index: Int) -> Double {
      let distance = words[value].along - words[sorted[index].word].along
      return isRightToLeft ? -distance : distance
    }
    return sorted.indices.filter { lead($0) > 0 && builder.isOneLine(sorted[$0].word, value) }
      .min { lead($0) < lead($1) }
  }

  /// The index of the last word on the line that is nearest to a value: beside or above it, or else
  /// below it.
  private func nearest(
    to value: Int, in sorted: [(word: Int, content: MarkedContent)], _ builder: TextBuilder
  ) -> Int? {
    let box = Rect(builder.text.words[value].box)
    /// Words below come after all others.
    func distance(_ index: Int) -> (Int, Double) {
      let other = Rect(builder.text.words[sorted[index].word].box)
      let across = max(0, other.minX - box.maxX, box.minX - other.maxX)
      let along = max(0, other.minY - box.maxY, box.minY - other.maxY)
      return (other.minY >= box.maxY ? 1 : 0, across + along)
    }
    guard var index = sorted.indices.min(by: { distance($0) < distance($1) }) else { return nil }
    while index + 1 < sorted.count, sorted[index + 1].content.block == sorted[index].content.block,
      builder.isOneLine(sorted[index].word, sorted[index + 1].word)
    {
      index += 1
    }
    return index
  }

  /// The content that a value is taken for: that of the word that it follows, or a paragraph of its own
  /// below a heading.
  private func content(
    of value: Int, after index: Int, of sorted: [(word: Int, content: MarkedContent)],
    _ builder: TextBuilder
  ) -> MarkedContent {
    let (label, content) = sorted[index]
    switch content.role {
    case .title, .heading1, .heading2, .heading3, .heading4, .heading5, .heading6:
      if builder.isOneLine(label, value) { return content }
      return content.moved(to: Int32.min + Int32(index), role: .paragraph)
    default: return content
    }
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
    let isRightToLeft = builder.text.isRightToLeft(run.map(\.word))
    let lines = run.split(between: { !builder.isOneLine($0.word, $1.word) }).compactMap { line in
      builder.makeLine(
        words: builder.visualOrder(line.map(\.word)), language: line.first?.content.language,
        inRightToLeft: isRightToLeft)
    }
    return TextBlock(role: first.content.role, lines: lines)
  }
}

extension RandomAccessCollection {
  /// Cuts the collection between neighbors for which `areParted` holds.
  func split(
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
