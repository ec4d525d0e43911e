import RectoPageModel

/// Joins the parts of one article: a paragraph that continues in the next column or on the next
/// page becomes one block.
struct ArticleWriter {
  private struct Part {
    /// Nil for a picture without a caption.
    var passage: Passage?
    let kind: Article.Kind
    let page: Int
    var box: Rect

    var runs: [Article.Run] {
      if kind == .code, let listing = passage?.listing { return [listing.run] }
      return passage?.runs ?? []
    }
  }

  private var parts: [Part] = []
  /// True if the last passage was joined to a part before the last one.
  private var hasGoneBack = false

  /// The maximum indent of a line of code relative to the one above, in line heights.
  private static let widestIndent = 12.0

  private var weights: [(TextDirection, Int)] = []
  private var languages: [(String?, Int)] = []

  var direction: TextDirection { mostCommon(weights) ?? .leftToRight }

  /// The language of most of its letters; nil if it is the publication's.
  var language: String? { mostCommon(languages) ?? nil }

  var blocks: [Article.Block] {
    var blocks = parts.map { part in
      Article.Block(
        kind: part.kind, runs: part.runs, page: part.page, box: part.box)
    }
    for run in tables {
      let rows = run.map { index in
        TableRows.Row(
          page: parts[index].page, cells: parts[index].passage?.cells ?? [],
          runCount: blocks[index].runs.count)
      }
      let isStated = parts[run.lowerBound].passage?.cell != nil
      for (index, row) in zip(run, TableRows.rows(of: rows, isOneTable: isStated)) {
        blocks[index].row = row
      }
    }
    placeItems(&blocks)
    return blocks
  }

  /// The parts that are the rows of each table.
  private var tables: [Range<Int>] {
    var tables: [Range<Int>] = []
    for (index, part) in parts.enumerated() {
      guard let row = part.passage, !row.cells.isEmpty else { continue }
      if let last = tables.last, last.upperBound == index, let above = parts[index - 1].passage,
        above.isRow(before: row) || above.cell == nil && row.cell == nil
      {
        tables[tables.count - 1] = last.lowerBound..<index + 1
      } else {
        tables.append(index..<index + 1)
      }
    }
    return tables
  }

  /// Gives the items of lists their depths.
  private func placeItems(_ blocks: inout [Article.Block]) {
    var lists = ListNesting()
    for (index, part) in parts.enumerated() where !part.kind.isPicture {
      guard let passage = part.passage, !passage.isAside || part.kind == .listItem else { continue }
      guard part.kind == .listItem || part.kind == .paragraph || part.kind == .code,
        blocks[index].row == nil
      else {
        lists = ListNesting()
        continue
      }
      guard let place = lists.place(of: passage, as: part.kind) else { continue }
      blocks[index].depth = place.depth
      blocks[index].continuesItem = place.isContinuation
      if part.kind == .paragraph { blocks[index].kind = .listItem }
    }
  }

  /// The first heading of its highest level.
  var heading: String? {
    func level(_ block: Article.Block) -> Int? {
      if case .heading(let level) = block.kind { level } else { nil }
    }
    let highest = blocks.compactMap(level).min()
    return blocks.first { highest != nil && level($0) == highest }?.text
  }

  /// Its first words, for an article without a title.
  var beginning: String {
    let words =
      blocks.first { !$0.runs.isEmpty }?.text.split(whereSeparator: \.isWhitespace) ?? []
    return words.prefix(8).joined(separator: " ") + (words.count > 8 ? " …" : "")
  }

  mutating func add(_ element: PageElement) {
    switch element {
    case .picture(let picture, let page, let caption):
      var alternative: String?
      if case .text(let text) = picture.alternative { alternative = text }
      parts.append(
        Part(
          passage: caption, kind: .picture(alternative: alternative), page: page,
          box: picture.box))
    case .text(let passage, let kind):
      weights.append((passage.direction, passage.letterCount))
      languages += passage.languages
      let above = rowAbove(passage)
      if join(passage, toRow: above ?? parts.indices.last) { return }
      if let above {
        let part = Part(passage: passage, kind: kind, page: passage.page, box: passage.box)
        parts.insert(part, at: above + 1)
        hasGoneBack = above + 1 != parts.count - 1
        return
      }
      if kind == .code || kind == .paragraph && passage.isCode,
        let code = openCode(for: passage)
      {
        parts[code].passage?.join(code: passage)
        if parts[code].page == passage.page { parts[code].box = parts[code].box.union(passage.box) }
      } else if let open = openPart(for: passage, kind) {
        parts[open].passage?.join(passage)
        hasGoneBack = open != parts.count - 1
      } else {
        hasGoneBack = false
        parts.append(Part(passage: passage, kind: kind, page: passage.page, box: passage.box))
      }
    }
  }

  /// The part that a passage continues: for a paragraph the last paragraph, past pictures and
  /// notes; for a heading the part directly before. If the source does not state paragraphs, one
  /// may also continue past quotes and code, in another column.
  private func openPart(for passage: Passage, _ kind: Article.Kind) -> Int? {
    if let isRest = passage.isRest { return isRest ? partInThread(of: passage) : nil }
    switch kind {
    case .heading:
      guard let last = parts.last, last.kind == kind, last.page == passage.page,
        let text = last.passage, isAlike(text, passage), text.family == passage.family,
        text.isItalic == passage.isItalic, text.isCapitals == passage.isCapitals,
        passage.number == nil, passage.box.minY - text.lastBox.maxY < passage.size,
        passage.box.minX < text.lastBox.maxX || passage.box.minY >= text.lastBox.maxY
      else { return nil }
      return parts.count - 1
    case .paragraph, .listItem:
      guard passage.role != .tableCell, kind == .paragraph || passage.marker == nil else {
        return nil
      }
      /// True if a block that ends a paragraph stands in between.
      var isOver = passage.isStated || passage.role == .listItem
      /// The letters of the longest text of another font that stands in between.
      var skipped = 0
      for index in parts.indices.reversed() {
        switch parts[index].kind {
        case .picture: continue
        case .quote, .code:
          if passage.isStated { return nil }
          isOver = true
        case .paragraph, .listItem:
          guard let last = parts[index].passage else { return nil }
          if passage.isAside && !last.isAside { return nil }
          // A table may stand in the middle of a paragraph, at the head of a column.
          if last.role == .tableCell, !passage.isStated {
            isOver = true
            continue
          }
          // An aside, such as a listing.
          if last.isAside && !passage.isAside || last.family != passage.family {
            if passage.isStated && !last.isAside { return nil }
            isOver = isOver || last.isCode || last.role == .tableCell
            if !last.isAside { skipped = max(skipped, last.letterCount) }
            continue
          }
          let isNext = isNextColumn(last, passage)
          // Tags state the paragraphs of a page, and indents those of a column.
          let isStart = passage.isStated && passage.page == last.page || passage.beginsIndented
          let isOwnItem = isStart && passage.isStated && passage.role == .listItem
          let isOpen =
            passage.isContinuation && !isOwnItem || isNext && last.endsFull && !isStart
          let goesOn = last.isParted || !last.isFinished && isOpen && !passage.beginsItem
          // A short line above a longer text, such as the head of a definition, ends there.
          isOver = isOver || skipped > last.letterCount
          return goesOn && isAlike(last, passage) && (isNext || !isOver) ? index : nil
        case .heading: return nil
        }
      }
      return nil
    case .quote, .code, .picture: return nil
    }
  }

  /// The part that the rest of a paragraph belongs to: the last one of its thread.
  private func partInThread(of passage: Passage) -> Int? {
    parts.lastIndex { part in
      part.passage?.thread == passage.thread && part.passage?.role == passage.role
        && part.kind != .code
    }
  }

  /// The code that a passage continues: above it, up to two empty lines away, or at the end of the
  /// page before.
  private func openCode(for passage: Passage) -> Int? {
    guard !hasGoneBack, passage.isRest != false, passage.listing != nil,
      let index = parts.lastIndex(where: { part in
        !part.kind.isPicture && !(part.passage?.isAside == true && part.page < passage.page)
      }), parts[index].kind == .code, let code = parts[index].passage,
      code.family == passage.family
    else { return nil }
    let line = max(passage.size, passage.box.height / Double(max(1, passage.lineCount)))
    let above = code.lastBox
    let indent = Self.widestIndent * line
    guard passage.box.minX < above.maxX + indent, passage.box.maxX > above.minX - indent else {
      return nil
    }
    if code.page + 1 == passage.page {
      return passage.box.minY < above.minY && isAlike(code, passage) ? index : nil
    }
    let distance = passage.box.minY - above.maxY
    let isBelow =
      code.page == passage.page && index == parts.count - 1 && distance >= -line / 2
      && distance <= 2.5 * line
    return isBelow ? index : nil
  }

  /// Adds a cell to the part at `index`. Returns false if that is not the cell's row.
  private mutating func join(_ passage: Passage, toRow index: Int?) -> Bool {
    guard let index, parts[index].passage?.join(cell: passage) == true else { return false }
    parts[index].box = parts[index].box.union(passage.box)
    return true
  }

  /// The last row of the table that a stated cell belongs to, past notes and pictures that stand
  /// between its parts on two pages, and past other threads.
  private func rowAbove(_ passage: Passage) -> Int? {
    guard passage.cell != nil else { return nil }
    let index = parts.lastIndex { part in
      guard let text = part.passage, !part.kind.isPicture else { return false }
      return text.thread == passage.thread && (!text.cells.isEmpty || !text.isAside)
    }
    guard let index, parts[index].passage?.isRow(before: passage) == true else { return nil }
    return index
  }

  /// True if a passage is in the next column or on the next page after `last`.
  private func isNextColumn(_ last: Passage, _ passage: Passage) -> Bool {
    let isBeside =
      passage.direction == .rightToLeft
      ? passage.box.maxX <= last.lastBox.minX : passage.box.minX >= last.lastBox.maxX
    return passage.page == last.page + 1
      || passage.page == last.page && isBeside && passage.box.minY < last.lastBox.maxY
  }

  private func isAlike(_ a: Passage, _ b: Passage) -> Bool {
    abs(a.size - b.size) <= 0.1 * max(a.size, b.size) && a.role == b.role
  }
}
