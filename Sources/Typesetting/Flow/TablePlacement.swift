import RectoPageModel

extension StoryFlow {
  /// Places a table row after row, with its head again in each column; gives the column in which
  /// it begins. The head and the first row below it stand together if a column can hold them.
  func place(_ table: Table) throws(PageError) -> FlowState.Place {
    guard !table.rows.isEmpty else { return state.position.place }
    let settings = try TableSettings(
      table, typesetter: typesetter, item: state.item, start: starts[state.item])
    let headRows = settings.headRows
    let first = try isLow(0...headRows, settings) ? headRows : 0
    let groups = [0...first] + (first..<table.rows.count).dropFirst().map { $0...$0 }
    var seen: Set<String> = []
    var begins: FlowState.Place?
    var last: BlockRoom?
    for rows in groups {
      let calls = table.rows[rows].joined().flatMap(\.paragraphs).flatMap(\.text.noteCalls)
      let notes = notes(calledBy: calls, seen: &seen)
      let above = last
      /// The rows of the head that stand again above a row that begins another column.
      func repeatedHead(in room: BlockRoom) -> Range<Int> {
        let isApart = above.map { $0.place != room.place } ?? false
        return isApart && rows.lowerBound >= headRows ? 0..<headRows : 0..<0
      }
      let found = try startBlock(
        marginTop: above == nil ? table.marginTop : 0, below: above
      ) { room throws(PageError) in
        let setting = try settings.setting(in: room)
        var own = 0.0
        for row in repeatedHead(in: room) { own += try setting.row(row).height }
        for row in rows { own += try setting.row(row).height }
        return BlockHeight(
          own: own, notes: height(of: notes, in: room.place, at: state.position))
      }
      guard var room = found else {
        state.overset?.offset = settings.offset(ofRow: rows.lowerBound)
        return begins ?? state.position.place
      }
      begins = begins ?? room.place
      let setting = try settings.setting(in: room)
      let repeated = repeatedHead(in: room)
      for index in Array(repeated) + Array(rows) {
        let row = try setting.row(index)
        let background =
          index < table.headerRows
          ? table.headerBackground
          : index >= headRows && (index - headRows) % 2 == 1 ? table.stripeBackground : nil
        put(
          row, number: index, of: table, in: room, background,
          kind: repeated.contains(index) ? .repeatedHead : .tableCell)
        room.top += row.height
      }
      endBlock(room, height: 0, marginBottom: 0, notes: notes)
      last = room
    }
    state.position.margin = table.marginBottom
    return begins ?? state.position.place
  }

  /// True if rows are together no higher than the present column.
  private func isLow(
    _ rows: ClosedRange<Int>, _ settings: TableSettings
  ) throws(PageError) -> Bool {
    let place = state.position.place
    guard let column = frames.column(place) else { return true }
    let setting = try settings.setting(
      in: BlockRoom(
        place: place, left: column.left, width: column.width, top: column.top,
        mostHeight: column.bottom - column.top, isVertical: isVertical(at: place)))
    var height = 0.0
    for row in rows { height += try setting.row(row).height }
    return height <= column.bottom - column.top
  }

  private func put(
    _ row: TableSetting.Row, number: Int, of table: Table, in room: BlockRoom,
    _ background: Color?, kind: LaidOutFrame.PlacedLine.Kind
  ) {
    let area = Rect(x: room.left, y: room.top, width: room.width, height: row.height)
    if let background { put(area, .fill(background), in: room.place) }
    if let rule = table.rule {
      put(
        Rect(
          x: area.x, y: area.maxY - rule.thickness, width: area.width, height: rule.thickness),
        .fill(rule.color), in: room.place)
    }
    for (index, cell) in row.cells.enumerated() {
      put(
        cell.block,
        at: Point(x: room.left + cell.left + table.cellPadding, y: room.top + table.cellPadding),
        in: room.place, kind: kind,
        cell: TableCell(table: state.item, row: number, index: index))
    }
  }
}
