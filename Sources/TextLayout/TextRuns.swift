import CRectoTextLayout
import RectoPageModel

/// Characters that are drawn one after another in one font and size, on one baseline; white space is
/// among them.
package struct TextRun {
  /// One for each of the boxes.
  package let scalars: ArraySlice<UInt32>
  /// As wide as each character's advance, in page points.
  package let boxes: ArraySlice<Rect>
  /// From the first character's beginning to the last one's end, in page points.
  package let baseline: Segment
  /// Its place among the fonts of `TextRuns`.
  package let font: Int
  package let size: Double
  /// The marked-content identifier in effect, or -1.
  package let mark: Int32
  package let isVertical: Bool

  package init(
    scalars: ArraySlice<UInt32>, boxes: ArraySlice<Rect>, baseline: Segment, font: Int,
    size: Double, mark: Int32,
    isVertical: Bool
  ) {
    self.scalars = scalars
    self.boxes = boxes
    self.baseline = baseline
    self.font = font
    self.size = size
    self.mark = mark
    self.isVertical = isVertical
  }
}

/// The characters of a page as an engine draws them, of which words, lines and blocks are made here.
package struct TextRuns {
  package let index: Int
  package let fonts: [String]
  package let runs: [TextRun]
  /// The structure tree's entries, by marked-content identifier; empty if there is none.
  package let contents: [Int32: MarkedContent]
  /// The straight lines that the page draws along its axes, in page points.
  package let rules: [Segment]

  package init(
    index: Int, fonts: [String], runs: [TextRun], contents: [Int32: MarkedContent],
    rules: [Segment] = []
  ) {
    self.index = index
    self.fonts = fonts
    self.runs = runs
    self.contents = contents
    self.rules = rules
  }

  /// The text in the order of the structure tree, or in geometric order where it is of no use, of a
  /// page whose crop box has `size` before its `rotation`.
  package func text(size: Size, rotation: Rotation) -> PageText {
    let shown = rotation.swapsAxes ? size.transposed : size
    let toShown = AffineTransform.rotation(rotation, of: size)
    let pieces = WordPieces(runs, toShown: toShown, size: shown)
    let words = UprightColumns.marked(pieces.words) { pieces.scalars[Int($0.first_char)] }
    let lines = PieceLines(words)
    let blocks = LineBlocks(lines).blocks
    let found = FoundText(
      words, pieces, lines: lines, blocks: blocks, fonts: fonts,
      rules: rules.map { recto_box(toShown.apply($0)) })
    let builder = TextBuilder(found, toPage: .rotation(rotation.inverse, of: shown))
    return MarkedOrder(contents: contents).order(builder) ?? builder.geometricOrder()
  }
}

extension FoundText {
  /// Lays the pieces into memory in the order of the blocks' lines.
  fileprivate convenience init(
    _ pieceWords: [recto_word], _ pieces: WordPieces, lines: PieceLines, blocks: [[Int]],
    fonts: [String],
    rules: [recto_box]
  ) {
    var words: [recto_word] = []
    var foundLines: [recto_line] = []
    var foundBlocks: [recto_block] = []
    func append(_ line: [Int], isNew: Bool = true) {
      if isNew {
        foundLines.append(recto_line(first_word: UInt32(words.count), word_count: 0))
      }
      foundLines[foundLines.count - 1].word_count += UInt32(line.count)
      words += line.map { pieceWords[$0] }
    }
    for block in blocks {
      let rows = block.map { lines.lines[$0].row }
      foundBlocks.append(
        recto_block(
          first_line: UInt32(foundLines.count), line_count: UInt32(Set(rows).count)))
      for (index, line) in block.enumerated() {
        append(lines.lines[line].words, isNew: index == 0 || rows[index] != rows[index - 1])
      }
    }
    // Slanted words are put into lines by themselves.
    for word in lines.slanted {
      foundBlocks.append(recto_block(first_line: UInt32(foundLines.count), line_count: 1))
      append([word])
    }
    let memory = (
      blocks: foundBlocks.copied(), lines: foundLines.copied(), words: words.copied(),
      scalars: pieces.scalars.copied(), boxes: pieces.boxes.copied(), rules: rules.copied()
    )
    self.init(
      blocks: UnsafeBufferPointer(memory.blocks), lines: UnsafeBufferPointer(memory.lines),
      words: UnsafeBufferPointer(memory.words),
      scalars: memory.scalars.baseAddress.map { UnsafePointer($0) },
      boxes: memory.boxes.baseAddress.map { UnsafePointer($0) },
      rules: UnsafeBufferPointer(memory.rules),
      font: { fonts.indices.contains(Int($0)) ? fonts[Int($0)] : "" },
      free: {
        memory.blocks.deallocate()
        memory.lines.deallocate()
        memory.words.deallocate()
        memory.scalars.deallocate()
        memory.boxes.deallocate()
        memory.rules.deallocate()
      })
  }
}

extension Array {
  /// In memory that the caller frees. The elements are plain values.
  fileprivate func copied() -> UnsafeMutableBufferPointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
    _ = copy.initialize(from: self)
    return copy
  }
}

extension recto_box {
  /// A box around a segment.
  fileprivate init(_ segment: Segment) {
    self.init(
      x1: min(segment.start.x, segment.end.x), y1: min(segment.start.y, segment.end.y),
      x2: max(segment.start.x, segment.end.x), y2: max(segment.start.y, segment.end.y))
  }
}
