import RectoPageModel

/// Blocks that belong to the lines on their left: page numbers, and other text at the right margin.
extension LineRepair {
  /// The maximum length, in characters, of text at the end of the line that it belongs to.
  private static let longestCompanion = 24

  /// Splits off the lines at the beginning of a block that end other lines: Poppler takes text at
  /// the right margin for the beginning of the paragraph below it. Their partners come before it.
  mutating func splitLeadingCompanions() {
    var splits: [(block: Int, count: Int, partners: Set<Int>)] = []
    for (block, lines) in blocks.enumerated() where lines.count > 1 {
      let partners = lines.prefix { isShort([$0]) }.map {
        partner(of: $0, in: block, onRight: false)
      }
      .prefix { $0 != nil }.compactMap(\.self)
      let rest = lines.dropFirst(partners.count).filter { !$0.words.isEmpty }
      guard !partners.isEmpty, let next = rest.first,
        partners.allSatisfy({ next.box.minX < line($0).box.maxX && isAbove(blocks[$0.block], rest) }
        )
      else { continue }
      splits.append((block, partners.count, Set(partners.map(\.block).filter { $0 > block })))
    }
    guard !splits.isEmpty else { return }
    let moved = splits.reduce(Set<Int>()) { $0.union($1.partners) }
    var result: [[Line]] = []
    for (block, lines) in blocks.enumerated() {
      guard let split = splits.first(where: { $0.block == block }) else {
        if !moved.contains(block) { result.append(lines) }
        continue
      }
      result += split.partners.sorted().map { blocks[$0] }
      result.append(Array(lines.prefix(split.count)))
      result.append(Array(lines.dropFirst(split.count)))
    }
    blocks = result
    indexRows()
  }

  private func isAbove(_ block: [Line], _ lines: [Line]) -> Bool {
    guard let lowest = block.map(\.box.maxY).max(), let highest = lines.map(\.box.minY).min() else {
      return false
    }
    return lowest <= highest + 2
  }

  /// Moves short blocks that have no column of their own to the ends of the lines on their left.
  mutating func attachCompanions() {
    let columns = Set(
      blocks.indices.filter { block in
        isShort(blocks[block]) && isBesideText(block)
          && (isOfColumn(block) || isBesideFullLines(block))
      })
    for block in blocks.indices.reversed() where isShort(blocks[block]) {
      let partners = blocks[block].compactMap { partner(of: $0, in: block, onRight: false) }
      guard partners.count == blocks[block].count, !columns.contains(block),
        !hasOwnColumn(block, beside: partners)
      else { continue }
      for (number, place) in partners.enumerated() {
        move(Place(block: block, line: number), to: place, at: line(place).words.count)
      }
    }
  }

  /// True if a block is one that can stand at the end of other lines: one line, or numbers and single
  /// words below one another.
  private func isShort(_ block: [Line]) -> Bool {
    block.allSatisfy { line in
      line.isPlain && !line.words.isEmpty && line.characterCount <= Self.longestCompanion
        && (block.count == 1 ? line.words.count <= 4 : line.words.count <= 2)
    }
  }

  /// True if a block shares a column with a neighbor above or below that its partners are not in.
  private func hasOwnColumn(_ block: Int, beside partners: [Place]) -> Bool {
    let own = box(blocks[block])
    let left = partners.map { line($0).box }.min { $0.maxX < $1.maxX }?.maxX ?? own.minX
    var (above, below): (Place?, Place?)
    var (lowest, highest) = (-Double.infinity, Double.infinity)
    for other in blocks.indices where other != block {
      for index in blocks[other].indices where !blocks[other][index].words.isEmpty {
        let box = blocks[other][index].box
        guard box.minX < own.maxX, box.maxX > own.minX else { continue }
        if box.maxY <= own.minY + 2, box.maxY > lowest {
          (above, lowest) = (Place(block: other, line: index), box.maxY)
        }
        if box.minY >= own.maxY - 2, box.minY < highest {
          (below, highest) = (Place(block: other, line: index), box.minY)
        }
      }
    }
    return [above, below].compactMap(\.self).contains { neighbor in
      // Over both, or of its kind, as in a table.
      line(neighbor).box.minX > left
        && !isShort(blocks[neighbor.block].filter { !$0.words.isEmpty })
    }
  }

  /// The widest gap between lines of one column, in em.
  private static let widestColumnGap = 1.0
  /// The largest difference between the starts of such lines, in em.
  private static let widestColumnShift = 1.0
  /// The largest distance between the baselines of such lines, in em.
  private static let widestColumnLeading = 3.0
  /// The minimum number of lines that show the right edge of a block.
  private static let fewestFullLines = 3
  /// The largest distance of full lines from their right edge, in em.
  private static let widestEdge = 0.25
  /// The number of lines above and below a block that are compared.
  private static let mostColumnLines = 40

  /// True if lines on the left of a block are as long as lines of text: the terms of a list are not.
  private func isBesideText(_ block: Int) -> Bool {
    blocks[block].contains { line in
      partner(of: line, in: block, onRight: false).map { !isShort([self.line($0)]) } ?? false
    }
  }

  /// True if lines on the left of a block are full, that is, end at the right edge of their block
  /// as most of its lines do. Text beside them belongs to another column.
  private func isBesideFullLines(_ block: Int) -> Bool {
    blocks[block].contains { line in
      guard let place = partner(of: line, in: block, onRight: false) else { return false }
      return isFull(place) && !isDrawnNext(line, to: self.line(place))
    }
  }

  /// True if a line was drawn directly after another one: they are parts of one.
  private func isDrawnNext(_ line: Line, to other: Line) -> Bool {
    guard let first = line.words.first, let last = other.words.last else { return false }
    return text.words[first].follows(text.words[last])
  }

  private func isFull(_ place: Place) -> Bool {
    let lines = blocks[place.block].filter { !$0.words.isEmpty }
    guard let edge = lines.map(\.box.maxX).max() else { return false }
    func isFull(_ line: Line) -> Bool { edge - line.box.maxX <= Self.widestEdge * line.size }
    let count = lines.count(where: isFull)
    return isFull(line(place)) && count >= Self.fewestFullLines && 2 * count >= lines.count
  }

  /// True if a short block is of a column, such as a box beside the text: with lines directly above or below
  /// it that are longer, or of which most end no others.
  private func isOfColumn(_ block: Int) -> Bool {
    var (count, partnerCount) = (0, 0)
    for isDown in [true, false] {
      var place = Place(block: block, line: isDown ? blocks[block].count - 1 : 0)
      for _ in 0..<Self.mostColumnLines {
        guard let next = nextLine(from: place, isDown: isDown) else { break }
        guard isShort([line(next)]) else { return true }
        count += 1
        if partner(of: line(next), in: next.block, onRight: false) != nil { partnerCount += 1 }
        place = next
      }
    }
    return 2 * partnerCount < count
  }

  /// The nearest line of another block, directly above or below, that begins on the same edge.
  private func nextLine(from place: Place, isDown: Bool) -> Place? {
    let own = line(place)
    func gap(_ other: Line) -> Double {
      isDown ? other.box.minY - own.box.maxY : own.box.minY - other.box.maxY
    }
    return neighbors(of: own, within: Self.widestColumnLeading * own.size).filter { other in
      let line = line(other)
      let isAhead = isDown ? line.box.minY > own.box.minY : line.box.minY < own.box.minY
      return other.block != place.block && isAhead && gap(line) <= Self.widestColumnGap * line.size
        && abs(line.box.minX - own.box.minX) <= Self.widestColumnShift * line.size
    }.min { gap(line($0)) < gap(line($1)) }
  }

  private func box(_ block: [Line]) -> Rect {
    block.dropFirst().reduce(block[0].box) { $0.union($1.box) }
  }
}
