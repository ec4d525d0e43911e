import RectoPageModel

/// The words of a placed line, in reading order.
struct LineWords {
  private(set) var words: [TextWord] = []
  private let placed: LaidOutFrame.PlacedLine
  private let units: [UInt16]

  init(_ placed: LaidOutFrame.PlacedLine) {
    self.placed = placed
    units = placed.paragraph.text.units
    let clusters = LineClusters(placed).clusters
    var index = 0
    while index < clusters.count {
      let start = index
      index += 1
      guard !isSpace(clusters[start]) else { continue }
      // A tab without a leader has no cluster and parts words all the same.
      while index < clusters.count, clusters[index].run == clusters[start].run,
        follows(clusters, index)
      { index += 1 }
      add(
        clusters[start..<index],
        goesOn: index < clusters.count
          ? follows(clusters, index) : runsOver(clusters[index - 1].range.upperBound))
    }
  }

  /// True if a cluster continues the word of the one before it, perhaps in another run.
  private func follows(_ clusters: [LineClusters.Cluster], _ index: Int) -> Bool {
    let (end, start) = (clusters[index - 1].range.upperBound, clusters[index].range.lowerBound)
    return (end == start || end < start && (end..<start).allSatisfy(isNote))
      && !isSpace(clusters[index])
  }

  /// True for what only says which note belongs here, and takes no room in the line.
  private func isNote(_ unit: Int) -> Bool {
    guard units[unit] == 0xFFFC else { return false }
    let attachment = placed.paragraph.text.runs.first { $0.range.contains(unit) }?.attachment
    return attachment?.width == 0
  }

  /// True if the line ends inside a word: `end` is the end of its last word.
  private func runsOver(_ end: Int) -> Bool {
    end == placed.line.range.upperBound && end < units.count && !isSpace(units[end])
  }

  private func isSpace(_ cluster: LineClusters.Cluster) -> Bool {
    isSpace(units[cluster.range.lowerBound])
  }

  private func isSpace(_ unit: UInt16) -> Bool {
    switch unit {
    // Line ends, spaces, and what an attachment stands for.
    case 0...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
      0xFFFC:
      true
    default: false
    }
  }

  private mutating func add(_ clusters: ArraySlice<LineClusters.Cluster>, goesOn: Bool) {
    guard let first = clusters.first, let last = clusters.last else { return }
    let run = placed.line.runs[first.run]
    let range = first.range.lowerBound..<min(last.range.upperBound, units.count)
    var text: String
    var glyphs: [Rect]
    if isOneEach(clusters, units[range]) {
      text = ascii(units[range])
      glyphs = clusters.map(\.box)
    } else {
      text = String(decoding: units[range], as: UTF16.self)
      (text, glyphs) = visible(text, boxes(clusters, of: text, from: range.lowerBound))
    }
    var box = clusters.reduce(first.ink) { $0.union($1.ink) }
    if let hyphen = hyphenBox(after: last, run) {
      text += "\u{AD}"
      glyphs.append(hyphen)
      box = box.union(hyphen)
    }
    guard !text.isEmpty, glyphs.count == text.count else { return }
    words.append(
      TextWord(
        text: text, box: box, font: run.font.name, size: run.font.size,
        direction: placed.isVertical
          ? .topToBottom : run.isRightToLeft ? .rightToLeft : .leftToRight,
        language: placed.paragraph.text.runs[run.style].style.language, glyphs: glyphs,
        joinsNext: goesOn))
  }

  /// Several times as fast as decoding.
  private func ascii(_ units: ArraySlice<UInt16>) -> String {
    String(unsafeUninitializedCapacity: units.count) { bytes in
      for (index, unit) in units.enumerated() { bytes[index] = UInt8(truncatingIfNeeded: unit) }
      return units.count
    }
  }

  /// True if each cluster is one ASCII letter, as most are.
  private func isOneEach(
    _ clusters: ArraySlice<LineClusters.Cluster>, _ units: ArraySlice<UInt16>
  ) -> Bool {
    clusters.count == units.count
      && units.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// Soft hyphens that were not used, and controls, cannot be seen.
  private func visible(_ text: String, _ glyphs: [Rect]) -> (String, [Rect]) {
    func isVisible(_ scalar: UnicodeScalar) -> Bool { scalar.value != 0xAD && scalar.value >= 0x20 }
    guard !text.unicodeScalars.allSatisfy(isVisible) else { return (text, glyphs) }
    let kept = zip(text, glyphs).filter { $0.0.unicodeScalars.contains(where: isVisible) }
    return (String(kept.map(\.0)), kept.map(\.1))
  }

  /// One box for each character; a ligature's is divided evenly.
  private func boxes(
    _ clusters: ArraySlice<LineClusters.Cluster>, of text: String, from start: Int
  ) -> [Rect] {
    var boxes: [Rect] = []
    var cluster = clusters.startIndex
    var offset = start
    /// The characters that begin in the present cluster.
    var count = 0
    func close() {
      guard count > 0, cluster < clusters.endIndex else { return }
      boxes += parts(of: clusters[cluster], count)
      count = 0
    }
    for character in text {
      while cluster < clusters.endIndex - 1, offset >= clusters[cluster].range.upperBound {
        close()
        cluster += 1
      }
      count += 1
      offset += character.utf16.count
    }
    close()
    return boxes
  }

  private func parts(of cluster: LineClusters.Cluster, _ count: Int) -> [Rect] {
    let box = cluster.box
    guard count > 1 else { return [box] }
    let isRightToLeft = placed.line.runs[cluster.run].isRightToLeft
    return (0..<count).map { index in
      let place = Double(isRightToLeft ? count - 1 - index : index)
      return placed.isVertical
        ? Rect(
          x: box.x, y: box.y + box.height * place / Double(count), width: box.width,
          height: box.height / Double(count))
        : Rect(
          x: box.x + box.width * place / Double(count), y: box.y,
          width: box.width / Double(count), height: box.height)
    }
  }

  /// The hyphen that layout put at the end of the line's last word.
  private func hyphenBox(after last: LineClusters.Cluster, _ run: GlyphRun) -> Rect? {
    guard placed.line.endsInHyphen, last.range.upperBound >= placed.line.range.upperBound,
      let glyph = run.glyphs.last, Int(glyph.cluster) >= placed.line.range.upperBound
    else { return nil }
    let (above, below) = placed.extent(of: run)
    let x = ScaledPoints(rawValue: glyph.x).points
    return placed.box(
      from: x, to: x + ScaledPoints(rawValue: glyph.advance).points, above: above, below: below)
  }
}
