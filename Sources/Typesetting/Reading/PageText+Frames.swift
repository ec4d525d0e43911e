import RectoPageModel

extension PageText {
  /// The text of frames in the order in which it was flowed: a block for each paragraph.
  ///
  /// Boxes come from the glyphs' places; a hyphen that layout added is a soft one at the end of its
  /// word. Ruby, which says how its base is read, is not among it.
  public init(_ frames: [LaidOutFrame]) {
    self.init(order: .layout, blocks: frames.flatMap(Self.blocks))
  }

  private static func blocks(of frame: LaidOutFrame) -> [TextBlock] {
    var blocks: [TextBlock] = []
    var initial: [TextWord] = []
    /// The end of an initial letter's text in the story.
    var initialEnd: Int?
    var lines: [TextLine] = []
    var current: LaidOutFrame.PlacedLine?
    var isContinuation = false
    func close() {
      if let current, var block = TextBlock(role: current.role, lines: lines) {
        block.isContinuation = isContinuation
        block.cell = current.cell
        blocks.append(block)
      }
      lines = []
    }
    for placed in inReadingOrder(frame.lines) {
      var words = LineWords(placed).words
      switch placed.kind {
      case .initial, .marker:
        // They stand before the paragraph's first line, and are a part of it.
        initial += words
        if placed.kind == .initial, placed.paragraph.text.units.last != 0x20 {
          initialEnd = placed.paragraph.start + placed.paragraph.text.units.count
        }
        continue
      case .ruby: continue
      default: break
      }
      if current?.paragraph !== placed.paragraph {
        close()
        isContinuation = !placed.startsParagraph
      }
      current = placed
      if let last = initial.indices.last, initialEnd == placed.paragraph.start {
        initial[last].joinsNext = true
      }
      words = initial + words
      initial = []
      initialEnd = nil
      if let line = placed.textLine(words) { lines.append(line) }
    }
    close()
    return blocks
  }

  /// Initial letters and markers are placed after their paragraph and read before it.
  private static func inReadingOrder(_ lines: [LaidOutFrame.PlacedLine]) -> [LaidOutFrame
    .PlacedLine]
  {
    var ordered: [LaidOutFrame.PlacedLine] = []
    for placed in lines {
      if placed.kind == .initial || placed.kind == .marker {
        let start = ordered.lastIndex { $0.startsParagraph } ?? ordered.endIndex
        ordered.insert(placed, at: start)
      } else {
        ordered.append(placed)
      }
    }
    return ordered
  }
}

extension LaidOutFrame.PlacedLine {
  fileprivate var role: TextRole {
    switch kind {
    case .tableCell: .tableCell
    case .repeatedHead: .artifact
    case .caption: .caption
    case .note: .note
    default: paragraph.style.role
    }
  }

  /// The line around its words; nil without any.
  fileprivate func textLine(_ words: [TextWord]) -> TextLine? {
    guard let first = words.first else { return nil }
    let box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
    let end =
      isVertical
      ? Point(x: origin.x, y: origin.y + line.width.points)
      : Point(x: origin.x + line.width.points, y: origin.y)
    let isBackward = line.runs.first?.isRightToLeft == true && line.runs.last?.isRightToLeft == true
    return TextLine(
      box: box,
      baseline: isBackward ? Segment(start: end, end: origin) : Segment(start: origin, end: end),
      words: words)
  }
}
