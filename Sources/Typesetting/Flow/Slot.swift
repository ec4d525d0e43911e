import RectoPageModel

/// A stretch of a row that waits for a line.
struct Slot: Hashable {
  var place: FlowState.Place
  /// The number of its row in the paragraph; segments beside one another have the same.
  var row: Int
  var left: Double
  var width: Double
  /// The top of the row.
  var top: Double
  var height: Double
}

/// Finds the slots for a paragraph's lines, row after row, from column to column.
struct SlotFinder {
  /// The rows of a paragraph.
  struct Rows {
    /// From row to row.
    let pitch: Double
    /// The additional heights of rows, by their number.
    let extraHeights: [Int: Double]
    /// Rows that begin a column.
    let breaks: Set<Int>
    /// From the top of a row to its baseline, for rows on a grid.
    let baseline: Double
    let usesGrid: Bool
    /// The minimum width of a part of a row beside an exclusion or in a shape.
    let minimumWidth: Double
    /// The minimum width in a column where no row is wider.
    let leastWidth: Double
  }

  /// The columns in which rows lie.
  struct Columns {
    let frames: FrameSequence
    /// The height that each column reserves for notes.
    let noteHeights: (FlowState.Place) -> Double
    /// The amounts by which columns are shortened, by frame, while they are balanced.
    let limits: [Int: Double]
  }

  /// The start of a row.
  struct Start {
    var place: FlowState.Place
    var y: Double
    /// True if no row of the column is above it.
    var isAtTop: Bool
  }

  private let rows: Rows
  private let columns: Columns
  private var next: Start
  private var row = 0
  /// True if no row of the column has the minimum width.
  private var isNarrow = false

  init(_ rows: Rows, in columns: Columns, from start: Start) {
    self.rows = rows
    self.columns = columns
    next = start
  }

  /// The slots of the next row; nil after the last frame.
  mutating func nextRow() -> [Slot]? {
    if rows.breaks.contains(row), !next.isAtTop, !moveToNextColumn() { return nil }
    let height = rows.pitch + (rows.extraHeights[row] ?? 0)
    // Rows that an exclusion fills are passed over; no column has more of them than this.
    for _ in 0..<100_000 {
      guard let geometry = columns.frames.geometry(next.place.frame) else { return nil }
      let column = geometry.columns[next.place.column]
      let top = rows.usesGrid ? onGrid(next.y, geometry.frame.grid) : next.y
      let isLastResort = geometry.frame.overflows && columns.frames.isLast(next.place)
      if top + height > bottom(of: column) + Self.tolerance,
        !next.isAtTop || column.isTooLow(height), !isLastResort
      {
        guard moveOn(from: column) else { return nil }
        continue
      }
      let segments = geometry.segments(
        in: column, from: top, to: top + height,
        minimum: isNarrow ? rows.leastWidth : rows.minimumWidth)
      if segments.isEmpty {
        next.y = top + max(rows.pitch / 4, 1)
        if next.y > column.bottom, !moveOn(from: column) { return nil }
        continue
      }
      let slots = segments.map {
        Slot(
          place: next.place, row: row, left: $0.left, width: $0.width, top: top, height: height)
      }
      next.y = top + height
      next.isAtTop = false
      row += 1
      return slots
    }
    return nil
  }

  /// The error of sums of line heights that is tolerated.
  private static let tolerance = 0.01

  /// The distance, in grid steps, by which a line may be moved up onto the grid: the baselines of
  /// fonts with the same line height differ a little.
  private static let gridTolerance = 0.15

  private func bottom(of column: FrameGeometry.Column) -> Double {
    column.bottom - columns.noteHeights(next.place) - (columns.limits[next.place.frame] ?? 0)
  }

  /// Looks through an empty column once more for narrow rows, and then goes to the next.
  private mutating func moveOn(from column: FrameGeometry.Column) -> Bool {
    guard next.isAtTop, !isNarrow, next.y > column.top else { return moveToNextColumn() }
    isNarrow = true
    next.y = column.top
    return true
  }

  private mutating func moveToNextColumn() -> Bool {
    guard let place = columns.frames.place(after: next.place),
      let column = columns.frames.column(place)
    else { return false }
    next = Start(place: place, y: column.top, isAtTop: true)
    isNarrow = false
    return true
  }

  private func onGrid(_ y: Double, _ grid: TextFrame.Grid?) -> Double {
    guard let grid, grid.step > 0.5 else { return y }
    let steps = ((y + rows.baseline - grid.first) / grid.step - Self.gridTolerance).rounded(.up)
    return grid.first + steps * grid.step - rows.baseline
  }
}

extension FrameGeometry.Column {
  /// True if a row would not fit even into the empty column. A column without any room is skipped;
  /// any other takes one row that sticks out.
  fileprivate func isTooLow(_ height: Double) -> Bool { bottom - top < height / 2 }
}
