import CRectoTextLayout
import RectoPageModel

/// The reading order that the tags of a page state (ISO 32000-2, 14.8).
package struct MarkedOrder {
  /// By marked-content identifier.
  private let contents: [Int32: MarkedContent]

  /// The smallest share of a page's words in the tree at which the tags are trusted: with fewer they were
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
          MarkedWord(word: value, content: content(of: value, after: index, of: sorted, builder))
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

  /// The marked words with their content, in the order in which they are drawn. A tree may lack elements:
  /// marked words that are not in the tree belong to the words drawn before them, or to those after
  /// them at the start of a line.
  private func tagged(
    _ builder: TextBuilder
  ) -> [MarkedWord] {
    let words = builder.text.words
    var result: [MarkedWord] = []
    var lost: [Int] = []
    func place(before next: MarkedWord?) {
      guard let first = lost.first, let last = lost.last else { return }
      let previous = result.last
      let isAtBeginning =
        next.map { next in
          builder.isOneLine(last, next.word)
            && !(previous.map { builder.isOneLine($0.word, first) } ?? false)
        } ?? false
      if let neighbor = isAtBeginning ? next : previous ?? next {
        result += lost.map { MarkedWord(word: $0, content: neighbor.content) }
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
      let next = MarkedWord(word: word, content: content)
      place(before: next)
      result.append(next)
    }
    place(before: nil)
    return withSignsInside(result, builder)
  }

  /// The largest gap between a sign and the word that it touches, in em.
  private static let widestTouch = 0.1

  /// Adds the signs that a tagged PDF's producer left out, as Chromium does the quotation marks of `q`: signs
  /// that are drawn between two words of one block and touch one of them.
  private func withSignsInside(
    _ marked: [MarkedWord], _ builder: TextBuilder
  ) -> [MarkedWord] {
    let words = builder.text.words
    var signs = words.indices.filter { index in
      words[index].mcid < 0 && !words[index].annotation
        && builder.text.scalars(of: words[index]).allSatisfy(Self.isSign)
    }.sorted { words[$0].position < words[$1].position }[...]
    guard !signs.isEmpty else { return marked }
    var result: [MarkedWord] = []
    var previous: MarkedWord?
    for next in marked {
      let between = signs.prefix { words[$0].position < words[next.word].position }
      signs = signs[between.endIndex...]
      if let previous, previous.content.block == next.content.block {
        result += self.signs(between, after: previous, before: next, builder)
      }
      result.append(next)
      previous = next
    }
    return result
  }

  /// The signs that touch one of the words beside them, or another such sign.
  private func signs(
    _ signs: ArraySlice<Int>, after previous: MarkedWord,
    before next: MarkedWord, _ builder: TextBuilder
  ) -> [MarkedWord] {
    let words = builder.text.words
    func touches(_ first: Int, _ second: Int) -> Bool {
      builder.isOneLine(first, second)
        && abs(words[second].along - words[first].end) <= Self.widestTouch * words[first].size
    }
    var contents: [Int: MarkedContent] = [:]
    var neighbor = next.word
    for sign in signs.reversed() where touches(sign, neighbor) {
      contents[sign] = next.content
      neighbor = sign
    }
    neighbor = previous.word
    for sign in signs where contents[sign] == nil && touches(neighbor, sign) {
      contents[sign] = previous.content
      neighbor = sign
    }
    return signs.compactMap { sign in
      contents[sign].map { MarkedWord(word: sign, content: $0) }
    }
  }

  private static func isSign(_ scalar: UInt32) -> Bool {
    switch Unicode.Scalar(scalar)?.properties.generalCategory {
    case .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation: true
    default: scalar == 0x22 || scalar == 0x27
    }
  }

  /// The words with the notes at the foot of the page last: the tree has a note where its mark is, often
  /// inside a sentence.
  private func withNotesLast(
    _ sorted: [MarkedWord], _ words: UnsafeBufferPointer<recto_word>
  ) -> [MarkedWord] {
    guard sorted.contains(where: { $0.content.role == .note }) else { return sorted }
    var text: [MarkedWord] = []
    var notes: [MarkedWord] = []
    var last: [Int32: Int] = [:]
    for (index, one) in sorted.enumerated() { last[one.content.block] = index }
    /// The end of the paragraphs that have begun.
    var end = -1
    var note: [MarkedWord] = []
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
    _ run: ArraySlice<MarkedWord>, _ builder: TextBuilder
  ) -> TextBlock? {
    guard let first = run.first else { return nil }
    let isRightToLeft = builder.text.isRightToLeft(run.map(\.word))
    let lines = run.split(between: { !builder.isOneLine($0.word, $1.word) }).map { line in
      (words: builder.visualOrder(line.map(\.word)), language: line.first?.content.language)
    }
    return TextBlock(
      role: first.content.role, lines: builder.makeLines(lines, inRightToLeft: isRightToLeft))
  }
}

extension RandomAccessCollection {
  /// Splits the collection between neighbors for which `isBreak` returns true.
  func split(
    between isBreak: (Element, Element) -> Bool
  ) -> [SubSequence] {
    var runs: [SubSequence] = []
    var start = startIndex
    for (here, next) in zip(indices, indices.dropFirst()) where isBreak(self[here], self[next]) {
      runs.append(self[start..<next])
      start = next
    }
    if start < endIndex { runs.append(self[start...]) }
    return runs
  }
}
