/// The inner loop, over all lines that could end at one item (tex.web §829-§862).
extension BreakSearch {
  /// Examines the lines from each active break to `item`, removes the breaks that are too far back,
  /// and keeps the best sequences of breaks that end here.
  ///
  /// `lineEnd` is the width that a break here adds to the line, such as that of a hyphen.
  mutating func tryBreak(at item: Int, price: Int, isHyphen: Bool, lineEnd: Int) {
    guard price < Penalty.infinite else { return }
    let isForced = price <= -Penalty.infinite
    let end = totals.width &+ lineEnd
    let threshold = pass.threshold
    let charges = charges
    let quickRatio = isForced ? nil : forbiddenRatio
    var minimum = Demerits.awful
    var start: GlueTotals?
    var previous = 0
    var current = Int(nodes[0].next)
    var classEnd: Int32 = 0
    var lineWidth = 0

    while true {
      if nodes[current].line > classEnd {
        // Lines of one number, or of numbers that make no difference, compete among themselves.
        if minimum < Demerits.awful, classEnd != easyLine || current == 0 {
          let lineStart = start ?? startTotals(after: item)
          start = lineStart
          previous = keepChampions(
            item, minimum, isHyphen: isHyphen, start: lineStart, between: previous, and: current)
          minimum = Demerits.awful
        }
        if current == 0 { return }
        let line = nodes[current].line
        lineWidth = Int(widths[Int(line) - 1].rawValue)
        classEnd = line > easyLine ? Int32.max - 1 : line
      }

      work &+= 1
      let node = nodes.address(of: current)
      let shortfall = lineWidth &- (end &- node.pointee.start.width)
      guard let (badness, fitness) = rating(after: node, shortfall, quickRatio: quickRatio) else {
        previous = current
        current = Int(node.pointee.next)
        continue
      }
      let isLast = badness > Badness.infinite || isForced
      let isRescued = isLast && minimum == Demerits.awful && mustBeKept(node, after: previous)
      if badness <= threshold || isRescued {
        let cost =
          isRescued
          ? 0
          : charges.demerits(
            badness, price, fitness: fitness, isHyphen: isHyphen, isEnd: item == items.count,
            after: node)
        let total = node.pointee.demerits &+ cost
        if challengeChampion(of: fitness, total, after: node) { minimum = min(minimum, total) }
      }
      if isLast {
        current = remove(current, after: previous)
      } else {
        previous = current
        current = Int(node.pointee.next)
      }
    }
  }

  /// The badness and the fitness class of the line after an active break. The line is `shortfall`
  /// narrower than it should be. Nil if `quickRatio` forbids it; see `forbiddenRatio`.
  @inline(__always)
  private func rating(
    after node: UnsafePointer<ActiveBreak>, _ shortfall: Int, quickRatio: Int?
  ) -> (badness: Int, fitness: Int)? {
    guard shortfall > 0 else {
      let shrink = totals.shrink &- node.pointee.start.shrink
      let badness =
        -shortfall > shrink
        ? Badness.infinite + 1 : Badness.of(wanted: -shortfall, available: shrink)
      let fitness = badness > 12 ? Fitness.tight : Fitness.decent
      return (badness, fitness)
    }
    let stretch = totals.stretch &- node.pointee.start.stretch
    if hasInfiniteStretch, isInfinite(from: node.pointee.start) { return (0, Fitness.decent) }
    // Most lines are still too short: this avoids the division for them.
    if let quickRatio,
      shortfall > Badness.quickWanted
        ? stretch < Badness.quickAvailable : shortfall &* 297 >= quickRatio &* stretch
    {
      return nil
    }
    let badness = Badness.of(wanted: shortfall, available: stretch)
    let fitness = badness > 99 ? Fitness.veryLoose : badness > 12 ? Fitness.loose : Fitness.decent
    return (badness, fitness)
  }

  /// True for the last active break of the last pass, which must not be lost: a line after it that
  /// does not fit is accepted, without demerits.
  @inline(__always)
  private func mustBeKept(_ node: UnsafePointer<ActiveBreak>, after previous: Int) -> Bool {
    pass.isFinal && previous == 0 && node.pointee.next == 0
  }

  /// Makes the line after an active break the champion of its fitness class if no other has fewer
  /// demerits in total. Returns true if it did.
  @inline(__always)
  private mutating func challengeChampion(
    of fitness: Int, _ total: Int, after node: UnsafePointer<ActiveBreak>
  ) -> Bool {
    guard total <= champions[fitness].demerits else { return false }
    champions[fitness] = Champion(
      demerits: total, record: node.pointee.record, line: node.pointee.line)
    return true
  }

  @inline(__always)
  private func isInfinite(from start: GlueTotals) -> Bool {
    totals.fil != start.fil || totals.fill != start.fill || totals.filll != start.filll
  }

  /// Makes active breaks of the best sequences up to `item` that can still become the best of all,
  /// and returns the last one (tex.web §836-§845).
  private mutating func keepChampions(
    _ item: Int, _ minimum: Int, isHyphen: Bool, start: GlueTotals, between previous: Int,
    and next: Int
  ) -> Int {
    let adjacent = abs(charges.adjacent)
    let limit = adjacent >= Demerits.awful - minimum ? Demerits.awful - 1 : minimum + adjacent
    var last = previous
    for fitness in 0..<Fitness.count {
      let champion = champions[fitness]
      champions[fitness].demerits = Demerits.awful
      guard champion.demerits <= limit else { continue }
      work &+= Self.recordedWork
      let record = records.append(BreakRecord(item: Int32(item), previous: champion.record))
      let node = ActiveBreak(
        start: start, demerits: champion.demerits, line: champion.line + 1,
        record: Int32(record), next: Int32(next), fitness: UInt8(fitness), isHyphen: isHyphen)
      last = insert(node, after: last)
    }
    return last
  }

  private mutating func insert(_ node: ActiveBreak, after previous: Int) -> Int {
    let index: Int
    if freeNode != 0 {
      index = freeNode
      freeNode = Int(nodes[index].next)
      nodes.address(of: index).pointee = node
    } else {
      index = nodes.append(node)
    }
    nodes.address(of: previous).pointee.next = Int32(index)
    return index
  }

  /// Removes a node; returns the node after it.
  private mutating func remove(_ index: Int, after previous: Int) -> Int {
    let next = nodes[index].next
    nodes.address(of: previous).pointee.next = next
    nodes.address(of: index).pointee.next = Int32(freeNode)
    freeNode = index
    return Int(next)
  }

  /// The totals at which a line starts after a break at `item`, less the background
  /// (tex.web §837-§842).
  private mutating func startTotals(after item: Int) -> GlueTotals {
    guard item < items.count else { return totals - pass.background }
    let broken = items[item]
    var start: GlueTotals
    if broken.kind == .discretionary {
      var after = totals
      after.width &+= Int(broken.width.rawValue)
      start =
        broken.second == 0
        ? discards.totalsAfter(item + 1, before: after, in: items) : after
    } else {
      start = discards.totalsAfter(item, before: totals, in: items)
    }
    if broken.kind != .glue { start.width &-= Int(broken.second) }
    return start - pass.background
  }
}
