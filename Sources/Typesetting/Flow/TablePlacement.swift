import RectoPageModel

extension StoryFlow {
  /// Places a table row after row, with its head again in each column; gives the column in which
  /// it begins.
  func place(_ table: Table) throws(PageError) -> FlowState.Place {
    guard !table.rows.isEmpty else { return state.position.place }
    let settings = try TableSettings(
      table, typesetter: typesetter, item: state.item, start: starts[state.item])
    let headRows = settings.headRows
    var seen: Set<String> = []
    var begins: FlowState.Place?
    var last: BlockRoom?
    for index in table.rows.indices {
      let calls = table.rows[index].flatMap(\.paragraphs).flatMap(\.text.noteCalls)
      let notes = notes(calledBy: calls, seen: &seen)
      let above = last
      /// True if the row begins another column, in which the head stands above it.
      func hasHead(in room: BlockRoom) -> Bool {
        index >= headRows && above.map { $0.place != room.place } ?? false
      }
      let found = try startBlock(
        marginTop: above == nil ? table.marginTop : 0, below: above
      ) { room throws(PageError) in
        let setting = try settings.setting(in: room)
        // A head alone at the foot of a column heads nothing.
        let first = hasHead(in: room) ? 0 : index
        let end = index < headRows ? headRows : index
        var own = 0.0
        for row in first...end where row < headRows || row == end {
          own += try setting.row(row).height
        }
        return BlockHeight(
          own: own, notes: height(of: notes, in: room.place, at: state.position))
      }
      guard var room = found else {
        state.overset?.offset = settings.offset(ofRow: index)
        return begins ?? state.position.place
      }
      begins = begins ?? room.place
      let setting = try settings.setting(in: room)
      if hasHead(in: room) {
        for head in 0..<headRows {
          put(try setting.row(head), of: table, in: room, isHead: true)
          room.top += try setting.row(head).height
        }
      }
      let row = try setting.row(index)
      let isStriped = index >= headRows && (index - headRows) % 2 == 1
      put(row, of: table, in: room, isHead: index < table.headerRows, isStriped: isStriped)
      endBlock(room, height: row.height, marginBottom: 0, notes: notes)
      last = room
    }
    state.position.margin = table.marginBottom
    return begins ?? state.position.place
  }

  private func put(
    _ row: TableSetting.Row, of table: Table, in room: BlockRoom, isHead: Bool,
    isStriped: Bool = false
  ) {
    let area = Rect(x: room.left, y: room.top, width: room.width, height: row.height)
    let background =
      isHead ? table.headerBackground : isStriped ? table.stripeBackground : nil
    if let background { put(area, .fill(background), in: room.place) }
    if let rule = table.rule {
      put(
        Rect(
          x: area.x, y: area.maxY - rule.thickness, width: area.width, height: rule.thickness),
        .fill(rule.color), in: room.place)
    }
    for cell in row.cells {
      put(
        cell.block,
        at: Point(x: room.left + cell.left + table.cellPadding, y: room.top + table.cellPadding),
        in: room.place, kind: .tableCell)
    }
  }
}
