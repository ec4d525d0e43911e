import RectoPageModel

extension StoryFlow {
  /// Places a table row after row, with its head again in each column; gives the column in which
  /// it begins.
  func place(_ table: Table) throws(PageError) -> FlowState.Place {
    guard let column = frames.column(state.position.place), !table.rows.isEmpty else {
      return state.position.place
    }
    let isVertical =
      frames.geometry(state.position.place.frame)?.frame.writingMode.isVertical ?? false
    let setting = try TableSetting(
      table, width: column.width, height: column.bottom - column.top, typesetter: typesetter,
      item: state.item, start: starts[state.item], isVertical: isVertical)
    let headRows = min(max(table.headerRows, 0), table.rows.count - 1)
    var begins: FlowState.Place?
    for index in table.rows.indices {
      let isFirst = begins == nil
      // A head alone at the foot of a column heads nothing.
      let together =
        index < headRows
        ? setting.heights[index...headRows].reduce(0, +) : setting.heights[index]
      let before = state.position.place
      guard
        let top = startBlock(height: together, marginTop: isFirst ? table.marginTop : 0)
      else { return begins ?? state.position.place }
      endBlock(at: top, marginBottom: 0)
      if !isFirst, state.position.place != before, index >= headRows {
        for head in 0..<headRows { put(row: head, of: setting, stripe: 0) }
      }
      begins = begins ?? state.position.place
      put(row: index, of: setting, stripe: index - headRows)
    }
    state.position.margin = table.marginBottom
    return begins ?? state.position.place
  }

  private func put(row: Int, of setting: TableSetting, stripe: Int) {
    guard let geometry = frames.geometry(state.position.place.frame),
      let column = frames.column(state.position.place)
    else { return }
    let table = setting.table
    let height = setting.heights[row]
    let area = Rect(x: column.left, y: state.position.y, width: column.width, height: height)
    let isHead = row < table.headerRows
    let background =
      isHead ? table.headerBackground : stripe % 2 == 1 ? table.stripeBackground : nil
    func fill(_ rect: Rect, _ color: Color) {
      state.content[state.position.place.frame, default: LaidOutFrame()].boxes.append(
        LaidOutFrame.PlacedBox(box: geometry.place(rect), content: .fill(color)))
    }
    if let background { fill(area, background) }
    if let rule = table.rule {
      fill(
        Rect(
          x: area.x, y: area.maxY - rule.thickness, width: area.width, height: rule.thickness),
        rule.color)
    }
    for (cell, block) in setting.blocks[row].enumerated() {
      put(
        block,
        at: Point(
          x: column.left + setting.lefts[cell] + table.cellPadding,
          y: state.position.y + table.cellPadding), kind: .tableCell)
    }
    endBlock(at: area.maxY, marginBottom: 0)
  }
}

/// A table's cells in columns of their widths.
struct TableSetting {
  let table: Table
  /// The left edge of each column, from the table's left.
  private(set) var lefts: [Double] = []
  private(set) var widths: [Double] = []
  private(set) var blocks: [[BlockSetting]] = []
  /// The height of each row, with its padding.
  private(set) var heights: [Double] = []

  /// More columns have no room on any page.
  private static let maximumColumns = 200

  /// Makes pictures so small that their row fits into `height` together with the table's head.
  init(
    _ table: Table, width: Double, height: Double, typesetter: Typesetter, item: Int, start: Int,
    isVertical: Bool
  ) throws(PageError) {
    self.table = table
    widths = try Self.widths(of: table, width, typesetter)
    var left = 0.0
    for width in widths {
      lefts.append(left)
      left += width
    }
    if try Self.isRightToLeft(table, typesetter) {
      lefts = zip(lefts, widths).map { width - $0 - $1 }
    }
    let padding = table.cellPadding
    var start = start
    let headRows = min(max(table.headerRows, 0), table.rows.count - 1)
    for (number, row) in table.rows.enumerated() {
      let room =
        number < headRows
        ? height / Double(headRows + 1) : height - heights[..<headRows].reduce(0, +)
      var cells: [BlockSetting] = []
      for (index, cell) in row.prefix(widths.count).enumerated() {
        cells.append(
          try BlockSetting(
            cell.paragraphs, width: max(widths[index] - 2 * padding, 1),
            pictureHeight: room - 2 * padding, typesetter: typesetter, item: item, start: start,
            isVertical: isVertical))
        start += cell.paragraphs.reduce(0) { $0 + $1.text.units.count }
      }
      heights.append((cells.map(\.height).max() ?? 0) + 2 * padding)
      blocks.append(cells)
    }
  }

  private static func isRightToLeft(
    _ table: Table, _ typesetter: Typesetter
  ) throws(PageError) -> Bool {
    guard table.direction == .auto else { return table.direction == .rtl }
    for cell in table.rows.joined() {
      guard let first = cell.paragraphs.first(where: { !$0.text.units.isEmpty }) else { continue }
      return try typesetter.prepare(first).isRightToLeft
    }
    return false
  }

  /// The widths of the columns: their own shares, or widths by content, as wide as their text if
  /// there is room, and otherwise between that and their longest word.
  private static func widths(
    of table: Table, _ width: Double, _ typesetter: Typesetter
  ) throws(PageError) -> [Double] {
    let count = min(table.rows.map(\.count).max() ?? 0, maximumColumns)
    guard count > 0 else { return [] }
    if table.columnWidths.count == count, table.columnWidths.allSatisfy({ $0 > 0 }) {
      let sum = table.columnWidths.reduce(0, +)
      return table.columnWidths.map { width * $0 / sum }
    }
    var longest = [Double](repeating: 1, count: count)
    var natural = longest
    for row in table.rows {
      for (index, cell) in row.prefix(count).enumerated() {
        for paragraph in cell.paragraphs {
          let prepared = try typesetter.prepare(paragraph)
          let padding = 2 * table.cellPadding
          /// Pictures are made as small as an equal share.
          func widths(pictures most: Double) -> [Double] {
            prepared.pieces.map { piece in
              let width = ScaledPoints(rawValue: piece.width).points
              return piece.kind == .attachment ? min(width, max(most - padding, 1)) : width
            }
          }
          let least = widths(pictures: width / Double(count)).max() ?? 0
          longest[index] = max(longest[index], least + padding)
          natural[index] = max(
            natural[index], widths(pictures: width).reduce(0, +) + padding)
        }
      }
    }
    let wanted = natural.reduce(0, +)
    let least = longest.reduce(0, +)
    if wanted <= width || least >= width {
      let base = wanted <= width ? natural : longest
      return base.map { width * $0 / base.reduce(0, +) }
    }
    let share = (width - least) / (wanted - least)
    return zip(longest, natural).map { $0 + ($1 - $0) * share }
  }
}
