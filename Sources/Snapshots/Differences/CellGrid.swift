import RectoPageModel

/// Counts of pixels by squares of a picture, row by row.
struct CellGrid {
  let side: Int
  let across: Int
  let down: Int
  var counts: [UInt32]

  init(of size: PixelSize, side: Int) {
    self.side = side
    across = (size.width + side - 1) / side
    down = (size.height + side - 1) / side
    counts = [UInt32](repeating: 0, count: across * down)
  }

  /// The most that two by two cells hold.
  var densest: Int {
    var most: UInt32 = 0
    for row in 0..<down {
      for column in 0..<across {
        var sum: UInt32 = 0
        for y in row...min(row + 1, down - 1) {
          for x in column...min(column + 1, across - 1) { sum += counts[y * across + x] }
        }
        most = max(most, sum)
      }
    }
    return Int(most)
  }

  /// The cells that a box of pixels touches.
  func cells(_ box: PixelBox) -> [Int] {
    var cells: [Int] = []
    for row in box.y / side...(box.bottom - 1) / side {
      for column in box.x / side...(box.right - 1) / side { cells.append(row * across + column) }
    }
    return cells
  }

  /// The cells that lie in a box of pixels as a whole.
  mutating func clear(_ box: PixelBox) {
    let columns = (box.x + side - 1) / side..<max((box.x + side - 1) / side, box.right / side)
    let rows = (box.y + side - 1) / side..<max((box.y + side - 1) / side, box.bottom / side)
    for row in rows {
      for column in columns { counts[row * across + column] = 0 }
    }
  }

  /// The boxes of cells that hold something and lie together, with one empty cell between them at
  /// most, and that hold `least` in all.
  func regions(within size: PixelSize, holding least: Int = 1) -> [PixelBox] {
    var seen = [Bool](repeating: false, count: counts.count)
    var regions: [PixelBox] = []
    for start in counts.indices where counts[start] > 0 && !seen[start] {
      seen[start] = true
      var pending = [start]
      var (left, top, right, bottom) = (across, down, 0, 0)
      var sum = 0
      while let cell = pending.popLast() {
        sum += Int(counts[cell])
        let (row, column) = cell.quotientAndRemainder(dividingBy: across)
        (left, right) = (min(left, column), max(right, column + 1))
        (top, bottom) = (min(top, row), max(bottom, row + 1))
        for y in max(0, row - 2)...min(down - 1, row + 2) {
          for x in max(0, column - 2)...min(across - 1, column + 2) {
            let next = y * across + x
            guard counts[next] > 0, !seen[next] else { continue }
            seen[next] = true
            pending.append(next)
          }
        }
      }
      guard sum >= least else { continue }
      let box = PixelBox(
        x: left * side, y: top * side, width: (right - left) * side, height: (bottom - top) * side)
      regions.append(box.grown(by: 0, within: size))
    }
    return regions
  }
}
