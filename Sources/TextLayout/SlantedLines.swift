import CRectoTextLayout
import Glibc
import RectoPageModel

/// Makes lines of text that stands neither upright nor on its side. Poppler looks only along the
/// axes, so that it parts such text into letters and mixes its lines up.
struct SlantedLines {
  /// A run of words along one line, in the directions of that line.
  private struct Run {
    var words: [Int]
    let down: Double
    let start: Double
    var end: Double
    let size: Double
    /// In steps of two degrees, so that lines of one text have one.
    let turn: Int
  }

  /// Lines of words by index, as blocks from the top of each text to its bottom.
  let blocks: [[[Int]]]

  /// The largest leading within a block, in em.
  private static let widestLeading = 2.2
  /// The widest gap within a line, in em: a wider one separates columns.
  private static let widestGap = 3.0

  init(_ text: FoundText) {
    let slanted = text.words.indices.filter { text.words[$0].diagonal }
    let turns = Dictionary(grouping: slanted) { text.words[$0].turn }
    blocks = turns.keys.sorted().flatMap { turn in
      Self.blocks(Self.runs(turns[turn] ?? [], turn, text))
    }
  }

  private static func runs(_ words: [Int], _ turn: Int, _ text: FoundText) -> [Run] {
    var rows: [(down: Double, size: Double, words: [Int])] = []
    for word in words.sorted(by: { text.words[$0].down < text.words[$1].down }) {
      let (down, size) = (text.words[word].down, text.words[word].size)
      if let row = rows.last, down - row.down <= 0.4 * max(row.size, size) {
        rows[rows.count - 1].words.append(word)
      } else {
        rows.append((down, size, [word]))
      }
    }
    return rows.flatMap { row in
      var runs: [Run] = []
      for word in row.words.sorted(by: { text.words[$0].along < text.words[$1].along }) {
        let (start, end) = (text.words[word].along, text.words[word].end)
        if let last = runs.last, start - last.end <= widestGap * row.size {
          runs[runs.count - 1].words.append(word)
          runs[runs.count - 1].end = max(last.end, end)
        } else {
          runs.append(
            Run(words: [word], down: row.down, start: start, end: end, size: row.size, turn: turn))
        }
      }
      return runs
    }
  }

  private static func blocks(_ runs: [Run]) -> [[[Int]]] {
    var blocks: [[Run]] = []
    for run in runs {
      let above = blocks.lastIndex { block in
        guard let last = block.last else { return false }
        return run.down - last.down <= widestLeading * max(last.size, run.size)
          && run.down > last.down && run.start < last.end && run.end > last.start
      }
      if let above { blocks[above].append(run) } else { blocks.append([run]) }
    }
    return blocks.map { $0.map(\.words) }
  }
}

extension recto_word {
  /// The direction of slanted text, of length 1.
  private var direction: (x: Double, y: Double) {
    let (dx, dy) = (end_x - start_x, end_y - start_y)
    let length = (dx * dx + dy * dy).squareRoot()
    return length > 0 ? (dx / length, dy / length) : (1, 0)
  }

  /// The direction in steps of two degrees, whose bounds are at no whole degree.
  fileprivate var turn: Int {
    Int((atan2(direction.y, direction.x) * 90 / .pi + 0.137).rounded())
  }

  /// The ends of slanted text along its own direction, and its distance down.
  var slantedStart: Double { start_x * direction.x + start_y * direction.y }
  var slantedEnd: Double { end_x * direction.x + end_y * direction.y }
  var down: Double { start_y * direction.x - start_x * direction.y }

  /// True if two slanted words stand on one line.
  func sharesSlantedLine(with other: recto_word) -> Bool {
    turn == other.turn && abs(down - other.down) <= 0.4 * max(size, other.size)
  }
}
